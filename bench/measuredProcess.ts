import { readFile } from 'node:fs/promises'
import type { Job, LoadResult } from '#bench/loadGenerator.ts'
import { startProcess } from '#tools/startProcess.ts'

/** A measured program in a process of its own. */
export interface MeasuredProcess {
  port: number
  /** Milliseconds of processor time since its start; NaN where the system does not report it. */
  processorTime(): Promise<number>
  stop(): Promise<unknown>
}

/**
 * Starts a program that sends `ready` on its IPC channel.
 * @param file path from the root of the repository
 */
export async function startMeasuredProcess(
  file: string,
  { port, args = [], env = {} }: { port: number; args?: string[]; env?: Record<string, string> },
): Promise<MeasuredProcess> {
  const { child, ready, stop } = startProcess(file, {
    args,
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdout: 'ignore',
    stderr: 'inherit',
    ipc: true,
  })
  await ready
  return { port, processorTime: () => processorTimeOf(child.pid ?? 0), stop: () => stop() }
}

/** The process that generates the load: one job at a time. */
export interface LoadGenerator {
  run(job: Job): Promise<LoadResult>
  stop(): Promise<unknown>
}

export function startLoadGenerator(): LoadGenerator {
  const { child, stop } = startProcess('bench/loadGenerator.ts', {
    stdout: 'inherit',
    stderr: 'inherit',
    ipc: true,
  })
  return {
    run: (job) =>
      new Promise((done, failed) => {
        const onExit = () => failed(new Error('El generador de carga se cayó.'))
        child.once('exit', onExit)
        child.once('message', (result) => {
          child.off('exit', onExit)
          done(result as LoadResult)
        })
        child.send(job)
      }),
    stop: () => stop(),
  }
}

/** Reads Linux's /proc, in hundredths of a second. */
async function processorTimeOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
  return (Number(user) + Number(system)) * 10
}
