import type { EventEmitter } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { APP_NET } from '#contract/header.ts'
import { getDebts } from '#contract/payments/getDebts.ts'
import { getGEOPayAccessToken } from '#contract/payments/getGEOPayAccessToken.ts'
import { type DbConnection, connectDb } from '#db/connection.ts'
import { type TestServer, startTestServer } from '#testing/testServer.ts'

let server: TestServer
let dying: DbConnection
let alive: DbConnection['db']
let deadly = 0
let last: typeof dies
beforeAll(async () => {
  server = await startTestServer()
  alive = server.context.db
  dying = await connectDb(server.databaseUrl, 2)
  dying.pool.on('acquire', (client) => {
    deadly -= 1
    if (deadly === 0) last(client)
  })
})
afterAll(async () => {
  await dying.close()
  await server.close()
})

/** What the pool hands out may have died a moment ago, without a word. */
function dies(client: object): void {
  const { connection } = client as { connection: EventEmitter }
  connection.emit('error', new Error('read ECONNRESET'))
}
/** It answers, but has nowhere to write: the next statement is refused, and then there is room. */
function isFull(client: object): void {
  const full = Object.assign(new Error('could not extend file'), { code: '53100' })
  const one = client as { query?: (...given: unknown[]) => unknown }
  one.query = (...given) => {
    delete one.query
    const told = given.at(-1)
    return typeof told === 'function' ? told(full) : Promise.reject(full)
  }
}

/** A call that failed may have left a statement in line for a new connection: the next outage is not meant for it. */
const atRest = () => {
  const { pool } = dying
  const busy = () => pool.waitingCount + pool.totalCount - pool.idleCount
  return expect.poll(busy, { interval: 5 }).toBe(0)
}

test.each([
  ['falls', dies, 0],
  ['has no room left', isFull, 1],
])(
  'a database that %s under a call is an outage and no defect, whichever of its statements it was',
  async (_what, said, bill) => {
    last = said
    server.context.db = alive
    const ana = await server.as('ana')
    const { debts } = await ana.call(getDebts, { type: '2' })
    server.context.db = dying.db
    const statuses: number[] = []
    // Each call meets its outage one statement later than the one before, until one meets none.
    while (statuses.at(-1) !== 200 && statuses.length < 20) {
      await atRest()
      deadly = statuses.length + 1
      const { status } = await ana.call(getGEOPayAccessToken, {
        geopayNetId: APP_NET.netId,
        geopayMerchantId: '900001',
        debtData: { reference: debts[bill]?.reference ?? '' },
      })
      statuses.push(status)
    }
    expect(statuses.length).toBeGreaterThan(5)
    expect(statuses.slice(0, -1).filter((status) => status !== 503)).toEqual([])
  },
)
