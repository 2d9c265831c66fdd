import { Worker } from 'node:worker_threads'
import type { KindName } from '#lab/kinds.ts'
import type { LabReport } from '#lab/labReport.ts'

/** A run on a migrated, empty database, as its thread gets it. */
export interface ThreadRun {
  kind: KindName
  databaseUrl: string
  seed: number
  attempts: number
  faultRate: number
  /** The name of a mutation of the kind. */
  mutation: string | undefined
  /** Ends after so many rounds; undefined: after all. */
  rounds: number | undefined
}

/** What a thread tells: how many attempts were made, or the report at the end. */
export type ThreadMessage = { attempts: number } | { report: LabReport }

/** Runs in a thread, which has the modules with their caches, and the driver of PostgreSQL, for itself. */
export async function runInThread(
  run: ThreadRun,
  onProgress: (attempts: number) => void = () => {},
): Promise<LabReport> {
  const thread = new Worker(new URL('./labThread.ts', import.meta.url), { workerData: run })
  return await new Promise((resolve, reject) => {
    thread.on('error', reject)
    thread.on('exit', (code) => reject(new Error(`the thread ended with ${code} and no report`)))
    thread.on('message', (message: ThreadMessage) => {
      if ('report' in message) resolve(message.report)
      else onProgress(message.attempts)
    })
  })
}
