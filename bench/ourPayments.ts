import { randomBytes } from 'node:crypto'
import { devNull } from 'node:os'
import { pino } from 'pino'
import type { PaymentOrder } from '#bench/paymentOrders.ts'
import { GATEWAY_CODES } from '#contract/geopay.ts'
import { connectDb } from '#db/core/connection.ts'
import { createRrnGenerator } from '#db/core/rrn.ts'
import { asAppRole } from '#db/postgres/embeddedPostgres.ts'
import { readConfig } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import { createGatewayClient } from '#server/gateway/gatewayClient.ts'
import { handleCall } from '#server/http/callPipeline.ts'
import type { Handler } from '#server/http/defineHandler.ts'
import { createLogger } from '#server/log.ts'
import { createMetrics } from '#server/metrics.ts'
import getGEOPayAccessToken from '#server/payments/getGEOPayAccessToken.ts'
import processGEOPayResponse from '#server/payments/processGEOPayResponse.ts'

export interface Payer {
  pay(order: PaymentOrder): Promise<void>
  close(): Promise<void>
}

/**
 * The two calls of a payment through our own pipeline, without a socket. The gateway answers at
 * once, in this process; the signature of the return is verified.
 */
export async function startOurPayments(
  url: string,
  { keysDir, dataDir, pool }: { keysDir: string; dataDir: string; pool: number },
): Promise<Payer> {
  const config = readConfig({
    DATABASE_URL: asAppRole(url),
    DATA_DIR: dataDir,
    DATABASE_POOL: String(pool),
    GEOPAY_KEYS: keysDir,
    // Thousands of attempts of few people.
    CALLS_PER_MINUTE: '0',
  })
  const connection = await connectDb(url, pool)
  const rrn = createRrnGenerator(connection.db)
  const log = createLogger('info', pino.destination(devNull))
  const clock = { now: () => new Date(), random: randomBytes }
  const client = createGatewayClient(config, { ...clock, log })
  const ofReference = new Map<string, PaymentOrder>()
  const ofToken = new Map<string, PaymentOrder>()
  const context = {
    config,
    ...clock,
    db: connection.db,
    rrn: () => rrn.next(),
    log,
    metrics: createMetrics(
      async () => null,
      async () => 0,
    ),
    gateway: {
      ...client,
      open: async ({ reference }: { reference: string }) => ({
        code: GATEWAY_CODES.approved,
        description: 'APROBADO',
        token: ofReference.get(reference)?.accessToken ?? null,
      }),
      query: async (token: string) => ofToken.get(token)?.payment ?? null,
    },
  } as unknown as Context
  const call = async (handler: unknown, text: string) =>
    await handleCall(context, handler as Handler, {
      text,
      body: JSON.parse(text) as unknown,
      log: context.log,
      binders: [],
      devices: { app: undefined, console: undefined, docs: undefined },
      address: '127.0.0.1',
      browser: false,
      webView: false,
      userAgent: '',
      bind: () => {},
      remember: () => {},
    })
  return {
    async pay(order) {
      ofReference.set(order.reference, order)
      ofToken.set(order.accessToken, order)
      const opened = await call(getGEOPayAccessToken, order.openBody)
      if (opened.accessToken !== order.accessToken)
        throw new Error(opened.responseHeader.responseDescription)
      const returned = await call(processGEOPayResponse, order.returnBody)
      const { state } = (returned.payment ?? {}) as { state?: string }
      if (state !== 'PAID') throw new Error(returned.responseHeader.responseDescription)
      ofReference.delete(order.reference)
      ofToken.delete(order.accessToken)
    },
    close: () => connection.close(),
  }
}
