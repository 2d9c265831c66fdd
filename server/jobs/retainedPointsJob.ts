import { processRetainedPoints } from '#db/loyalty/retainedPoints.ts'
import type { Job } from '#server/jobs/job.ts'

/** Takes the points of ended loyalties after 12 months: every hour, and a minute after a start. */
export const retainedPointsJob: Job = {
  queue: 'retained_points',
  concurrency: 1,
  pollSeconds: 10,
  schedule: { cron: '7 * * * *', secondsAfterStart: 60 },
  run: async ({ db, now, rrn, jobs }) => await processRetainedPoints(db, now(), rrn, { jobs }),
}
