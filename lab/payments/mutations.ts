import {
  type Mutation,
  withoutLocks,
  withoutSignatures,
  withoutTransactions,
} from '#lab/mutation.ts'

/** The index refuses the second open attempt of a debt. */
const WITHOUT_OPEN_INDEX = 'drop index attempt_open'
/** The statement that finds the open attempt of a debt. */
const FINDS_OPEN_ATTEMPT = /("debt_reference" = \$1 and )(?=\("payment_attempt"."state" in)/

export const PAYMENT_MUTATIONS: readonly Mutation[] = [
  {
    name: 'no-row-lock',
    description: 'sin bloqueo de la fila de la deuda',
    rewrite: withoutLocks,
    schemaChange: WITHOUT_OPEN_INDEX,
    expects: ['P1', 'P2'],
  },
  {
    name: 'new-token-per-request',
    description: 'cada pedido abre una página nueva',
    rewrite: (text) => text.replace(FINDS_OPEN_ATTEMPT, '$1false and '),
    schemaChange: WITHOUT_OPEN_INDEX,
    expects: ['P2'],
  },
  {
    name: 'no-transaction',
    description: 'sin transacciones, y la conexión se corta entre dos sentencias',
    rewrite: withoutTransactions,
    faultRate: 0.02,
    // An attempt is PAID while its debt is not, or while its points were not posted.
    expects: ['L1', 'L3', 'L5', 'P6'],
  },
  {
    name: 'no-polling',
    description: 'no se consultan los pagos pendientes de resultado',
    isPolled: false,
    expects: ['P3'],
  },
  {
    // docs/geopay.md, "Known defects of integrations", 1.
    name: 'no-signature',
    description: 'no se comprueban las firmas',
    patch: withoutSignatures,
    expects: ['forged', 'P4'],
  },
]
