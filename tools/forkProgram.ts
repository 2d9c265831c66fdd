import { type ChildProcess, type ForkOptions, fork } from 'node:child_process'
import { join } from 'node:path'

/** A program of this repository in a child process. */
export interface ForkedProgram {
  child: ChildProcess
  /**
   * Resolves with the first message that the program sends over IPC (`ready`).
   * Rejects with {@link ExitedBeforeReady} when the process ends first.
   */
  ready: Promise<unknown>
}

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

const root = join(import.meta.dirname, '..')

/**
 * Forks a program that reports over IPC when it is ready.
 * @param file path from the root of the repository, such as `server/main.ts`
 */
export function forkProgram(
  file: string,
  { args = [], ...options }: ForkOptions & { args?: string[] },
): ForkedProgram {
  const child = fork(join(root, file), args, { cwd: root, ...options })
  const ready = new Promise<unknown>((resolve, reject) => {
    child.once('message', resolve)
    child.once('error', reject)
    child.once('exit', (code, signal) => reject(new ExitedBeforeReady(file, code, signal)))
  })
  return { child, ready }
}

/** Sends SIGTERM and waits for the end; SIGKILL after `killAfterMs`, if given. */
export async function terminate(child: ChildProcess, killAfterMs?: number): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  const timer = killAfterMs ? setTimeout(() => child.kill('SIGKILL'), killAfterMs) : undefined
  await exited
  clearTimeout(timer)
}
