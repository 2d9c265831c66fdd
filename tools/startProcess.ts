import { type ChildProcess, type IOType, spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'

/** The process ended before it was ready. */
export class ExitedBeforeReady extends Error {
  override name = 'ExitedBeforeReady'
  /** The signal that ended it; null when it exited by itself, after printing its reason. */
  readonly signal: NodeJS.Signals | null
  constructor(file: string, code: number | null, signal: NodeJS.Signals | null) {
    super(`${file} no arrancó (${signal ?? `código ${code}`}).`)
    this.signal = signal
  }
}

export interface ProcessOptions {
  args?: string[]
  /** Words of a command in front, such as one that chooses the network. */
  within?: readonly string[]
  /** The whole environment; by default this process's own. */
  env?: NodeJS.ProcessEnv
  /** By default pipes, whose text is kept. A number is an open file. */
  stdout?: IOType | number
  stderr?: IOType | number
  /** Opens a channel over which the program reports when it is ready; it ends when the channel closes. */
  ipc?: boolean
  /** A process group of its own: Ctrl-C then signals only this process. */
  detached?: boolean
  /** `pipe` is open as long as this process lives; by default there is none. */
  stdin?: 'pipe' | 'inherit'
  /** The user that it runs as. */
  uid?: number
  gid?: number
  /** Rejects as long as it does not serve; by default the program says over its channel that it does. */
  serves?: () => Promise<unknown>
  /** Milliseconds that it gets to stop; by default as many as it takes. */
  killAfterMs?: number
}

const root = join(import.meta.dirname, '..')
/** Every program of ours loads in less time with it. */
const RESOLVE_ONCE = pathToFileURL(join(root, 'db/core/registerResolveOnce.ts')).href

/** Milliseconds between two questions whether a program serves. */
const POLL_MS = 200

/**
 * Starts a program with the Node of this process, in the root of the repository.
 * @param file path from there, such as `server/main.ts`
 */
export function startProcess(file: string, options: ProcessOptions = {}) {
  const { args = [], within = [], ...more } = options
  const node = [process.execPath, '--import', RESOLVE_ONCE]
  return startProgram(file, [...within, ...node, join(root, file), ...args], more)
}

/**
 * Starts a command.
 * @param name in the messages
 */
export function startProgram(
  name: string,
  [program = '', ...words]: string[],
  options: Omit<ProcessOptions, 'args' | 'within'>,
) {
  const { stdin = 'ignore', stdout = 'pipe', stderr = 'pipe', ipc, ...others } = options
  const { killAfterMs, serves, ...more } = others
  const child = spawn(program, words, {
    cwd: root,
    ...more,
    stdio: [stdin, stdout, stderr, ...(ipc ? ['ipc' as const] : [])],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  const ready = new Promise<unknown>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => reject(new ExitedBeforeReady(name, code, signal)))
    if (serves) void untilServing(child, serves).then(resolve)
    else child.once('message', resolve)
  })
  // Not every caller waits for it.
  ready.catch(() => {})
  // `close` and not `exit`: only then has all output arrived.
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return {
    child,
    /** Resolves when it serves, with the first message of its channel. @throws ExitedBeforeReady */
    ready,
    /** Its output so far on stdout and stderr, in order of arrival, as far as they are pipes. */
    output: () => output,
    /** Resolves when it has ended and all its output has arrived; null when a signal ended it. */
    ended,
    /** Resolves once the output contains the text, or the program has ended. */
    printed: async (text: string) => {
      const found = new Promise<void>((resolve) => {
        const check = () => {
          if (output.includes(text)) resolve()
        }
        check()
        for (const stream of [child.stdout, child.stderr]) stream?.on('data', check)
      })
      await Promise.race([found, ended])
    },
    kill: (signal: NodeJS.Signals) => void child.kill(signal),
    /** Sends SIGTERM, and SIGKILL after `killAfterMs`. @returns the exit code */
    stop: async () => {
      child.kill()
      const timer = killAfterMs && setTimeout(() => child.kill('SIGKILL'), killAfterMs)
      const code = await ended
      clearTimeout(timer)
      return code
    },
  }
}

async function untilServing(child: ChildProcess, serves: () => Promise<unknown>): Promise<void> {
  while (child.exitCode === null && child.signalCode === null) {
    const isServing = await serves().then(
      () => true,
      () => false,
    )
    if (isServing) return
    await sleep(POLL_MS)
  }
}
