import { describe, expect, onTestFinished, test } from 'vitest'
import { APP_NET } from '#contract/header.ts'
import { getDebts } from '#contract/payments/getDebts.ts'
import { getGEOPayAccessToken } from '#contract/payments/getGEOPayAccessToken.ts'
import { processGEOPayResponse } from '#contract/payments/processGEOPayResponse.ts'
import { connectDb } from '#db/core/connection.ts'
import { asAppRole } from '#db/postgres/embeddedPostgres.ts'
import { createLogger } from '#server/log.ts'
import { TEST_SECRET } from '#testing/fixtures/testSecret.ts'
import { startForFile } from '#testing/harness/startForTests.ts'
import { startDatabaseProxy } from '#testing/harness/tcpProxy.ts'
import { headerOf } from '#testing/harness/testClient.ts'
import { startPayment, startTestPaymentServer } from '#testing/harness/testPaymentServer.ts'
import { paymentSteps } from '#testing/station/paymentSteps.ts'
import { enrolTestTerminal } from '#testing/station/testTerminal.ts'

/** Milliseconds for a statement, in place of the servers' ten seconds. */
const STATEMENT_TIMEOUT_MS = 800

const lines: string[] = []
const log = createLogger('info', { write: (line) => lines.push(line) })
const server = startForFile(() => startTestPaymentServer({ log }))
const ana = startForFile(() => server.as('ana'))

/** Sends the server's statements through a proxy from here on. */
async function throughProxy() {
  const direct = server.context.db
  /** Silences a connection at the packet with this text, after `skip` such packets, once. */
  const silenceAt = { text: '', skip: 0, delivered: false }
  const proxy = await startDatabaseProxy(
    asAppRole(server.databaseUrl),
    (bytes, isSent, connection) => {
      const { text, delivered } = silenceAt
      if (!isSent || text === '' || !bytes.includes(text) || silenceAt.skip-- > 0) return bytes
      silenceAt.text = ''
      connection.isSilent = true
      return delivered ? bytes : Buffer.alloc(0)
    },
  )
  const connection = await connectDb(proxy.url, 2, TEST_SECRET, STATEMENT_TIMEOUT_MS)
  server.context.db = connection.db
  onTestFinished(async () => {
    server.context.db = direct
    proxy.close()
    await connection.close()
  })
  return { ...proxy, silenceAt }
}

/** Repeats a call until it is answered: its last answer, and the number of 503 before it. */
async function untilAnswered<Answer extends { status: number }>(call: () => Promise<Answer>) {
  for (let failed = 0; ; failed += 1) {
    const answer = await call()
    if (answer.status !== 503) return { answer, failed }
    expect(failed).toBeLessThan(5)
  }
}

describe('a database whose open connections are silent', () => {
  test('is used again over new connections after two time limits at most', async () => {
    const proxy = await throughProxy()
    const reference = await server.addDebt(284_300)
    const pay = () => startPayment(ana, reference)
    // Opens the pipelines and the connections of the pool.
    await Promise.all([pay(), pay()])
    proxy.silence()
    const read = await untilAnswered(() => ana.call(getDebts, { type: '' }))
    const paid = await untilAnswered(pay)
    expect([read.answer.status, paid.answer.responseHeader.responseCode]).toEqual([200, '00'])
    expect(read.failed).toBeGreaterThan(0)
    // Each failed call took one time limit.
    expect(read.failed + paid.failed).toBeLessThanOrEqual(2)
  })

  test.each([
    ['does not arrive', false],
    ['arrives, and whose answer does not', true],
  ])('a payment with a COMMIT that %s is made once', async (_what, delivered) => {
    const proxy = await throughProxy()
    let committed = 0
    for (let isDone = false; !isDone; committed += 1) {
      const reference = await server.addDebt(284_300)
      Object.assign(proxy.silenceAt, { text: 'commit\0', skip: committed, delivered })
      const repeated = { header: headerOf(ana.token, server.context.now()) }
      const opened = await untilAnswered(() => startPayment(ana, reference, {}, repeated))
      const data = await server.pay(opened.answer.accessToken)
      const after = { header: headerOf(ana.token, server.context.now()) }
      const returned = await untilAnswered(() =>
        ana.call(processGEOPayResponse, { geopayResponse: data ?? '' }, after),
      )
      expect(returned.answer.payment).toMatchObject({ reference, state: 'PAID' })
      expect((await server.debtRow(reference)).state).toBe('PAID')
      const attempts = await server.attemptsOf(reference)
      expect(attempts.map(({ state }) => state)).toEqual(['PAID'])
      isDone = proxy.silenceAt.text !== ''
      expect(opened.failed + returned.failed).toBe(isDone ? 0 : 1)
    }
    expect(committed).toBeGreaterThan(2)
  })
})

describe('a connection that is lost before the receipt of a sale at a station is read', () => {
  test('gives 503, and the repeated return is answered with the payment', async () => {
    const steps = paymentSteps(server, await enrolTestTerminal(server))
    const { code } = await steps.request()
    const token = await steps.open(ana, code)
    const geopayResponse = (await server.pay(token)) ?? ''
    const proxy = await throughProxy()
    Object.assign(proxy.silenceAt, { text: 'select min("sale_line"."rrn")', skip: 0 })
    const header = headerOf(ana.token, server.context.now())
    const { answer, failed } = await untilAnswered(() =>
      ana.call(processGEOPayResponse, { geopayResponse }, { header }),
    )
    expect([failed, answer.payment.state]).toEqual([1, 'PAID'])
  })
})

describe('a database that takes no writes', () => {
  test('gives 503, as before it becomes the primary, logged without its SQL, and then the payment opens', async () => {
    const [{ name } = { name: '' }] = (
      await server.owner.query<{ name: string }>('select current_database() as name')
    ).rows
    const refuseWrites = async (refused: boolean) => {
      await server.owner.query(
        `alter database ${name} set default_transaction_read_only = ${refused}`,
      )
      await server.owner.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()',
        [name],
      )
    }
    const reference = await server.addDebt(284_300)
    const open = () =>
      ana.call(getGEOPayAccessToken, {
        geopayNetId: APP_NET.netId,
        geopayMerchantId: '900001',
        debtData: { reference },
      })
    lines.length = 0
    await refuseWrites(true)
    const refused = await Promise.all(Array.from({ length: 12 }, open))
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([503]))
    await refuseWrites(false)
    const { answer, failed } = await untilAnswered(open)
    expect(answer.responseHeader.responseCode).toBe('00')
    const logged = lines.map((line) => JSON.parse(line) as { level: number; event: string })
    expect(logged.filter(({ event }) => event === 'http.dependency_down')).toHaveLength(
      refused.length + failed,
    )
    expect(
      lines.filter((line, place) => logged[place]?.level === 50 || line.includes('stack')),
    ).toEqual([])
  })
})
