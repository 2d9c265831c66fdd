import { setTimeout as sleep } from 'node:timers/promises'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { DISCREPANCY_KINDS } from '#contract/entities/reconciliation.ts'
import { REFUSAL_EVENTS } from '#server/http/refusalEvents.ts'

/** How long a reading of the metrics waits for the database, in milliseconds. */
const HEALTH_READ_MS = 1_000

/** The metrics that Prometheus reads at `/metrics`, on a port of their own. */
export type Metrics = ReturnType<typeof createMetrics>

/**
 * Creates the metrics in a registry of their own: two servers in one process do not share counts.
 * @param gatewayHealth whether the gateway answered the last echo of any process; null: unknown
 * @param pushOverdue seconds for which the oldest push has been due
 */
export function createMetrics(
  gatewayHealth: () => Promise<boolean | null>,
  pushOverdue: () => Promise<number>,
) {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const counter = <const Label extends string>(name: string, help: string, ...labels: Label[]) =>
    new Counter({ name, help, labelNames: labels, registers })
  /** A gauge that is read from the database, which must not delay the other metrics: NaN without an answer. */
  const readGauge = (name: string, help: string, read: () => Promise<number>) =>
    new Gauge({
      name,
      help: `${help}; NaN: unknown`,
      registers,
      async collect() {
        const unknown = sleep(HEALTH_READ_MS, Number.NaN, { ref: false })
        this.set(await Promise.race([read().catch(() => Number.NaN), unknown]))
      },
    })
  const metrics = {
    registry,
    gatewayDiscrepancies: counter(
      'surtidor_gateway_discrepancies_total',
      'Discrepancies that the nightly reconciliation with the gateway found, by kind',
      'kind',
    ),
    calls: counter('surtidor_calls_total', 'Answers by call and code', 'call', 'code'),
    seconds: new Histogram({
      name: 'surtidor_call_seconds',
      help: 'Time to answer, by call',
      labelNames: ['call'],
      buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
      registers,
    }),
    attempts: counter(
      'surtidor_payment_attempts_total',
      'Payment attempts by state reached',
      'state',
    ),
    refused: counter(
      'surtidor_refused_total',
      'Refused logins, passwords, codes, second factors and roles, and HTTP 429, by reason',
      'reason',
    ),
    refusedSites: counter(
      'surtidor_cross_site_refused_total',
      'Calls refused because the page of another site made them',
    ),
    refusedMessages: counter(
      'surtidor_gateway_messages_refused_total',
      'Gateway messages refused, by reason',
      'reason',
    ),
    openAttempts: new Gauge({
      name: 'surtidor_open_attempts',
      help: 'Payment attempts without a known outcome',
      registers,
    }),
    gatewayUp: readGauge(
      'surtidor_gateway_up',
      'Whether the gateway answered the last signed echo of any process',
      async () => Number((await gatewayHealth()) ?? Number.NaN),
    ),
    pushes: counter(
      'surtidor_pushes_total',
      'Tries to push a notification to a device, by platform and result',
      'platform',
      'result',
    ),
    pushOverdue: readGauge(
      'surtidor_push_overdue_seconds',
      'Seconds for which the oldest push has been due',
      pushOverdue,
    ),
    jobSeconds: new Histogram({
      name: 'surtidor_job_seconds',
      help: 'Time that a background job ran, by job and result (completed, failed, given_up)',
      labelNames: ['job', 'result'],
      buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300, 1_800],
      registers,
    }),
  }
  // Counters that start at 0 let a monitor see the first increase.
  for (const reason of Object.keys(REFUSAL_EVENTS)) metrics.refused.inc({ reason }, 0)
  for (const result of ['sent', 'gone', 'refused', 'unauthorised', 'retry', 'expired'])
    metrics.pushes.inc({ platform: 'web', result }, 0)
  for (const kind of DISCREPANCY_KINDS) metrics.gatewayDiscrepancies.inc({ kind }, 0)
  return metrics
}
