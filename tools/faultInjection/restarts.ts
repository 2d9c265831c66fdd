import { setTimeout as sleep } from 'node:timers/promises'
import { withDeadline } from '#testing/harness/deadline.ts'
import type { KillableStack } from '#testing/harness/killableStack.ts'
import type { Watchdog } from '#testing/harness/runGuarded.ts'
import type { CallRecorder } from '#tools/faultInjection/callRecorder.ts'

type Restart = (stack: KillableStack, recorder: CallRecorder) => Promise<void>

/** When each one begins, as a part of the run; the last third of a run has none. */
const SCHEDULE: readonly [part: number, name: string, restart: Restart][] = [
  [0.15, 'reinicio de un servidor tras otro', restartServers],
  [0.4, 'reinicio de PostgreSQL', (...run) => interruptDatabase('SIGINT', ...run)],
  [0.55, 'PostgreSQL terminado con kill -9', (...run) => interruptDatabase('SIGKILL', ...run)],
]
/** From this part of a run on nothing is restarted: memory and connections are compared. */
export const QUIET_FROM = 0.65

/** Restarts by the schedule; resolves after the last one. */
export async function restartBySchedule(
  stack: KillableStack,
  recorder: CallRecorder,
  watchdog: Watchdog,
  seconds: number,
): Promise<void> {
  const startedAt = performance.now()
  for (const [part, name, restart] of SCHEDULE) {
    await sleep(Math.max(0, startedAt + part * seconds * 1000 - performance.now()))
    watchdog.note(name)
    await restart(stack, recorder)
  }
}

/** A rolling restart: the second server is stopped once the first serves again. */
async function restartServers({ processes, servers }: KillableStack): Promise<void> {
  for (const index of [0, 1] as const) {
    const server = processes[`server ${index}`]
    server.kill('SIGTERM')
    await server.serving()
    await untilReady(servers[index])
  }
}

/** @param signal SIGINT: a restart in order, which ends the transactions under way */
async function interruptDatabase(
  signal: 'SIGINT' | 'SIGKILL',
  { processes, servers }: KillableStack,
  recorder: CallRecorder,
): Promise<void> {
  const from = performance.now()
  processes.postgres.kill(signal)
  await processes.postgres.serving()
  await Promise.all(servers.map(untilReady))
  recorder.outages.push({ from, until: performance.now() })
}

const READY_TIMEOUT_MS = 60_000
const READY_INTERVAL_MS = 100

/** Waits until a server reaches its database. */
export async function untilReady(server: string): Promise<void> {
  let over = false
  const poll = async () => {
    while (!over) {
      const signal = AbortSignal.timeout(5_000)
      const response = await fetch(`${server}/readyz`, { signal }).catch(() => null)
      await response?.text()
      if (response?.ok) return
      await sleep(READY_INTERVAL_MS)
    }
  }
  await withDeadline(`${server} llegue a la base`, READY_TIMEOUT_MS, poll()).finally(() => {
    over = true
  })
}
