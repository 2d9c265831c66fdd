import { randomBytes } from 'node:crypto'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { connectDb } from '#db/core/connection.ts'
import { createRrnGenerator } from '#db/core/rrn.ts'
import { connectJobQueue } from '#db/jobs/queue.ts'
import { createReplica } from '#db/replica.ts'
import { createConstantTimeQueue } from '#server/auth/constantTimeQueue.ts'
import { createPasswordHasher } from '#server/auth/passwordHasher.ts'
import type { Config } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import { createGatewayClient } from '#server/gateway/gatewayClient.ts'
import { lastGatewayHealth } from '#server/gateway/gatewayHealthCheck.ts'
import { createAdmission } from '#server/http/admission.ts'
import { serveMetrics } from '#server/http/metricsServer.ts'
import { buildHttp } from '#server/httpServer.ts'
import { createMetrics } from '#server/metrics.ts'
import { startPendingPaymentPoller } from '#server/payments/outcome/pendingPaymentPoller.ts'
import { logQueueErrors, startBackgroundJobs } from '#server/registeredJobs.ts'
import { createPaymentRequestLongPoll } from '#server/station/paymentRequestLongPoll.ts'

/** With the hashing of passwords they fit into the time that `main.ts` gives a shutdown. */
const SHUTDOWN = { idleMs: 1_000, gatewayMs: 3_000 }

export interface RunningServer {
  context: Context
  http: FastifyInstance
  /** The port in use, also when the settings asked for any free one. */
  port: number
  /** Closes the port, cuts polls and jobs, finishes the calls in flight, closes database connections. */
  close(): Promise<void>
}

/**
 * Starts a server on a migrated database.
 * @param given parts of the context to use instead of new ones
 */
export async function startServer(
  config: Config & { databaseUrl: string },
  log: FastifyBaseLogger,
  given: Partial<Context> = {},
): Promise<RunningServer> {
  const connection = await connectDb(config.databaseUrl, config.poolSize, config.secret)
  const replica = config.readUrl
    ? await createReplica(config.readUrl, config.databaseUrl, {
        size: config.poolSize,
        report: (err) =>
          log.warn(
            { event: 'database.replica_left', err },
            'A read on the replica failed; the primary answers for some seconds.',
          ),
      })
    : undefined
  const rrn = createRrnGenerator(connection.db)
  const now = given.now ?? (() => new Date())
  const random = given.random ?? randomBytes
  const jobs = await connectJobQueue(connection.pool, config.jobs, logQueueErrors(log)).catch(
    async (error: unknown) => {
      await replica?.close()
      await connection.close()
      throw error
    },
  )
  const [stopping, callsCut] = [new AbortController(), new AbortController()]
  const gatewayUntil = ({ signal }: AbortController) =>
    given.gateway ?? createGatewayClient(config, { now, random, log, stopping: signal })
  const context: Context = {
    config,
    db: connection.db,
    replica,
    now,
    random,
    rrn: () => rrn.next(),
    passwords: createPasswordHasher(),
    constantTimeQueue: createConstantTimeQueue(),
    admission: createAdmission(),
    gateway: gatewayUntil(callsCut),
    jobs,
    log,
    metrics: createMetrics(
      () => lastGatewayHealth(jobs),
      () => jobs.secondsOverdue('push'),
    ),
    paymentRequestLongPoll: createPaymentRequestLongPoll(connection.db, log),
    shutdown: SHUTDOWN,
    ...given,
  }
  const background = { ...context, gateway: gatewayUntil(stopping) }
  const http = await buildHttp(context)
  let metrics: Server | undefined
  const close = async () => {
    await http.close()
    metrics?.close()
    await jobs.close()
    await replica?.close()
    await connection.close()
  }
  try {
    await http.listen({ host: config.host, port: config.port })
    metrics = await serveMetrics(context.metrics, config.metricsPort)
    const runner = await startBackgroundJobs(background)
    const poller = config.reconcile ? startPendingPaymentPoller(background) : null
    return {
      context,
      http,
      port: (http.server.address() as AddressInfo).port,
      close: async () => {
        // Before anything is waited for, the listener closes and `/readyz` answers 503.
        const closed = http.close()
        stopping.abort(new Error('the server is stopping'))
        context.paymentRequestLongPoll.stop()
        const cut = setTimeout(
          () => callsCut.abort(stopping.signal.reason),
          context.shutdown.gatewayMs,
        )
        await Promise.all([closed, poller?.stop(), runner.stop()])
        clearTimeout(cut)
        await close()
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}
