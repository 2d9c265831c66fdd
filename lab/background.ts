import { DAY_MS, HOUR_MS } from '#contract/dates.ts'
import { connectionLoss } from '#db/core/sqlErrors.ts'
import type { SeededRandom } from '#db/demo/seededRandom.ts'
import { leaseDueAttempts } from '#db/payments/attemptPolling.ts'
import type { Lab } from '#lab/caller.ts'
import type { LabStack } from '#lab/inProcess/labStack.ts'
import { summary } from '#sandbox/controlApi.ts'
import { updatedReferenceLists } from '#server/http/updatedReferenceLists.ts'
import { pollAttempt } from '#server/payments/outcome/pendingPaymentPoller.ts'
import { DATABASE_JOBS } from '#server/registeredJobs.ts'
import { insertSessions } from '#testing/fixtures/personSessions.ts'

/** Polls what is due, some rounds. @param pauseMs the milliseconds before each */
export async function poll(
  { server: { context }, clock, interleaver }: LabStack,
  rounds: number,
  pauseMs = 10_000,
): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    await interleaver.step('poll', async () => clock.advance(pauseMs))
    const now = context.now()
    const until = new Date(now.getTime() + 30_000)
    const due = await leaseDueAttempts(context.db, { now, until, count: 12 }).catch(() => [])
    await Promise.all(due.map((attempt) => pollAttempt(context, attempt)))
  }
}

/**
 * Runs one of the jobs of the server. Several tasks may run the same one: a process that is taken for dead and the one
 * that takes the job over do. A job that loses its connection runs again another time.
 */
export async function runJob(
  { server: { context }, history }: Lab,
  random: SeededRandom,
): Promise<void> {
  const job = random.oneOf(DATABASE_JOBS)
  const { signal } = new AbortController()
  try {
    await job.run(context, {}, signal)
    history.counts.add(`job ${job.queue}`)
  } catch (error) {
    if (!connectionLoss(error))
      history.violations.X8.push({ queue: job.queue, error: String(error) })
  }
}

/** Lets the time of the gateway's timers come, one after another: its webhooks, voids and late answers. */
export async function runTimers(
  { clock, interleaver }: LabStack,
  goesOn: () => boolean,
): Promise<void> {
  while (goesOn())
    await interleaver.step('timer', async () => {
      const next = clock.next()
      if (next !== undefined && next < HOUR_MS) clock.runNext()
    })
}

/** Lets every message arrive and every poll happen. */
export async function runToTheEnd(
  lab: LabStack,
  { rounds = 60, isPolled = true } = {},
): Promise<void> {
  const { clock } = lab
  for (let round = 0; round < rounds; round += 1) {
    await lab.interleaver.runAll({
      gateway: () => runTimers(lab, () => (clock.next() ?? DAY_MS) < HOUR_MS),
      poller: () => poll(lab, isPolled ? 3 : 0),
    })
    lab.clock.advance(HOUR_MS)
  }
}

export type Tasks = Record<string, () => Promise<unknown>>

/** Milliseconds between two polls: no request of a till expires before it is paid. */
const POLL_MS = 2_000

/** Tasks of a round, and what runs until they have ended: the timers of the gateway, and the poller. */
export function withBackground(lab: LabStack, tasks: Tasks, isPolled = true): Tasks {
  let running = Object.keys(tasks).length
  const all: Tasks = {}
  for (const [name, work] of Object.entries(tasks))
    all[name] = () => work().finally(() => (running -= 1))
  const isRunning = () => running > 0
  return {
    ...all,
    gateway: () => runTimers(lab, isRunning),
    ...(isPolled && {
      async poller() {
        while (isRunning()) await poll(lab, 1, POLL_MS)
      },
    }),
  }
}

/** Runs tasks of people with sessions as a round, beside the gateway's timers and the poller; a minute passes. */
export async function runRound(
  lab: LabStack,
  people: readonly string[],
  tasks: Tasks,
  isPolled = true,
): Promise<void> {
  const { server, clock, interleaver, monitor } = lab
  // A call waits a second of the machine's time at most for the use of its session, which is written every hour.
  await insertSessions(monitor, people, clock.date())
  // The lists are fresh for a minute: no task waits for another one that reads them.
  await updatedReferenceLists(server.context, '')
  await interleaver.runRound(withBackground(lab, tasks, isPolled))
  clock.advance(60_000)
}

/** The payments of the gateway. */
export const chargesOf = ({ gateway, clock }: LabStack) =>
  Array.from(gateway.store.all(), (entry) => summary(entry, clock.now()))
