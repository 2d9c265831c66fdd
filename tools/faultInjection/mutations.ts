import type { PlannedAttempt, Side, Tap } from '#tools/faultInjection/workload.ts'

/** A defence taken away, to see that the campaign would notice. */
export interface Mutation {
  name: string
  says: string
  /** The server that runs instead of the real one. */
  program?: string
  env?: NodeJS.ProcessEnv
  /** A second defence behind the first, in the database, that has to go too. */
  weakens?: string
  /** Draws the campaign to the weak point, where chance alone seldom leads. */
  aim?: (plan: PlannedAttempt) => PlannedAttempt
  /** How long what is open may take to be settled, in milliseconds; a minute when not said. */
  patience?: number
  /** One of these promises must be seen broken, or the campaign was blind. */
  expects: readonly string[]
}

/** Of those whose promise is not about time, in milliseconds. */
const SHORT = 5_000
const tapAt = (side: Side): Tap => ({ side, identity: side, single: false, after: 0, cut: null })
const saboteur = 'tools/faultInjection/mutatedServer.ts'

export const MUTATIONS: readonly Mutation[] = [
  {
    name: 'no-signature',
    says: 'nadie comprueba las firmas',
    program: saboteur,
    env: { SABOTAGE: 'no-signature' },
    // A forged return or webhook gets a yes; a forged answer on the line invents a payment.
    patience: SHORT,
    expects: ['forged', 'P4'],
  },
  {
    name: 'no-row-lock',
    says: 'nadie espera a nadie por la fila de la deuda',
    program: saboteur,
    // Connections for all who dawdle, so that two taps do not wait for each other in the pool.
    env: { SABOTAGE: 'no-row-lock', DATABASE_POOL: '30' },
    // P2 stands on two feet: the debt's row, where taps queue, and a unique index on open
    // attempts, which alone would answer a race with an error instead of a second page.
    weakens: 'drop index attempt_open',
    // Each debt is tapped on both servers at once, and the saboteur dawdles where the lock was. Nobody
    // pays: what follows from two paid pages is a storm of deadlocks, which shows nothing more.
    aim: (plan) => ({ ...plan, taps: [tapAt(0), tapAt(1)], page: 'leave', webhook: null }),
    patience: SHORT,
    expects: ['P2'],
  },
  {
    name: 'no-transaction',
    says: 'cada sentencia vale por su cuenta, y el servidor se corta entre dos',
    program: saboteur,
    env: { SABOTAGE: 'no-transaction' },
    // An attempt is PAID whose debt is not, or whose points were never posted.
    patience: SHORT,
    expects: ['L1', 'L3', 'L5', 'P6'],
  },
  {
    name: 'no-reconciler',
    says: 'nadie vuelve a preguntar por lo que quedó sin saberse',
    env: { RECONCILE: 'off' },
    // A charge whose webhook was lost and whose payer closed the page is never known here.
    aim: (plan) =>
      plan.number % 6 === 0
        ? { ...plan, page: 'pay', card: 'webhookLost', returns: [], looks: false }
        : plan,
    expects: ['P3'],
  },
  {
    name: 'new-token-per-tap',
    says: 'cada toque abre una página nueva',
    program: saboteur,
    env: { SABOTAGE: 'new-token-per-tap' },
    // The index would stop the second open attempt.
    weakens: 'drop index attempt_open',
    patience: SHORT,
    expects: ['P2'],
  },
]
