import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import { patchSql } from '#tools/faultInjection/sqlPatch.ts'
import type { PlannedAttempt, ServerIndex } from '#tools/faultInjection/workload.ts'

/** One defence removed, to show that the checker reports what it prevents. */
export interface Mutation {
  name: string
  description: string
  /** Removes the defence in the server's process: the product's code is unchanged. */
  patch?: () => void
  /** Further settings of the servers. */
  env?: NodeJS.ProcessEnv
  /** SQL that removes the second defence, in the schema, that would hide the mutation. */
  schemaChange?: string
  /** Changes the random workload so that it reaches the removed defence. */
  adaptPlan?: (plan: PlannedAttempt) => PlannedAttempt
  /** The attempts at whose beginning PostgreSQL is killed; such a mutation runs alone. */
  postgresKills?: readonly number[]
  /** How long to wait for pending payments at the end, in milliseconds; by default one minute. */
  settleTimeoutMs?: number
  /** The mutation is caught when the checker reports one of these invariants. */
  expects: readonly string[]
}

/** For mutations whose invariant has no time limit. */
const SHORT_TIMEOUT_MS = 5_000
const firstCallTo = (server: ServerIndex) => ({
  server,
  identity: server,
  delayMs: 0,
  cutAfterMs: null,
})
/** One attempt in this many is adapted to a mutation. */
const ADAPTED = 6

/** The statement that finds the open attempt of a debt. */
const FINDS_OPEN_ATTEMPT = /("debt_reference" = \$1 and )(?=\("payment_attempt"."state" in)/
/** More than the time between two simultaneous requests. */
const SEARCH_DELAY_MS = 400
const PAYMENTS_PER_CRASH = 4

export const MUTATIONS: readonly Mutation[] = [
  {
    name: 'no-polling',
    description: 'no se consultan los pagos pendientes de resultado',
    env: { RECONCILE: 'off' },
    // A charge without webhook or return reaches our server by polling only.
    adaptPlan: (plan) =>
      plan.number % ADAPTED === 0
        ? { ...plan, page: 'pay', card: 'Aviso perdido', returns: [], readsState: false }
        : plan,
    expects: ['P3'],
  },
  {
    // docs/geopay.md, "Known defects of integrations", 1.
    name: 'no-signature',
    description: 'no se comprueban las firmas',
    patch() {
      crypto.verify = () => true
      syncBuiltinESMExports()
    },
    adaptPlan: (plan) => {
      const forged = { ...firstCallTo(0), data: 'altered', byOtherPerson: false } as const
      return plan.number % ADAPTED === 0
        ? { ...plan, page: 'pay', card: 'Crédito', returns: [forged] }
        : plan
    },
    // A forged return or webhook is accepted; a forged answer of the proxy makes a payment (P4).
    settleTimeoutMs: SHORT_TIMEOUT_MS,
    expects: ['forged', 'P4'],
  },
  {
    name: 'no-row-lock',
    description: 'sin bloqueo de la fila de la deuda',
    // A delay after the search for an open attempt lets a second request search too.
    patch: () =>
      patchSql({
        rewrite: (text) => text.replaceAll(/ for update( of [\w", ]+)?( skip locked)?/g, ''),
        after: (text) => (FINDS_OPEN_ATTEMPT.test(text) ? sleep(SEARCH_DELAY_MS) : undefined),
      }),
    // A larger pool: otherwise the delayed requests would queue for a connection, one after another.
    env: { DATABASE_POOL: '30' },
    // P2 rests on the debt's row lock and on a unique index on open attempts. The index alone turns
    // the race into an error, and no second page appears.
    schemaChange: 'drop index attempt_open',
    // Each debt is requested from both servers at once. Nothing is paid: two paid pages of one debt
    // cause deadlocks, which show nothing more.
    adaptPlan: (plan) => ({
      ...plan,
      tokenRequests: ([0, 1] as const).map((server) => ({
        ...firstCallTo(server),
        singleInstallment: false,
      })),
      page: 'leave',
      forgedWebhook: null,
    }),
    settleTimeoutMs: SHORT_TIMEOUT_MS,
    expects: ['P2'],
  },
  {
    name: 'no-transaction',
    description: 'sin transacciones, y el servidor termina entre dos sentencias',
    // Every statement commits by itself; the process dies between an attempt and its debt.
    patch() {
      let payments = 0
      patchSql({
        rewrite: (text) =>
          /^(begin|commit|rollback|savepoint|release)\b/.test(text) ? 'select 1' : text,
        after: (text, values) => {
          const pays =
            /\bupdate "payment_attempt" set .*"state" = /.test(text) && values.includes('PAID')
          payments += pays ? 1 : 0
          if (pays && payments % PAYMENTS_PER_CRASH === 0) process.kill(process.pid, 'SIGKILL')
        },
      })
    },
    // An attempt is PAID while its debt is not, or while its points were not posted.
    settleTimeoutMs: SHORT_TIMEOUT_MS,
    expects: ['L1', 'L3', 'L5', 'P6'],
  },
  {
    name: 'new-token-per-request',
    description: 'cada pedido abre una página nueva',
    // The open attempt of a debt is never found.
    patch: () =>
      patchSql({
        rewrite: (text) => text.replace(FINDS_OPEN_ATTEMPT, '$1false and '),
      }),
    // The index would refuse the second open attempt.
    schemaChange: 'drop index attempt_open',
    settleTimeoutMs: SHORT_TIMEOUT_MS,
    expects: ['P2'],
  },
  {
    name: 'no-synchronous-commit',
    description: 'se contesta antes de que el cambio esté en el disco',
    // The connections after the first kill have the setting.
    schemaChange: `do $$ begin
      execute format('alter database %I set synchronous_commit = off', current_database()); end $$`,
    postgresKills: [5, 15, 25, 35, 45, 55],
    settleTimeoutMs: SHORT_TIMEOUT_MS,
    expects: ['P10'],
  },
]
