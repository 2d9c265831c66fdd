import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { leaseDueAttempts } from '#db/payments/attemptPolling.ts'
import { ledgerTransaction } from '#db/tables/ledger.ts'
import { paymentAttempt } from '#db/tables/payments.ts'
import {
  type PendingPaymentPoller,
  startPendingPaymentPoller,
} from '#server/payments/outcome/pendingPaymentPoller.ts'
import { MAX_DELAY_MS } from '#server/payments/outcome/pollingBackoff.ts'
import { startForEachTest } from '#testing/harness/startForTests.ts'
import { debtOf, startPayment, startTestPaymentServer } from '#testing/harness/testPaymentServer.ts'

const running: PendingPaymentPoller[] = []
const server = startForEachTest(startTestPaymentServer)
const ana = startForEachTest(() => server.as('ana'))
afterEach(async () => {
  for (const one of running.splice(0)) await one.stop()
})

const SECOND = 1_000
const MINUTE = 60 * SECOND
const AMOUNTS = [284_300, 123_450, 215_264, 456_000, 12_200, 96_800, 348_900, 7700]

function startPoller(): PendingPaymentPoller {
  const one = startPendingPaymentPoller(server.context)
  running.push(one)
  return one
}
const openAt = async (amount: number) =>
  (await startPayment(ana, await debtOf(ana, amount))).accessToken
const attempt = async (token: string) => {
  const row = await server.attemptOf(token)
  const posted = await server.context.db
    .select()
    .from(ledgerTransaction)
    .where(eq(ledgerTransaction.eventId, row.paymentToken ?? ''))
  const { state } = await server.debtRow(row.debtReference)
  return { ...row, debt: state, posted: posted.length }
}
const atGateway = (token: string) => server.gatewayPayment(token)

describe('startPendingPaymentPoller', () => {
  test('posts a payment seconds later when the page was closed and the webhook lost', async () => {
    const token = await openAt(284_300)
    await server.pay(token, 'pageClosed')
    server.wait(5 * SECOND)
    await startPoller().now()
    expect(await attempt(token)).toMatchObject({
      state: 'PAID',
      debt: 'PAID',
      posted: 1,
      nextPollAt: null,
    })
  })

  test('polls an abandoned page at most every 30 s, and expires it with its token', async () => {
    const token = await openAt(284_300)
    const poller = startPoller()
    let polls = 0
    for (let second = 0; second < 660; second += 5) {
      server.wait(5 * SECOND)
      polls += await poller.now()
      const { state, nextPollAt } = await attempt(token)
      if (state === 'EXPIRED') break
      expect(nextPollAt?.getTime()).toBeLessThanOrEqual(
        server.context.now().getTime() + 30 * SECOND,
      )
    }
    expect(await attempt(token)).toMatchObject({
      state: 'EXPIRED',
      debt: 'PENDING',
      nextPollAt: null,
    })
    expect(server.stub.queried.length).toBeGreaterThan(18)
    expect(server.stub.queried.length).toBeLessThan(26)
    expect(polls).toBeLessThanOrEqual(server.stub.queried.length)
  })

  test('X4: polls within 30 s after an outage of 20 minutes', async () => {
    const token = await openAt(284_300)
    await server.pay(token, 'pageClosed')
    server.stub.failures.query = 'cut'
    const poller = startPoller()
    for (let second = 0; second < 1200; second += 30) {
      server.wait(30 * SECOND)
      await poller.now()
    }
    expect((await attempt(token)).state).toBe('CREATED')
    server.stub.failures = {}
    server.wait(30 * SECOND)
    await poller.now()
    expect(await attempt(token)).toMatchObject({ state: 'PAID', posted: 1 })
  })

  test('X5: polls the other attempts while some fail each time', async () => {
    const tokens: string[] = []
    for (const amount of AMOUNTS) tokens.push(await openAt(amount))
    for (const token of tokens) await server.pay(token, 'pageClosed')
    const poisoned = new Set(tokens.slice(0, 4))
    server.stub.alterAnswer = (original) => {
      if (poisoned.has(original.accessToken)) throw new TypeError('poison')
      return original
    }
    server.wait(5 * SECOND)
    const poller = startPoller()
    await poller.now()
    for (const token of tokens.slice(4)) expect((await attempt(token)).state).toBe('PAID')
    for (const token of poisoned) expect(await attempt(token)).toMatchObject({ state: 'CREATED' })
    server.stub.alterAnswer = null
    server.wait(15 * SECOND)
    await poller.now()
    for (const token of poisoned) expect((await attempt(token)).state).toBe('PAID')
  })

  test('polls each attempt once when several pollers run, and posts it once', async () => {
    const tokens: string[] = []
    for (const amount of AMOUNTS) tokens.push(await openAt(amount))
    for (const token of tokens) await server.pay(token, 'pageClosed')
    server.wait(5 * SECOND)
    const others = [await server.second(), await server.second()].map(({ context }) => {
      const one = startPendingPaymentPoller(context)
      running.push(one)
      return one
    })
    await Promise.all([startPoller().now(), ...others.map((other) => other.now())])
    expect(server.stub.queried.toSorted()).toEqual(tokens.toSorted())
    for (const token of tokens) {
      const { points, state, posted } = await withPoints(token)
      expect({ state, posted }).toEqual({ state: 'PAID', posted: points > 0 ? 1 : 0 })
    }
  })
  async function withPoints(token: string) {
    const row = await attempt(token)
    const { loyaltyCode, points } = await server.debtRow(row.debtReference)
    return { ...row, points: loyaltyCode ? points : 0 }
  }

  test('takes over the attempts of a process that died within half a minute', async () => {
    const token = await openAt(284_300)
    await server.pay(token, 'pageClosed')
    server.wait(5 * SECOND)
    const now = server.context.now()
    const until = new Date(now.getTime() + 30 * SECOND)
    expect(await leaseDueAttempts(server.context.db, { now, until, count: 12 })).toHaveLength(1)
    const poller = startPoller()
    expect(await poller.now()).toBe(0)
    server.wait(30 * SECOND)
    await poller.now()
    expect((await attempt(token)).state).toBe('PAID')
  })

  test('voids and counts a charge of another amount', async () => {
    const token = await openAt(284_300)
    await server.pay(token, 'pageClosed')
    server.stub.alterAnswer = (original) =>
      original.voided ? original : { ...original, amount: original.amount + 1 }
    server.wait(5 * SECOND)
    await startPoller().now()
    expect(await attempt(token)).toMatchObject({ state: 'VOIDED', debt: 'PENDING', posted: 0 })
    expect(await atGateway(token)).toMatchObject({ voided: true, charged: false })
    expect(await server.context.metrics.registry.metrics()).toMatch(
      /surtidor_gateway_messages_refused_total\{reason="charge"\} 1/,
    )
  })

  test('voids an attempt without an outcome after a day', async () => {
    const token = await openAt(284_300)
    await server.pay(token, 'pageClosed')
    server.stub.alterAnswer = (original) =>
      original.voided ? original : { ...original, state: 'INPROCESS', authorized: false }
    const poller = startPoller()
    for (const wait of [5 * SECOND, 6 * MINUTE, 60 * MINUTE, 12 * 60 * MINUTE]) {
      server.wait(wait)
      await poller.now()
      expect((await attempt(token)).state).toBe('PROCESSING')
    }
    server.wait(11 * 60 * MINUTE)
    await poller.now()
    expect(await attempt(token)).toMatchObject({ state: 'VOIDED', debt: 'PENDING', posted: 0 })
    expect(await atGateway(token)).toMatchObject({ voided: true })
  })

  test('repeats the void of a charge that is still in process afterwards', async () => {
    const token = await openAt(284_300)
    await server.pay(token, 'pageClosed')
    server.stub.alterAnswer = (original) => ({
      ...original,
      voided: false,
      state: 'INPROCESS',
      authorized: false,
    })
    const poller = startPoller()
    for (const wait of [5 * SECOND, 25 * 60 * MINUTE]) {
      server.wait(wait)
      await poller.now()
      expect(await attempt(token)).toMatchObject({
        state: 'PROCESSING',
        nextPollAt: expect.any(Date),
      })
    }
    server.stub.alterAnswer = null
    server.wait(60 * MINUTE)
    await poller.now()
    expect(await attempt(token)).toMatchObject({
      state: 'VOIDED',
      debt: 'PENDING',
      nextPollAt: null,
    })
  })

  test('voids an attempt without an answer for a day', async () => {
    const token = await openAt(284_300)
    await server.pay(token, 'pageClosed')
    server.stub.failures.query = 'cut'
    const poller = startPoller()
    server.wait(5 * SECOND)
    await poller.now()
    expect(await attempt(token)).toMatchObject({ state: 'CREATED', pollCount: 1 })
    server.wait(25 * 60 * MINUTE)
    await poller.now()
    expect(await atGateway(token)).toMatchObject({ voided: true, charged: false })
    expect(await attempt(token)).toMatchObject({
      state: 'VOIDED',
      debt: 'PENDING',
      nextPollAt: null,
    })
  })

  test('backs off to an hour when neither query nor void is answered', async () => {
    const token = await openAt(284_300)
    server.stub.failures = { query: 'cut', void: 'cut' }
    const poller = startPoller()
    const delays: number[] = []
    const polls = async (count: number) => {
      for (let poll = 0; poll < count; poll += 1) {
        await poller.now()
        const next = (await attempt(token)).nextPollAt?.getTime() ?? 0
        delays.push(next - server.context.now().getTime())
        server.wait(next - server.context.now().getTime())
      }
    }
    server.wait(5 * SECOND)
    await polls(4)
    expect(delays.splice(0)).toEqual([15 * SECOND, MAX_DELAY_MS, MAX_DELAY_MS, MAX_DELAY_MS])
    server.wait(25 * 60 * MINUTE)
    await polls(2)
    expect(delays).toEqual([60 * MINUTE, 60 * MINUTE])
  })

  test('expires an attempt that never got a token', async () => {
    server.stub.failures.open = 'lost'
    const reference = await debtOf(ana, 284_300)
    await startPayment(ana, reference)
    const poller = startPoller()
    const stateOf = async () => (await server.attemptsOf(reference))[0]?.state
    server.wait(9 * MINUTE)
    await poller.now()
    expect(await stateOf()).toBe('CREATED')
    server.wait(1 * MINUTE)
    await poller.now()
    expect(await stateOf()).toBe('EXPIRED')
  })

  test('counts open attempts and closed ones with a pending outcome', async () => {
    await openAt(284_300)
    const closed = { state: 'REJECTED', nextPollAt: null } as const
    const inDoubt = {
      ...closed,
      nextPollAt: new Date(server.context.now().getTime() + 60 * MINUTE),
    }
    for (const [amount, values] of [[123_450, closed] as const, [215_264, inDoubt] as const])
      await server.context.db
        .update(paymentAttempt)
        .set(values)
        .where(eq(paymentAttempt.accessToken, await openAt(amount)))
    startPoller()
    const { registry } = server.context.metrics
    await expect.poll(() => registry.metrics()).toMatch(/surtidor_open_attempts 2/)
  })
})
