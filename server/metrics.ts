import { setTimeout as sleep } from 'node:timers/promises'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { DISCREPANCY_KINDS } from '#contract/entities/reconciliation.ts'
import { TRACED_REASONS } from '#server/http/errors.ts'

/** How long a reading of the metrics waits for the database, in milliseconds. */
const HEALTH_READ_MS = 1_000

/** The metrics that Prometheus reads at `/metrics`, on a port of their own. */
export interface Metrics {
  registry: Registry
  /** Answers by call and code (a response code, or an HTTP status). */
  calls: Counter<'call' | 'code'>
  /** Seconds from the end of the request to the answer. */
  seconds: Histogram<'call'>
  /** Payment attempts that reached a state. */
  attempts: Counter<'state'>
  /** Calls refused for a reason that may be an attack's. */
  refused: Counter<'reason'>
  /** Calls refused because a page of another site made them. */
  refusedSites: Counter
  /** Gateway messages that were refused, by reason. */
  refusedMessages: Counter<'reason'>
  /** Attempts without an outcome. */
  openAttempts: Gauge
  /** Discrepancies found by the nightly reconciliation, by kind. */
  gatewayDiscrepancies: Counter<'kind'>
  /** 1 when the gateway answered the last signed echo of any process, else 0; NaN: unknown. */
  gatewayUp: Gauge
  /** Tries to push a notification to a device, by what became of them. */
  pushes: Counter<'platform' | 'result'>
  /** Seconds for which the oldest push has been due; NaN: unknown. */
  pushOverdue: Gauge
  /** Seconds that background jobs ran, by how they ended; its count is the number of jobs. */
  jobSeconds: Histogram<'job' | 'result'>
}

/**
 * Creates the metrics in a registry of their own: two servers in one process do not share counts.
 * @param gatewayHealth whether the gateway answered the last echo of any process; null: unknown
 * @param pushOverdue seconds for which the oldest push has been due
 */
export function createMetrics(
  gatewayHealth: () => Promise<boolean | null>,
  pushOverdue: () => Promise<number>,
): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const gatewayDiscrepancies = new Counter({
    name: 'surtidor_gateway_discrepancies',
    help: 'Discrepancies that the nightly reconciliation with the gateway found, by kind',
    labelNames: ['kind'],
    registers,
  })
  const refused = new Counter({
    name: 'surtidor_refused_total',
    help: 'Refused logins, passwords, codes, second factors and roles, and HTTP 429, by reason',
    labelNames: ['reason'],
    registers,
  })
  // Counters that start at 0 let a monitor see the first increase.
  for (const reason of TRACED_REASONS) refused.inc({ reason }, 0)
  const pushes = new Counter({
    name: 'surtidor_pushes_total',
    help: 'Tries to push a notification to a device, by platform and result',
    labelNames: ['platform', 'result'],
    registers,
  })
  for (const result of ['sent', 'gone', 'refused', 'unauthorised', 'retry', 'expired'])
    pushes.inc({ platform: 'web', result }, 0)
  for (const kind of DISCREPANCY_KINDS) gatewayDiscrepancies.inc({ kind }, 0)
  return {
    registry,
    gatewayDiscrepancies,
    calls: new Counter({
      name: 'surtidor_calls_total',
      help: 'Answers by call and code',
      labelNames: ['call', 'code'],
      registers,
    }),
    seconds: new Histogram({
      name: 'surtidor_call_seconds',
      help: 'Time to answer, by call',
      labelNames: ['call'],
      buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
      registers,
    }),
    attempts: new Counter({
      name: 'surtidor_payment_attempts_total',
      help: 'Payment attempts by state reached',
      labelNames: ['state'],
      registers,
    }),
    refused,
    refusedSites: new Counter({
      name: 'surtidor_cross_site_refused_total',
      help: 'Calls refused because the page of another site made them',
      registers,
    }),
    refusedMessages: new Counter({
      name: 'surtidor_gateway_messages_refused_total',
      help: 'Gateway messages refused, by reason',
      labelNames: ['reason'],
      registers,
    }),
    openAttempts: new Gauge({
      name: 'surtidor_open_attempts',
      help: 'Payment attempts without a known outcome',
      registers,
    }),
    gatewayUp: new Gauge({
      name: 'surtidor_gateway_up',
      help: 'Whether the gateway answered the last signed echo of any process; NaN: unknown',
      registers,
      // A database that fails or hangs must not delay the other metrics.
      async collect() {
        const up = await Promise.race([
          gatewayHealth().catch(() => null),
          sleep(HEALTH_READ_MS, null, { ref: false }),
        ])
        this.set(up === null ? Number.NaN : Number(up))
      },
    }),
    pushes,
    pushOverdue: new Gauge({
      name: 'surtidor_push_overdue_seconds',
      help: 'Seconds for which the oldest push has been due; NaN: unknown',
      registers,
      async collect() {
        const seconds = await Promise.race([
          pushOverdue().catch(() => Number.NaN),
          sleep(HEALTH_READ_MS, Number.NaN, { ref: false }),
        ])
        this.set(seconds)
      },
    }),
    jobSeconds: new Histogram({
      name: 'surtidor_job_seconds',
      help: 'Time that a background job ran, by job and result (completed, failed, given_up)',
      labelNames: ['job', 'result'],
      buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300, 1_800],
      registers,
    }),
  }
}
