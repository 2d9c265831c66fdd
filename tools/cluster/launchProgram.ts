import { spawn } from 'node:child_process'
import { openSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { asNonRoot } from '#db/postgres/embeddedPostgres.ts'
import { endingWithParent } from '#db/postgres/endWithParentCommand.ts'
import type { Launched } from '#tools/supervise.ts'

/** Milliseconds between two questions whether a program serves. */
const POLL_MS = 200

interface ClusterProgram {
  /** Name in the messages. */
  name: string
  /** The program and its arguments; it stays in the foreground. */
  command: string[]
  env?: NodeJS.ProcessEnv
  /** Words of a command in front, such as one that chooses the network. */
  within?: readonly string[]
  /** File at whose end its output is written. */
  log: string
  /** How it runs when this process is root. */
  as: Awaited<ReturnType<typeof asNonRoot>>
  /** Rejects as long as it does not serve. */
  serves: () => Promise<unknown>
  /** Milliseconds that it gets to stop before it is killed. */
  killAfterMs: number
}

/** Starts a program of the system, which ends when this process ends, however that ends. */
export function launchProgram(program: ClusterProgram): Launched {
  const { name, command, env = {}, within = [], log, as, serves, killAfterMs } = program
  const [shell = '', ...script] = endingWithParent(command, killAfterMs)
  const [file = '', ...args] = [...within, ...as.command(shell, script).flat()]
  const output = openSync(log, 'a')
  const child = spawn(file, args, {
    ...as.options,
    env: { PATH: process.env.PATH, LANG: 'C.UTF-8', ...env },
    // The input stays open as long as this process lives.
    stdio: ['pipe', output, output],
    // A process group of its own: Ctrl-C does not reach it before the servers have finished their calls.
    detached: true,
  })
  let hasEnded = false
  const ended = new Promise<void>((done) => {
    child.once('error', () => done())
    child.once('exit', () => done())
  }).then(() => (hasEnded = true))
  const ready = async () => {
    for (;;) {
      if (hasEnded) throw new Error(`${name} terminó antes de servir; la causa está en ${log}.`)
      const isServing = await serves().then(
        () => true,
        () => false,
      )
      if (isServing) return
      await sleep(POLL_MS)
    }
  }
  return {
    ready: ready(),
    ended,
    kill: (signal) => void child.kill(signal),
    stop: async () => {
      child.kill()
      const timer = setTimeout(() => child.kill('SIGKILL'), killAfterMs)
      await ended
      clearTimeout(timer)
    },
  }
}
