import type { Db } from '#db/core/db.ts'
import type { JobQueue } from '#db/jobs/queue.ts'

export interface PushQueue {
  jobs: Pick<JobQueue, 'addAll'>
}

export interface PushJobData {
  notification: string
  subscription: string
  /** ISO 8601; after it the notification is of no use. Left out: a day after it was created. */
  until?: string
}

/** Adds the jobs that push notifications to devices, in the transaction that stores the notifications. */
export async function addPushJobs({ jobs }: PushQueue, tx: Db, data: readonly PushJobData[]) {
  if (data.length > 0) await jobs.addAll(tx, 'push', data)
}
