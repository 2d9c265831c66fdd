import { type ChildProcess, fork } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { Job, LoadResult } from '#bench/loadGenerator.ts'

/** A program under measurement, in a process of its own. */
export interface MeasuredProcess {
  port: number
  /** Milliseconds of processor time that it has used since its start. */
  processor(): Promise<number>
  stop(): Promise<void>
}

/**
 * Starts a program that says `ready` on its channel and ends when the channel closes.
 * @param file from the root of the house
 */
export async function startMeasuredProcess(
  file: string,
  { port, args = [], env = {} }: { port: number; args?: string[]; env?: Record<string, string> },
): Promise<MeasuredProcess> {
  const child = fork(join(import.meta.dirname, '..', file), args, {
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  await new Promise<void>((done, failed) => {
    child.once('message', () => done())
    child.once('exit', (code) => failed(new Error(`${file} no arrancó (código ${code}).`)))
  })
  return {
    port,
    processor: () => processorOf(child.pid ?? 0),
    stop: () => end(child),
  }
}

/** Where load comes from: one process for all the contestants, one stretch after another. */
export interface LoadGenerator {
  run(job: Job): Promise<LoadResult>
  stop(): Promise<void>
}

export function startLoadGenerator(): LoadGenerator {
  const child = fork(join(import.meta.dirname, 'loadGenerator.ts'), { stdio: 'inherit' })
  return {
    run: (job) =>
      new Promise((done, failed) => {
        const fell = () => failed(new Error('El generador de carga se cayó.'))
        child.once('exit', fell)
        child.once('message', (seen) => {
          child.off('exit', fell)
          done(seen as LoadResult)
        })
        child.send(job)
      }),
    stop: () => end(child),
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((done) => child.once('exit', done))
  child.disconnect()
  await gone
}

/** Linux counts in hundredths of a second; elsewhere it is not known, and said so by NaN. */
async function processorOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
  return (Number(user) + Number(system)) * 10
}

/** A port that nobody holds now. */
export function freePort(): Promise<number> {
  const probe = createServer()
  return new Promise((done) => {
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => done(port))
    })
  })
}
