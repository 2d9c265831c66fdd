import { setTimeout as sleep } from 'node:timers/promises'
import type { History } from '#lab/evidence/history.ts'
import { untilNothing } from '#lab/processes/untilNothing.ts'
import type { KillableStack, ProcessName } from '#testing/harness/killableStack.ts'
import type { Watchdog } from '#testing/harness/runWithPostgres.ts'

/** When each one begins, as a part of the run; the last third of a run has none. */
const SCHEDULE: readonly [part: number, process: ProcessName, signal: NodeJS.Signals][] = [
  // A rolling restart: the second server is stopped once the first serves again.
  [0.15, 'server 0', 'SIGTERM'],
  [0.15, 'server 1', 'SIGTERM'],
  // A restart in order, which ends the transactions under way.
  [0.4, 'postgres', 'SIGINT'],
  [0.55, 'postgres', 'SIGKILL'],
]
/** From this part of a run on nothing is restarted: memory and connections are compared. */
export const QUIET_FROM = 0.65

/** Restarts by the schedule; resolves after the last one. */
export async function restartBySchedule(
  { processes, servers }: KillableStack,
  history: History,
  watchdog: Watchdog,
  seconds: number,
): Promise<void> {
  const startedAt = performance.now()
  for (const [part, name, signal] of SCHEDULE) {
    await sleep(Math.max(0, startedAt + part * seconds * 1000 - performance.now()))
    watchdog.note(`${signal} a ${name}`)
    const from = performance.now()
    processes[name].kill(signal)
    await processes[name].serving()
    await untilReady(servers)
    if (name === 'postgres') history.outages.push({ from, until: performance.now() })
  }
}

const READY_TIMEOUT_MS = 60_000

/** Waits until the servers reach their database. */
export async function untilReady(servers: readonly string[]): Promise<void> {
  const countNotReady = async () => {
    const signal = AbortSignal.timeout(5_000)
    const answers = await Promise.all(
      servers.map((server) => fetch(`${server}/readyz`, { signal }).catch(() => null)),
    )
    // The time may be over between the head of an answer and its body.
    for (const answer of answers) await answer?.text().catch(() => '')
    return answers.filter((answer) => !answer?.ok).length
  }
  const left = await untilNothing(countNotReady, READY_TIMEOUT_MS)
  if (left > 0) throw new Error(`${left} servidores no llegan a la base`)
}
