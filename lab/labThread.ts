import { parentPort, workerData } from 'node:worker_threads'
import { kindOf } from '#lab/kinds.ts'
import type { ThreadMessage, ThreadRun } from '#lab/runInThread.ts'

const { kind, databaseUrl, mutation, rounds, ...run } = workerData as ThreadRun
const tell = (message: ThreadMessage) => parentPort?.postMessage(message)
const { attack, mutations } = kindOf(kind)
const removed = mutations.find(({ name }) => name === mutation)
const report = await attack(databaseUrl, {
  ...run,
  ...(removed && { mutation: removed }),
  ...(rounds && { rounds }),
  onProgress: (attempts) => tell({ attempts }),
})
tell({ report })
