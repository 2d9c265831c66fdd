import { setTimeout as sleep } from 'node:timers/promises'
import { withDeadline } from '#testing/harness/deadline.ts'
import type { KillableProcess } from '#testing/harness/killableProcess.ts'
import type { Watchdog } from '#testing/harness/runGuarded.ts'
import type { CallRecorder } from '#tools/soak/callRecorder.ts'

/** What is restarted while the load goes on. */
export interface RestartedSystem {
  servers: readonly [string, string]
  programs: readonly [KillableProcess, KillableProcess]
  cluster: KillableProcess
  recorder: CallRecorder
  watchdog: Watchdog
}

/** When each one begins, as a part of the run; the last third of a run is undisturbed. */
const SCHEDULE: readonly [
  part: number,
  name: string,
  disturb: (system: RestartedSystem) => Promise<void>,
][] = [
  [0.15, 'reinicio de un servidor tras otro', restartServers],
  [0.4, 'reinicio de PostgreSQL', (system) => interruptDatabase(system, 'SIGINT')],
  [0.55, 'PostgreSQL terminado con kill -9', (system) => interruptDatabase(system, 'SIGKILL')],
]
/** From this part of a run on nothing is restarted: memory and connections are compared. */
export const QUIET_FROM = 0.65

/** Disturbs the system by the schedule; resolves after the last one. */
export async function disturb(system: RestartedSystem, seconds: number): Promise<void> {
  const startedAt = performance.now()
  for (const [part, name, run] of SCHEDULE) {
    await sleep(Math.max(0, startedAt + part * seconds * 1000 - performance.now()))
    system.watchdog.note(name)
    await run(system)
  }
}

/** A rolling restart: the second server is stopped once the first serves again. */
async function restartServers({ programs, servers }: RestartedSystem): Promise<void> {
  for (const [index, program] of programs.entries()) {
    program.kill('SIGTERM')
    await program.serving()
    await untilReady(servers[index] ?? '')
  }
}

/** @param signal SIGINT: a restart in order, which ends the transactions under way */
async function interruptDatabase(
  { cluster, servers, recorder }: RestartedSystem,
  signal: 'SIGINT' | 'SIGKILL',
): Promise<void> {
  const from = performance.now()
  cluster.kill(signal)
  await cluster.serving()
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
      const response = await fetch(`${server}/readyz`, {
        signal: AbortSignal.timeout(5_000),
      }).catch(() => null)
      await response?.text()
      if (response?.ok) return
      await sleep(READY_INTERVAL_MS)
    }
  }
  try {
    await withDeadline(`${server} llegue a la base`, READY_TIMEOUT_MS, poll())
  } finally {
    over = true
  }
}
