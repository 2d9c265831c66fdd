import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { forkProgram, terminate } from '#tools/forkProgram.ts'

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
  let child = await start(file, env)
  const watch = (current: ChildProcess) => {
    current.once('exit', async (code, signal) => {
      if (stopping) return
      process.stderr.write(`surtidor: ${file} terminó (${signal ?? code}); se reinicia.\n`)
      for (let delay = 100; !stopping; delay = Math.min(delay * 2, MAX_RESTART_DELAY_MS)) {
        await sleep(delay)
        if (stopping) return
        try {
          child = await start(file, env)
          if (stopping) child.kill('SIGTERM')
          else watch(child)
          return
        } catch {
          // The program has printed its reason on the shared stderr.
        }
      }
    })
  }
  watch(child)
  return {
    stop: async (withinMs) => {
      stopping = true
      await terminate(child, withinMs)
    },
  }
}

async function start(file: string, env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  // detached gives the child its own process group: Ctrl-C signals only this process, which then
  // stops the programs in order.
  const { child, ready } = forkProgram(file, {
    env,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    detached: true,
  })
  await ready
  return child
}
