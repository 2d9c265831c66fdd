import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** A program of this repository that runs as a child process of the test. */
export interface RunningProgram {
  process: ChildProcess
  /** What it has written so far to stdout and stderr, in order of arrival. */
  output: () => string
  /** Resolves with the exit code; null when a signal ended it. */
  ended: Promise<number | null>
  /** Resolves once the output contains the text, or the program has ended. */
  printed: (text: string) => Promise<void>
  /** Sends the signal unless the program has ended, and resolves with the exit code. */
  stop: (signal?: NodeJS.Signals) => Promise<number | null>
}

/**
 * Runs a program with the Node of the test.
 * @param program path from the root of the repository, followed by its arguments
 */
export function startProgram(
  [program, ...args]: [program: string, ...args: string[]],
  env: NodeJS.ProcessEnv,
): RunningProgram {
  const child = spawn(process.execPath, [join(root, program), ...args], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  // `close` and not `exit`: only then has all output arrived.
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return {
    process: child,
    output: () => output,
    ended,
    printed: async (text) => {
      const found = new Promise<void>((resolve) => {
        const check = () => {
          if (output.includes(text)) resolve()
        }
        check()
        for (const stream of [child.stdout, child.stderr]) stream.on('data', check)
      })
      await Promise.race([found, ended])
    },
    stop: (signal = 'SIGTERM') => {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal)
      return ended
    },
  }
}
