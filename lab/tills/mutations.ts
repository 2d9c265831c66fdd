import {
  type Mutation,
  rewriting,
  withoutLocks,
  withoutSignatures,
  withoutTransactions,
} from '#lab/mutation.ts'

const SALES = ['report', 'close'] as const
const [REDEMPTIONS, PAYMENTS] = [['redeem'], ['pay']] as const
/** What is stored of the sales, voids and returns that a till names. */
const HISTORY = /^select .* from "sale_event" left join "loyalty"/
const RULES = /^select .* from "points_rule"/
const OF_REFERENCE = /^select .* from "redemption" where \("redemption"."terminal_id" = \$1/
const OF_VOUCHER = /^select .* from "redemption" where "redemption"."voucher_code"/
const REQUEST = /^select .* from "payment_request" where "payment_request"."id" = \$1 for no key/
const PAYER = /^select "debt"."person_id" from "debt" inner join "payment_attempt"/
const ATTEMPT = /^select .* from "payment_attempt" .* where "payment_attempt"."id" = \$1$/
const LATER = `timestamptz '2030-01-01'`

export const TILL_MUTATIONS: readonly Mutation[] = [
  {
    name: 'no-row-lock',
    description: 'sin bloqueo de filas',
    rewrite: withoutLocks,
    expects: ['L3', 'L5', 'T3', 'T5', 'T7'],
  },
  {
    name: 'no-transaction',
    description: 'sin transacciones, y la conexión se corta entre dos sentencias',
    rewrite: withoutTransactions,
    faultRate: 0.02,
    expects: ['L1', 'L3', 'L5', 'T1', 'T2', 'T5', 'T7'],
  },
  {
    name: 'stored-again',
    description: 'una venta repetida se guarda otra vez',
    rewrite: rewriting(HISTORY, ' where ', ' where false and '),
    schemaChange: `alter table sale_event drop constraint sale_event_pkey cascade;
      alter table sale_line drop constraint sale_line_identity_number_pk`,
    steps: SALES,
    expects: ['T1'],
  },
  {
    name: 'early-reversal-lost',
    description: 'una anulación que llega antes que su venta no quita nada',
    rewrite: rewriting(
      HISTORY,
      / or "sale_event"."sale_identity" in/,
      ' or false and "sale_event"."sale_identity" in',
    ),
    steps: SALES,
    expects: ['T5'],
  },
  {
    name: 'newest-rule',
    description: 'la regla más nueva vale también para las ventas de antes',
    rewrite: rewriting(RULES, '"valid_from"', `"valid_from" - interval '1 year'`),
    steps: SALES,
    expects: ['T4'],
  },
  {
    name: 'no-signature',
    description: 'no se comprueban las firmas de las cajas',
    patch: withoutSignatures,
    steps: SALES,
    expects: ['forged'],
  },
  {
    name: 'short-shift-closes',
    description: 'un turno cierra aunque le falte una venta',
    rewrite: rewriting(/^update "shift"/, '$1', `replace($1::text, 'exception', 'closed')`),
    steps: SALES,
    expects: ['T3'],
  },
  {
    name: 'reservation-forgotten',
    description: 'un canje repetido es otro',
    rewrite: rewriting(OF_REFERENCE, ' where (', ' where (false and '),
    steps: REDEMPTIONS,
    expects: ['T7'],
  },
  {
    name: 'captured-after-release',
    description: 'se usa una reserva después de liberarla',
    rewrite: rewriting(OF_REFERENCE, '"state"', `'reserved'`),
    steps: REDEMPTIONS,
    expects: ['T7'],
  },
  {
    name: 'code-twice',
    description: 'un código se acepta dos veces',
    schemaChange: 'drop index redemption_code_once',
    steps: REDEMPTIONS,
    expects: ['T8'],
  },
  {
    name: 'voucher-twice',
    description: 'un vale se acepta dos veces',
    rewrite: rewriting(OF_VOUCHER, '"state"', `'reserved'`),
    steps: REDEMPTIONS,
    expects: ['T8'],
  },
  {
    name: 'two-payers',
    description: 'otra persona abre la página de un cobro que ya se está pagando',
    rewrite: rewriting(PAYER, ' where ', ' where false and '),
    steps: PAYMENTS,
    expects: ['T13'],
  },
  {
    name: 'told-before-settled',
    description: 'la caja sabe de un pago cuando el conductor abre la página',
    rewrite: rewriting(
      REQUEST,
      '"state"',
      `case when "state" = 'waiting' and exists (select from debt d where d.request_id = "payment_request"."id") then 'paid' else "state" end`,
    ),
    steps: PAYMENTS,
    expects: ['T14'],
  },
  {
    name: 'acknowledged-again',
    description: 'lo que la caja ya sabe se le dice otra vez',
    rewrite: rewriting(
      /^update "payment_request" set "told_state"/,
      ' where ',
      ' where false and ',
    ),
    steps: PAYMENTS,
    expects: ['T14'],
  },
  {
    name: 'never-expires',
    description: 'un cobro se paga después de vencido',
    rewrite: rewriting(REQUEST, '"expires_at"', LATER),
    steps: PAYMENTS,
    expects: ['T13', 'T14'],
  },
  {
    name: 'void-after-close',
    description: 'se anula un pago de un día que ya cerró',
    rewrite: rewriting(ATTEMPT, '"payment_attempt"."created_at"', LATER),
    steps: PAYMENTS,
    expects: ['T13'],
  },
  {
    name: 'no-polling',
    description: 'no se consultan los pagos pendientes de resultado',
    isPolled: false,
    steps: PAYMENTS,
    expects: ['P3', 'T13'],
  },
]
