import { parentPort, workerData } from 'node:worker_threads'
import { type KindName, kindOf } from '#lab/kinds.ts'
import type { LabReport } from '#lab/labReport.ts'

/** A run as a thread gets it. */
export interface ThreadRun {
  kind: KindName
  databaseUrl: string
  seed: number
  attempts: number
  faultRate: number
  /** The name of a mutation of the kind. */
  mutation: string | undefined
}

/** What a thread tells: how many attempts were made, or the report at the end. */
export type ThreadMessage = { attempts: number } | { report: LabReport }

const { kind, databaseUrl, mutation, ...run } = workerData as ThreadRun
const tell = (message: ThreadMessage) => parentPort?.postMessage(message)
const { attack, mutations } = kindOf(kind)
const removed = mutations.find(({ name }) => name === mutation)
const report = await attack(databaseUrl, {
  ...run,
  ...(removed && { mutation: removed }),
  onProgress: (attempts) => tell({ attempts }),
})
tell({ report })
