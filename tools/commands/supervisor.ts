import { type ChildProcess, fork } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'

/** A program that is kept running. */
export interface SupervisedProcess {
  /** Asks it to end and waits; it is not started again. */
  stop(): Promise<void>
}

/** It ended before it was ever ready, and has said why on its own. */
export class NotStarted extends Error {
  override name = 'NotStarted'
}

/** A program that fell this soon after its start is not helped by starting it at once. */
const HASTY = 5_000

/**
 * Starts a program that says `ready` on its channel, and starts it again whenever it falls.
 * @throws NotStarted when it ends by itself before it was ever ready
 */
export async function supervise(file: string, env: NodeJS.ProcessEnv): Promise<SupervisedProcess> {
  let stopping = false
  let child = await launch(file, env)
  const watch = (one: ChildProcess) => {
    one.once('exit', async (code, signal) => {
      if (stopping) return
      process.stderr.write(
        `surtidor: ${file.split('/').slice(-2).join('/')} se cayó (${signal ?? code}); lo levanto de nuevo.\n`,
      )
      for (let wait = 100; !stopping; wait = Math.min(wait * 2, HASTY)) {
        await sleep(wait)
        if (stopping) return
        try {
          child = await launch(file, env)
          if (stopping) child.kill('SIGTERM')
          else watch(child)
          return
        } catch {
          // It said why; the next try comes later.
        }
      }
    })
  }
  watch(child)
  return {
    stop: async () => {
      stopping = true
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = new Promise((done) => child.once('exit', done))
      child.kill('SIGTERM')
      await gone
    },
  }
}

function launch(file: string, env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  // A group of its own: Ctrl-C reaches the keeper alone, which ends everyone in order.
  const child = fork(file, { env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'], detached: true })
  return new Promise((done, failed) => {
    child.once('message', () => done(child))
    child.once('error', failed)
    child.once('exit', (_, signal) => {
      const name = file.split('/').slice(-2).join('/')
      failed(signal ? new Error(`${name} no arrancó (${signal}).`) : new NotStarted(name))
    })
  })
}
