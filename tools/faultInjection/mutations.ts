import type {
  PlannedAttempt,
  PlannedTokenRequest,
  ServerIndex,
} from '#tools/faultInjection/workload.ts'

/** One defence removed, to show that the checker reports what it prevents. */
export interface Mutation {
  name: string
  description: string
  /** The server's program; undefined: the unchanged one. */
  program?: string
  env?: NodeJS.ProcessEnv
  /** SQL that removes the second defence, in the schema, that would hide the mutation. */
  schemaChange?: string
  /** Changes the random workload so that it reaches the removed defence. */
  adaptPlan?: (plan: PlannedAttempt) => PlannedAttempt
  /** How long to wait for pending payments at the end, in milliseconds; by default one minute. */
  settleTimeoutMs?: number
  /** The mutation is caught when the checker reports one of these invariants. */
  expects: readonly string[]
}

/** For mutations whose invariant has no time limit. */
const SHORT_TIMEOUT_MS = 5_000
const firstRequestTo = (server: ServerIndex): PlannedTokenRequest => ({
  server,
  identity: server,
  singleInstallment: false,
  delayMs: 0,
  cutAfterMs: null,
})
const MUTATED_SERVER = 'tools/faultInjection/mutatedServer.ts'

export const MUTATIONS: readonly Mutation[] = [
  {
    name: 'no-polling',
    description: 'no se consultan los pagos pendientes de resultado',
    env: { RECONCILE: 'off' },
    // A charge without webhook or return reaches our server by polling only.
    adaptPlan: (plan) =>
      plan.number % 6 === 0
        ? { ...plan, page: 'pay', card: 'Aviso perdido', returns: [], readsState: false }
        : plan,
    expects: ['P3'],
  },
  {
    name: 'no-signature',
    description: 'no se comprueban las firmas',
    program: MUTATED_SERVER,
    env: { MUTATION: 'no-signature' },
    // A forged return or webhook is accepted; a forged answer of the proxy makes a payment (P4).
    settleTimeoutMs: SHORT_TIMEOUT_MS,
    expects: ['forged', 'P4'],
  },
  {
    name: 'no-row-lock',
    description: 'sin bloqueo de la fila de la deuda',
    program: MUTATED_SERVER,
    // A larger pool: otherwise the delayed requests would queue for a connection, one after another.
    env: { MUTATION: 'no-row-lock', DATABASE_POOL: '30' },
    // P2 rests on the debt's row lock and on a unique index on open attempts. The index alone turns
    // the race into an error, and no second page appears.
    schemaChange: 'drop index attempt_open',
    // Each debt is requested from both servers at once. Nothing is paid: two paid pages of one debt
    // cause deadlocks, which show nothing more.
    adaptPlan: (plan) => ({
      ...plan,
      tokenRequests: [firstRequestTo(0), firstRequestTo(1)],
      page: 'leave',
      forgedWebhook: null,
    }),
    settleTimeoutMs: SHORT_TIMEOUT_MS,
    expects: ['P2'],
  },
  {
    name: 'no-transaction',
    description: 'sin transacciones, y el servidor termina entre dos sentencias',
    program: MUTATED_SERVER,
    env: { MUTATION: 'no-transaction' },
    // An attempt is PAID while its debt is not, or while its points were not posted.
    settleTimeoutMs: SHORT_TIMEOUT_MS,
    expects: ['L1', 'L3', 'L5', 'P6'],
  },
  {
    name: 'new-token-per-request',
    description: 'cada pedido abre una página nueva',
    program: MUTATED_SERVER,
    env: { MUTATION: 'new-token-per-request' },
    // The index would refuse the second open attempt.
    schemaChange: 'drop index attempt_open',
    settleTimeoutMs: SHORT_TIMEOUT_MS,
    expects: ['P2'],
  },
]
