import { settleKeptPoints } from '#db/loyalty/keptPoints.ts'
import type { Job } from '#server/jobs/job.ts'

/** Takes the points of ended memberships after 12 months: every hour, and a minute after a start. */
export const keptPointsJob: Job = {
  queue: 'kept_points',
  concurrency: 1,
  pollSeconds: 10,
  schedule: { cron: '7 * * * *', secondsAfterStart: 60 },
  run: async ({ db, now, rrn }) => await settleKeptPoints(db, now(), rrn),
}
