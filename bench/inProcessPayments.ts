import { randomBytes } from 'node:crypto'
import { devNull } from 'node:os'
import { pino } from 'pino'
import type { PaymentOrder } from '#bench/paymentOrders.ts'
import { type CallContract, pathOf } from '#contract/call.ts'
import { GATEWAY_CODES } from '#contract/gatewayCodes.ts'
import { getGEOPayAccessToken } from '#contract/payments/getGEOPayAccessToken.ts'
import { processGEOPayResponse } from '#contract/payments/processGEOPayResponse.ts'
import { asAppRole } from '#db/postgres/embeddedPostgres.ts'
import { readConfig } from '#server/config.ts'
import { createGatewayClient } from '#server/gateway/gatewayClient.ts'
import { createLogger } from '#server/log.ts'
import { startServer } from '#server/startServer.ts'

export interface Payer {
  pay(order: PaymentOrder): Promise<void>
  close(): Promise<void>
}

/**
 * The two calls of a payment through our whole server, without a socket. The gateway answers at
 * once, in this process; the signature of the return is verified.
 */
export async function startInProcessPayments(
  url: string,
  { keysDir, dataDir, pool }: { keysDir: string; dataDir: string; pool: number },
): Promise<Payer> {
  const databaseUrl = asAppRole(url)
  const config = readConfig({
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    DATABASE_POOL: String(pool),
    GEOPAY_KEYS: keysDir,
    PORT: '0',
    METRICS_PORT: '0',
    JOBS: 'off',
    RECONCILE: 'off',
    // Thousands of attempts of few people.
    CALLS_PER_MINUTE: '0',
  })
  const clock = { now: () => new Date(), random: randomBytes }
  const log = createLogger('info', pino.destination(devNull))
  const orders = new Map<string, PaymentOrder>()
  const server = await startServer({ ...config, databaseUrl }, log, {
    ...clock,
    gateway: {
      ...createGatewayClient(config, { ...clock, log }),
      open: async ({ debt }) => ({
        code: GATEWAY_CODES.approved,
        token: orders.get(debt.reference)?.payment.accessToken ?? null,
      }),
      query: async (token) => orders.get(token)?.payment ?? null,
    },
  })
  const call = async (contract: CallContract, payload: string) => {
    const headers = { 'content-type': 'text/plain; charset=utf-8' }
    const path = `/api/${pathOf(contract)}`
    return (await server.http.inject({ method: 'POST', url: path, headers, payload })).body
  }
  return {
    pay: async (order) => {
      const { debt, payment, openBody, returnBody } = order
      orders.set(debt.reference, order).set(payment.accessToken, order)
      const opened = await call(getGEOPayAccessToken, openBody)
      if (!opened.includes(payment.accessToken)) throw new Error(opened)
      const returned = await call(processGEOPayResponse, returnBody)
      if (!returned.includes('"state":"PAID"')) throw new Error(returned)
    },
    close: () => server.close(),
  }
}
