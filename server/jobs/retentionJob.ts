import { purgeExpired } from '#db/retention.ts'
import type { Job } from '#server/jobs/job.ts'

/** Deletes expired rows every hour, and a minute after a start. */
export const retentionJob: Job = {
  queue: 'retention',
  concurrency: 1,
  pollSeconds: 10,
  schedule: { cron: '17 * * * *', secondsAfterStart: 60 },
  run: async ({ db, now }) => await purgeExpired(db, now()),
}
