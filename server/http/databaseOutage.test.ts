import type { EventEmitter } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { APP_NET } from '#contract/header.ts'
import { vouchers } from '#contract/loyalty/vouchers.ts'
import { getDebts } from '#contract/payments/getDebts.ts'
import { getGEOPayAccessToken } from '#contract/payments/getGEOPayAccessToken.ts'
import { connectDb, type DbConnection } from '#db/core/connection.ts'
import { createPipeline } from '#db/core/pipeline.ts'
import { runners } from '#db/core/preparedStatement.ts'
import { DRIVER } from '#server/http/sessionLifetime.ts'
import { startSilentServer } from '#testing/harness/tcpProxy.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'

let failing: DbConnection
let healthy: DbConnection['db']
/** The failure happens at this acquired connection, counted from now. */
let failingIn = 0
let fail: typeof breakConnection
const server = testServerForFile()
beforeAll(async () => {
  healthy = server.context.db
  failing = await connectDb(server.databaseUrl, 2)
  failing.pool.on('acquire', (client) => {
    failingIn -= 1
    if (failingIn === 0) fail(client)
  })
})
afterAll(() => failing.close())

/** The connection that the pool hands out was lost a moment ago. */
function breakConnection(client: object): void {
  const { connection } = client as { connection: EventEmitter }
  connection.emit('error', new Error('read ECONNRESET'))
}

/** The next statement fails with an error of PostgreSQL; those after it succeed. */
const failWith =
  (code: string, message: string) =>
  (client: object): void => {
    const failure = Object.assign(new Error(message), { code })
    const one = client as { query?: (...given: unknown[]) => unknown }
    one.query = (...given) => {
      delete one.query
      const callback = given.at(-1)
      return typeof callback === 'function' ? callback(failure) : Promise.reject(failure)
    }
  }

/** Waits for statements of a failed call that still wait for a connection: they must not take the next failure. */
const poolIdle = () => {
  const { pool } = failing
  const busy = () => pool.waitingCount + pool.totalCount - pool.idleCount
  return expect.poll(busy, { interval: 5 }).toBe(0)
}

describe('a database outage', () => {
  test.each([
    ['closes the connection', breakConnection, 0],
    ['has no disk space left', failWith('53100', 'could not extend file'), 1],
    // The process was starved between two statements.
    [
      'ends an idle transaction',
      failWith('25P03', 'terminating connection due to idle-in-transaction timeout'),
      2,
    ],
  ])(
    'a database that %s during a call gets 503, whichever statement of the call it was',
    async (_what, failure, bill) => {
      fail = failure
      server.context.db = healthy
      const ana = await server.as('ana')
      const { debts } = await ana.call(getDebts, { type: '2' })
      server.context.db = failing.db
      const statuses: number[] = []
      // Each call fails one connection later than the call before, until one does not fail.
      while (statuses.at(-1) !== 200 && statuses.length < 20) {
        await poolIdle()
        failingIn = statuses.length + 1
        const { status } = await ana.call(getGEOPayAccessToken, {
          geopayNetId: APP_NET.netId,
          geopayMerchantId: '900001',
          debtData: { reference: debts[bill]?.reference ?? '' },
        })
        statuses.push(status)
      }
      // Its two transactions: the attempt with its claim, the token with its answer.
      expect(statuses.length).toBeGreaterThan(2)
      expect(statuses.slice(0, -1).filter((status) => status !== 503)).toEqual([])
    },
  )

  test('reads are answered while the last uses of their sessions cannot be written', async () => {
    server.context.db = healthy
    const ana = await server.as('ana')
    server.wait(DRIVER.touchInterval + 1)
    // A statement of it waits without a limit.
    const connection = await connectDb(server.databaseUrl, 3, undefined, 0)
    server.context.db = connection.db
    await server.owner.query('begin')
    await server.owner.query('select from session for update')
    // More than the pool has connections, of which this call takes one.
    const calls = Array.from({ length: 12 }, () => ana.call(vouchers, {}))
    const statuses = (await Promise.all(calls)).map(({ status }) => status)
    await server.owner.query('commit')
    expect(new Set(statuses)).toEqual(new Set([200]))
    server.context.db = healthy
    await connection.close()
  })

  test('a database host that accepts connections and never answers gets 503', async () => {
    const { port } = await startSilentServer()
    const pipeline = createPipeline({
      connectionString: `postgres://x@127.0.0.1:${port}/none`,
      connectionTimeoutMillis: 50,
    })
    const connected = await connectDb(server.databaseUrl, 2)
    runners.set(connected.db, { session: pipeline, read: pipeline, own: pipeline })
    server.context.db = healthy
    const ana = await server.as('ana')
    server.context.db = connected.db
    expect((await ana.call(getDebts, { type: '' })).status).toBe(503)
    server.context.db = healthy
    await connected.close()
  })
})
