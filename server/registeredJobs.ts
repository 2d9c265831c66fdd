import type { FastifyBaseLogger } from 'fastify'
import { answerClaims } from '#db/claims/answerClaims.ts'
import { matchProvenSales } from '#db/claims/matchProvenSales.ts'
import { warnOfLimits } from '#db/companies/vehicleLimits.ts'
import { inTransaction } from '#db/core/connection.ts'
import type { Db } from '#db/core/db.ts'
import { processExpirations } from '#db/loyalty/expirations.ts'
import { processRedemptionEnds } from '#db/loyalty/redemptionEnds.ts'
import { processRetainedPoints } from '#db/loyalty/retainedPoints.ts'
import { type PromotionJobData, sendSlice } from '#db/messaging/promotionSending.ts'
import { expireRequests } from '#db/payments/paymentRequests.ts'
import { purgeExpired } from '#db/retention.ts'
import { findUnusualTerminals } from '#db/stations/unusualTerminals.ts'
import { carRemindersJob } from '#server/car/carRemindersJob.ts'
import type { Context } from '#server/context.ts'
import { gatewayHealthJob } from '#server/gateway/gatewayHealthCheck.ts'
import { auditHeadJob } from '#server/jobs/auditHeadJob.ts'
import type { Job } from '#server/jobs/job.ts'
import { type JobRunner, startJobs } from '#server/jobs/jobRunner.ts'
import { mailJob, SEND_TIMEOUT_MS } from '#server/mail/mailJob.ts'
import { createSmtpTransport } from '#server/mail/smtpTransport.ts'
import { overdueEmailsJob } from '#server/operator/overdueEmailsJob.ts'
import { reconciliationJob } from '#server/payments/reconciliation/reconciliationJob.ts'
import { pushJob, pushSenders } from '#server/push/pushJob.ts'

/** Milliseconds between two log lines about an unreachable queue: every poll reports the failure. */
const QUIET_MS = 60_000

/** Deletes expired rows every hour, and a minute after a start. */
const retentionJob: Job = {
  queue: 'retention',
  schedule: { cron: '17 * * * *', secondsAfterStart: 60 },
  run: async ({ db, now }, _data, signal) => await purgeExpired(db, now(), signal),
}

/** Takes the points of ended loyalties after 12 months: every hour, and a minute after a start. */
const retainedPointsJob: Job = {
  queue: 'retained_points',
  schedule: { cron: '7 * * * *', secondsAfterStart: 60 },
  run: async ({ db, now, rrn, jobs }, _data, signal) =>
    await processRetainedPoints(db, now(), rrn, { jobs, signal }),
}

/** Answers the claims of reported sales, and matches sales with members that became known: every ten minutes, and 90 seconds after a start. */
const saleMatchingJob: Job = {
  queue: 'sale_matching',
  schedule: { cron: '4-59/10 * * * *', secondsAfterStart: 90 },
  run: async ({ db, now, rrn: nextRrn, jobs }, _data, signal) => {
    const inOwn = <T>(work: (tx: Db) => Promise<T>) => inTransaction(db, work)
    const matching = { now: now(), nextRrn, jobs, inTransaction: inOwn }
    await answerClaims(matching)
    return await matchProvenSales(matching, signal)
  },
}

/** Compares the day of each terminal with its past: every hour, and two minutes after a start. */
const unusualTerminalsJob: Job = {
  queue: 'unusual_terminals',
  schedule: { cron: '52 * * * *', secondsAfterStart: 120 },
  run: async ({ db, now }) => await findUnusualTerminals(db, now()),
}

/** Posts expired points, and warns of those that expire soon: every hour, and a minute after a start. */
const expirationJob: Job = {
  queue: 'points_expiration',
  schedule: { cron: '37 * * * *', secondsAfterStart: 60 },
  run: async ({ db, now, rrn, jobs }, _data, signal) =>
    await processExpirations(db, now(), { nextRrn: rrn, jobs, signal }),
}

/** Notifies the holders of companies whose vehicles near a limit: every hour, and two minutes after a start. */
const vehicleLimitsJob: Job = {
  queue: 'vehicle_limits',
  schedule: { cron: '27 * * * *', secondsAfterStart: 120 },
  run: async ({ db, now, jobs }, _data, signal) => await warnOfLimits(db, now(), { jobs, signal }),
}

/** Gives back what was reserved and not captured in time: every minute, and a minute after a start. */
const redemptionJob: Job = {
  queue: 'redemption_ends',
  schedule: { cron: '* * * * *', secondsAfterStart: 60 },
  run: async ({ db, now, jobs }, _data, signal) =>
    await processRedemptionEnds(db, now(), { jobs, signal }),
}

/** Ends the payment requests that were not paid in their time, of tills that ask no more: every minute. */
const requestExpirationJob: Job = {
  queue: 'request_expiration',
  schedule: { cron: '* * * * *', secondsAfterStart: 60 },
  run: async ({ db, now }) => ({ expired: await expireRequests(db, now()) }),
}

/** Announces promotions, slice by slice. */
const promotionJob: Job<PromotionJobData> = {
  queue: 'promotion',
  pollSeconds: 1,
  run: async (context, { promotion }) => ({
    notified: await sendSlice(context, promotion, context.now()),
  }),
}

/** The scheduled jobs that use the database alone. */
export const DATABASE_JOBS: readonly Job[] = [
  retentionJob,
  retainedPointsJob,
  saleMatchingJob,
  unusualTerminalsJob,
  expirationJob,
  vehicleLimitsJob,
  carRemindersJob,
  overdueEmailsJob,
  redemptionJob,
  requestExpirationJob,
  auditHeadJob,
]

export async function startBackgroundJobs(context: Context): Promise<JobRunner> {
  const { jobs, reconcile, mail } = context.config
  if (!jobs) return { stop: async () => {} }
  const kinds: Job[] = [...DATABASE_JOBS, promotionJob, pushJob(pushSenders(context.config))]
  if (reconcile) kinds.push(reconciliationJob, gatewayHealthJob)
  if (mail.smtpUrl) {
    const transport = createSmtpTransport({ ...mail, smtpUrl: mail.smtpUrl }, SEND_TIMEOUT_MS)
    kinds.push(mailJob(transport))
  }
  return await startJobs(context, kinds)
}

/** Logs the failures of the queue itself, at most one a minute. */
export function logQueueErrors(log: FastifyBaseLogger): (error: Error) => void {
  let quietUntil = 0
  return (error) => {
    const at = performance.now()
    if (at < quietUntil) return
    quietUntil = at + QUIET_MS
    log.error(
      { event: 'job.queue_unavailable', err: error },
      'The job queue cannot be read; due jobs run when the database answers again.',
    )
  }
}
