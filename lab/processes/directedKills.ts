import { updateUser } from '#contract/user/updateUser.ts'
import type { Client } from '#lab/processes/client.ts'
import type { History } from '#lab/processes/history.ts'
import { type AttemptContext, runAttempt } from '#lab/processes/runAttempt.ts'
import type { PlannedAttempt } from '#lab/processes/workload.ts'
import type { startKillPoint } from '#testing/crashes/killPoint.ts'
import { queryRows } from '#testing/harness/databaseChecks.ts'
import type { KillableStack } from '#testing/harness/killableStack.ts'

/** More than the statements of a payment of server 0, from its opening to its return. */
const MAX_STEPS = 30
/** A charge that stands, and one whose return is altered. */
const CARDS = ['Crédito', 'Importe alterado'] as const

/** Attempts from which on a run kills after each step of both payments. */
const THOROUGH = 1000

/**
 * Payments of a debt each, by server 0, and the steps after which that server is killed. A short run kills
 * after each step of one of the two payments in turn: most of the time of a kill is the restart.
 */
export function planKills(plans: readonly PlannedAttempt[]) {
  const firstDebt = Math.max(...plans.map(({ debt }) => debt)) + 1
  const call = { server: 0, identity: 0, delayMs: 0, cutAfterMs: null } as const
  const kills = Array.from({ length: MAX_STEPS * CARDS.length }, (_, index) => ({
    steps: index % MAX_STEPS,
    plan: {
      number: plans.length + 2 + index,
      debt: firstDebt + index,
      tokenRequests: [{ ...call, singleInstallment: false }],
      page: 'pay',
      card: CARDS[Math.floor(index / MAX_STEPS)] ?? CARDS[0],
      submitTwice: false,
      returns: [{ ...call, data: 'own', byOtherPerson: false }],
      forgedWebhook: null,
      readsState: false,
    } satisfies PlannedAttempt,
  }))
  return plans.length < THOROUGH
    ? kills.filter(({ steps, plan }) => steps % 2 === CARDS.indexOf(plan.card))
    : kills
}
export type PlannedKill = ReturnType<typeof planKills>[number]

/** Runs the payments one after another. @returns how many kills there were */
export async function killBetweenStatements(
  kills: readonly PlannedKill[],
  {
    killPoint,
    stack,
    context,
  }: {
    killPoint: Awaited<ReturnType<typeof startKillPoint>>
    stack: KillableStack
    context: AttemptContext
  },
  onKill: (count: number) => void,
): Promise<number> {
  let count = 0
  for (const { plan, steps } of kills) {
    killPoint.arm(steps)
    await runAttempt(plan, context)
    // The restarted server connects through the same proxy.
    if (killPoint.wasReached()) onKill((count += 1))
    killPoint.arm()
    await stack.allServing()
  }
  return count
}

/**
 * P10: kills PostgreSQL at the moment at which a change is acknowledged that no later step repeats, as
 * the poll of a payment does, and compares the row.
 */
export async function killAtAcknowledgement(
  { processes: { postgres }, databaseUrl }: KillableStack,
  client: Client,
  history: History,
  number: number,
): Promise<void> {
  const address = `Rambla ${number}, Montevideo, Uruguay`
  const answer = await client.call(updateUser, { user: { address } })
  if (!answer) {
    // Its session, which was acknowledged, is lost.
    history.violations.P10.push({ personId: client.personId, refused: address })
    return
  }
  postgres.kill('SIGKILL')
  await postgres.serving()
  const { personId } = client
  const rows = await queryRows<{ address: string }>(
    databaseUrl,
    'select address from person where id = $1',
    [personId],
  )
  if (rows[0]?.address !== address)
    history.violations.P10.push({ personId, acknowledged: address, stored: rows[0]?.address })
}
