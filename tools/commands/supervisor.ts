import { setTimeout as sleep } from 'node:timers/promises'
import { type StartedProcess, startProcess } from '#tools/startProcess.ts'

/** A program that is restarted whenever it ends. */
export interface SupervisedProcess {
  /** Sends SIGTERM and waits for the exit, SIGKILL after `withinMs`; the program is not restarted. */
  stop(withinMs: number): Promise<void>
}

/** The longest delay between two restarts, in milliseconds; the first is 100. */
const MAX_RESTART_DELAY_MS = 5_000

/**
 * Starts a program that sends `ready` over IPC, and restarts it whenever it ends.
 * @param file path from the root of the repository
 * @throws ExitedBeforeReady when the first start fails
 */
export async function supervise(file: string, env: NodeJS.ProcessEnv): Promise<SupervisedProcess> {
  let stopping = false
  let current: StartedProcess
  const start = async () => {
    // detached: this process stops its programs in order, whatever signal the terminal sends.
    current = startProcess(file, {
      env,
      stdout: 'inherit',
      stderr: 'inherit',
      ipc: true,
      detached: true,
    })
    await current.ready
    current.child.once('exit', async (code, signal) => {
      if (stopping) return
      process.stderr.write(`surtidor: ${file} terminó (${signal ?? code}); se reinicia.\n`)
      for (let delay = 100; !stopping; delay = Math.min(delay * 2, MAX_RESTART_DELAY_MS)) {
        await sleep(delay)
        if (stopping) return
        // A program that does not start has printed its reason on the shared stderr.
        const started = await start().then(
          () => true,
          () => false,
        )
        if (started) return
      }
    })
  }
  await start()
  return {
    stop: async (withinMs) => {
      stopping = true
      await current.stop({ killAfterMs: withinMs })
    },
  }
}
