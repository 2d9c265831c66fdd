import { eq } from 'drizzle-orm'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { GatewayDay } from '#contract/entities/reconciliation.ts'
import { processGEOPayResponse } from '#contract/payments/processGEOPayResponse.ts'
import { gatewayDays, leaseDay } from '#db/payments/reconciliations.ts'
import { paymentAttempt } from '#db/tables/payments.ts'
import type { Person } from '#testing/testServer.ts'
import { GatewayUnreachable } from '#server/gateway/gatewayClient.ts'
import { startJobs } from '#server/jobs/jobRunner.ts'
import { runDueJobs } from '#testing/jobs.ts'
import { reconcileDay } from '#server/payments/reconciliation/reconcileDay.ts'
import {
  reconcileDueDays,
  reconciliationJob,
} from '#server/payments/reconciliation/reconciliationJob.ts'
import {
  debtOf,
  startTestPaymentServer,
  openPayment,
  type TestPaymentServer,
} from '#testing/testPaymentServer.ts'

/** Which day is compared, when, by whom, and what an outage or a death in between leaves. */
const DAY = '20260907'
const HOUR = 3_600_000
const LEASE = 600_000
let server: TestPaymentServer
let ana: Person
let tokens: string[]
/** What waits for a person at the end, by the promise that it breaks until then. */
let broken: string[]
beforeEach(() => {
  tokens = []
  broken = []
})
afterEach(() => server.close(broken))

async function open(settlementList = true): Promise<void> {
  server = await startTestPaymentServer({ settlementList, pool: 8 })
  ana = await server.as('ana')
}
/** Charges so many debts there that nobody here has heard of. */
async function chargeUnheard(count: number): Promise<void> {
  for (let made = 0; made < count; made += 1) {
    const { accessToken } = await openPayment(ana, await server.addDebt(123_450))
    await server.pay(accessToken, 'pageClosed')
    tokens.push(accessToken)
  }
}
const told = async () => await gatewayDays(server.context.db, 100, '')
const day = async () => (await told()).find((one) => one.day === DAY)
const mended = (found: GatewayDay | undefined) =>
  found?.differences.map(({ kind, mended: is }) => `${kind} ${is}`)
const stateOf = async (token: string) =>
  (
    await server.context.db
      .select({ state: paymentAttempt.state })
      .from(paymentAttempt)
      .where(eq(paymentAttempt.accessToken, token))
  )[0]?.state

test('a day is compared from 03:00 on, once; after a long absence a week is caught up with', async () => {
  await open()
  // 02:59 of the 8th.
  server.wait(15 * HOUR - 61_000)
  expect((await reconcileDueDays(server.context)).at(-1)).toBe('20260906')
  server.wait(2 * 60_000)
  expect(await reconcileDueDays(server.context)).toEqual([DAY])
  expect(await reconcileDueDays(server.context)).toEqual([])
  server.wait(20 * 24 * HOUR)
  expect(await reconcileDueDays(server.context)).toEqual(
    Array.from({ length: 7 }, (_, place) => String(20260921 + place)),
  )
  expect(await told()).toHaveLength(15)
})

test('the watch of a running server does so by itself, and stops when it is told', async () => {
  await open()
  await chargeUnheard(1)
  server.wait(16 * HOUR)
  const nightly = await startJobs(server.context, [reconciliationJob])
  await runDueJobs([server.context])
  await expect.poll(async () => mended(await day())).toEqual(['MISSING_HERE true'])
  await nightly.stop()
})

test('of two servers that begin at once, one compares each day', async () => {
  await open()
  await chargeUnheard(3)
  server.wait(16 * HOUR)
  const other = await server.second()
  const done = await Promise.all([
    reconcileDueDays(server.context),
    reconcileDueDays(other.context),
  ])
  const due = ['01', '02', '03', '04', '05', '06', '07'].map((one) => `202609${one}`)
  expect(done.flat().toSorted()).toEqual(due)
  expect((await day())?.counts.MISSING_HERE).toBe(3)
})

test('a day whose holder died is another’s when its lease is over, and not before', async () => {
  await open()
  const now = server.context.now()
  const holder = '00000000-0000-8000-8000-000000000001'
  await leaseDay(server.context.db, { day: DAY, holder, now, until: new Date(+now + LEASE) })
  expect(await reconcileDay(server.context, DAY)).toBe(false)
  server.wait(LEASE)
  expect(await reconcileDay(server.context, DAY)).toBe(true)
  expect(await reconcileDay(server.context, DAY)).toBe(false)
})

test('a day that a clock compared before its end is compared again when the clock is right', async () => {
  await open()
  server.wait(16 * HOUR)
  expect(await reconcileDay(server.context, DAY)).toBe(true)
  server.wait(-10 * HOUR)
  await chargeUnheard(1)
  expect(await reconcileDueDays(server.context)).not.toContain(DAY)
  server.wait(10 * HOUR)
  expect(await reconcileDueDays(server.context)).toContain(DAY)
  expect(mended(await day())).toEqual(['MISSING_HERE true'])
})

test('who dies after mending and before saying so leaves a day that says so all the same', async () => {
  await open()
  await chargeUnheard(2)
  // The pen breaks at the very last stroke.
  const owner = new Client({ connectionString: server.databaseUrl })
  await owner.connect()
  await owner.query('alter table gateway_day add constraint broken check (compared_at is null)')
  await expect(reconcileDay(server.context, DAY)).rejects.toThrow()
  expect(await Promise.all(tokens.map(stateOf))).toEqual(['PAID', 'PAID'])
  await owner.query('alter table gateway_day drop constraint broken')
  await owner.end()
  server.wait(LEASE)
  expect(await reconcileDay(server.context, DAY)).toBe(true)
  expect(mended(await day())).toEqual(['MISSING_HERE true', 'MISSING_HERE true'])
})

test('told to stop, it stops between two questions, and goes on at the next start', async () => {
  await open()
  await chargeUnheard(10)
  const stopping = new AbortController()
  server.stub.before.query = async () => stopping.abort()
  expect(await reconcileDay(server.context, DAY, stopping.signal)).toBe(false)
  const paid = (await Promise.all(tokens.map(stateOf))).filter((state) => state === 'PAID')
  expect(paid).toHaveLength(8)
  server.wait(LEASE)
  expect(await reconcileDay(server.context, DAY)).toBe(true)
  expect((await day())?.mended).toBe(10)
})

test('while the gateway is away nothing is told of the day; it is compared when it is back', async () => {
  await open()
  await chargeUnheard(1)
  server.stub.failures.echo = 'cut'
  server.stub.failures.query = 'cut'
  await expect(reconcileDay(server.context, DAY)).rejects.toBeInstanceOf(GatewayUnreachable)
  expect(await reconcileDueDays(server.context)).not.toContain(DAY)
  expect(await day()).toBeUndefined()
  server.stub.failures = {}
  server.wait(16 * HOUR)
  expect(await reconcileDueDays(server.context)).toContain(DAY)
  expect(mended(await day())).toEqual(['MISSING_HERE true'])
})

test('a gateway without a list is asked about every attempt of the day', async () => {
  await open(false)
  await chargeUnheard(2)
  const { accessToken: refused } = await openPayment(ana, await server.addDebt(123_450))
  await server.pay(refused, '51')
  const { accessToken: voided } = await openPayment(ana, await debtOf(ana, 284_300))
  const data = await server.pay(voided)
  await ana.call(processGEOPayResponse, { geopayResponse: data ?? '' })
  await server.context.gateway.void(voided)
  expect(await reconcileDay(server.context, DAY)).toBe(true)
  expect(await day()).toMatchObject({ source: 'QUERIES', here: 1, there: 3 })
  expect(mended(await day())).toEqual([
    'MISSING_HERE true',
    'MISSING_HERE true',
    'VOIDED_THERE true',
  ])
  expect(await Promise.all([...tokens, voided].map(stateOf))).toEqual(['PAID', 'PAID', 'VOIDED'])
})

test('without a list, a second charge under one token is told, whichever the gateway names first', async () => {
  broken = ['P1']
  await open(false)
  const { accessToken } = await openPayment(ana, await debtOf(ana, 284_300))
  const data = await server.pay(accessToken)
  await ana.call(processGEOPayResponse, { geopayResponse: data ?? '' })
  await chargeUnheard(1)
  server.stub.alterAnswer = (said) => {
    const second = { ...said, paymentToken: `second ${said.paymentToken}` }
    return said.accessToken === accessToken
      ? { ...second, extraCharges: [said] }
      : { ...said, extraCharges: [second] }
  }
  expect(await reconcileDay(server.context, DAY)).toBe(true)
  const found = await day()
  expect(mended(found)).toEqual(['DOUBLE false', 'DOUBLE false', 'MISSING_HERE true'])
  expect(found).toMatchObject({ here: 1, there: 4 })
  const doubled = found?.differences.filter(({ kind }) => kind === 'DOUBLE') ?? []
  expect(doubled.every(({ paymentToken }) => paymentToken.startsWith('second '))).toBe(true)
  expect(await Promise.all([accessToken, ...tokens].map(stateOf))).toEqual(['PAID', 'PAID'])
})

test.each([true, false])(
  'one payment that the gateway cannot speak of holds up no other (its list: %s)',
  async (settlementList) => {
    broken = ['P4']
    await open(settlementList)
    const { accessToken } = await openPayment(ana, await debtOf(ana, 284_300))
    const data = await server.pay(accessToken)
    await ana.call(processGEOPayResponse, { geopayResponse: data ?? '' })
    await chargeUnheard(2)
    server.stub.alterList = (page) => page.filter((one) => one.accessToken !== accessToken)
    server.stub.alterAnswer = (said) => {
      if (said.accessToken === accessToken) throw new GatewayUnreachable('code 96')
      return said
    }
    expect(await reconcileDay(server.context, DAY)).toBe(true)
    expect(mended(await day())).toEqual([
      'MISSING_THERE false',
      'MISSING_HERE true',
      'MISSING_HERE true',
    ])
    expect(await stateOf(accessToken)).toBe('PAID')
  },
)
