import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { leaseDueAttempts } from '#db/payments/attemptPolling.ts'
import { ledgerTransaction } from '#db/tables/ledger.ts'
import { debt, paymentAttempt } from '#db/tables/payments.ts'
import type { Person } from '#testing/testServer.ts'
import { MAX_DELAY_MS } from '#server/payments/outcome/pollingBackoff.ts'
import {
  type PendingPaymentPoller,
  startPendingPaymentPoller,
} from '#server/payments/outcome/pendingPaymentPoller.ts'
import {
  debtOf,
  startTestPaymentServer,
  openPayment,
  type TestPaymentServer,
} from '#testing/testPaymentServer.ts'

let server: TestPaymentServer
let ana: Person
const running: PendingPaymentPoller[] = []
beforeEach(async () => {
  server = await startTestPaymentServer()
  ana = await server.as('ana')
})
afterEach(async () => {
  for (const one of running.splice(0)) await one.stop()
  await server.close()
})

const SECOND = 1_000
const MINUTE = 60 * SECOND
const AMOUNTS = [284_300, 123_450, 215_264, 456_000, 12_200, 96_800, 348_900, 7700]

function reconciler(): PendingPaymentPoller {
  const one = startPendingPaymentPoller(server.context)
  running.push(one)
  return one
}
const openAt = async (amount: number) =>
  (await openPayment(ana, await debtOf(ana, amount))).accessToken
const attempt = async (token: string) => {
  const { db } = server.context
  const [row] = await db.select().from(paymentAttempt).where(eq(paymentAttempt.accessToken, token))
  if (!row) throw new Error('no attempt')
  const [owed] = await db.select().from(debt).where(eq(debt.reference, row.debtReference))
  const posted = await db
    .select()
    .from(ledgerTransaction)
    .where(eq(ledgerTransaction.eventId, row.paymentToken ?? ''))
  return { ...row, debt: owed?.state, posted: posted.length }
}
const atGateway = async (token: string) =>
  (await server.truth()).find((payment) => payment.token === token)

test('page closed, webhook lost: paid here seconds later all the same', async () => {
  const token = await openAt(284_300)
  await server.pay(token, 'pageClosed')
  server.wait(5 * SECOND)
  await reconciler().now()
  expect(await attempt(token)).toMatchObject({
    state: 'PAID',
    debt: 'PAID',
    posted: 1,
    lookAt: null,
  })
})

test('an abandoned page is looked at every 30 s at most, and expires with its token', async () => {
  const token = await openAt(284_300)
  const one = reconciler()
  let looks = 0
  for (let second = 0; second < 660; second += 5) {
    server.wait(5 * SECOND)
    looks += await one.now()
    const { state, lookAt } = await attempt(token)
    if (state === 'EXPIRED') break
    expect(lookAt?.getTime()).toBeLessThanOrEqual(server.context.now().getTime() + 30 * SECOND)
  }
  expect(await attempt(token)).toMatchObject({ state: 'EXPIRED', debt: 'PENDING', lookAt: null })
  expect(server.line.asked.length).toBeGreaterThan(18)
  expect(server.line.asked.length).toBeLessThan(26)
  expect(looks).toBeLessThanOrEqual(server.line.asked.length)
})

test('X4: an outage of 20 minutes: a look is never more than 30 s away when it ends', async () => {
  const token = await openAt(284_300)
  await server.pay(token, 'pageClosed')
  server.line.broken.query = 'cut'
  const one = reconciler()
  for (let second = 0; second < 1200; second += 30) {
    server.wait(30 * SECOND)
    await one.now()
  }
  expect((await attempt(token)).state).toBe('CREATED')
  server.line.broken = {}
  server.wait(30 * SECOND)
  await one.now()
  expect(await attempt(token)).toMatchObject({ state: 'PAID', posted: 1 })
})

test('X5: one that fails each time does not keep the others waiting', async () => {
  const tokens: string[] = []
  for (const amount of AMOUNTS) tokens.push(await openAt(amount))
  for (const token of tokens) await server.pay(token, 'pageClosed')
  const poisoned = new Set(tokens.slice(0, 4))
  server.line.twist = (said) => {
    if (poisoned.has(said.accessToken)) throw new TypeError('poison')
    return said
  }
  server.wait(5 * SECOND)
  const one = reconciler()
  await one.now()
  for (const token of tokens.slice(4)) expect((await attempt(token)).state).toBe('PAID')
  for (const token of poisoned) expect(await attempt(token)).toMatchObject({ state: 'CREATED' })
  server.line.twist = null
  server.wait(15 * SECOND)
  await one.now()
  for (const token of poisoned) expect((await attempt(token)).state).toBe('PAID')
})

test('several at once share the work: each attempt is asked about once, and posted once', async () => {
  const tokens: string[] = []
  for (const amount of AMOUNTS) tokens.push(await openAt(amount))
  for (const token of tokens) await server.pay(token, 'pageClosed')
  server.wait(5 * SECOND)
  const others = [await server.second(), await server.second()].map(({ context }) => {
    const one = startPendingPaymentPoller(context)
    running.push(one)
    return one
  })
  await Promise.all([reconciler().now(), ...others.map((one) => one.now())])
  expect(server.line.asked.toSorted()).toEqual(tokens.toSorted())
  for (const token of tokens) {
    const { points, state, posted } = await withPoints(token)
    expect({ state, posted }).toEqual({ state: 'PAID', posted: points > 0 ? 1 : 0 })
  }
})
async function withPoints(token: string) {
  const row = await attempt(token)
  const { db } = server.context
  const [owed] = await db.select().from(debt).where(eq(debt.reference, row.debtReference))
  return { ...row, points: owed?.loyaltyCode ? owed.points : 0 }
}

test('what a process that died had taken is anybody’s again within half a minute', async () => {
  const token = await openAt(284_300)
  await server.pay(token, 'pageClosed')
  server.wait(5 * SECOND)
  const now = server.context.now()
  const until = new Date(now.getTime() + 30 * SECOND)
  expect(await leaseDueAttempts(server.context.db, { now, until, count: 12 })).toHaveLength(1)
  const one = reconciler()
  expect(await one.now()).toBe(0)
  server.wait(30 * SECOND)
  await one.now()
  expect((await attempt(token)).state).toBe('PAID')
})

test('a charge of another amount is given back, never posted, and counted', async () => {
  const token = await openAt(284_300)
  await server.pay(token, 'pageClosed')
  server.line.twist = (said) => (said.voided ? said : { ...said, amount: said.amount + 1 })
  server.wait(5 * SECOND)
  await reconciler().now()
  expect(await attempt(token)).toMatchObject({ state: 'VOIDED', debt: 'PENDING', posted: 0 })
  expect(await atGateway(token)).toMatchObject({ voided: true, charged: false })
  expect(await server.context.metrics.registry.metrics()).toMatch(
    /surtidor_gateway_messages_refused_total\{reason="charge"\} 1/,
  )
})

test('without an outcome after a day: voided at the gateway', async () => {
  const token = await openAt(284_300)
  await server.pay(token, 'pageClosed')
  server.line.twist = (said) =>
    said.voided ? said : { ...said, state: 'INPROCESS', authorized: false }
  const one = reconciler()
  for (const wait of [5 * SECOND, 6 * MINUTE, 60 * MINUTE, 12 * 60 * MINUTE]) {
    server.wait(wait)
    await one.now()
    expect((await attempt(token)).state).toBe('PROCESSING')
  }
  server.wait(11 * 60 * MINUTE)
  await one.now()
  expect(await attempt(token)).toMatchObject({ state: 'VOIDED', debt: 'PENDING', posted: 0 })
  expect(await atGateway(token)).toMatchObject({ voided: true })
})

test('a void after which the charge is still under way is asked for again, until it is over', async () => {
  const token = await openAt(284_300)
  await server.pay(token, 'pageClosed')
  server.line.twist = (said) => ({ ...said, voided: false, state: 'INPROCESS', authorized: false })
  const one = reconciler()
  for (const wait of [5 * SECOND, 25 * 60 * MINUTE]) {
    server.wait(wait)
    await one.now()
    expect(await attempt(token)).toMatchObject({ state: 'PROCESSING', lookAt: expect.any(Date) })
  }
  server.line.twist = null
  server.wait(60 * MINUTE)
  await one.now()
  expect(await attempt(token)).toMatchObject({ state: 'VOIDED', debt: 'PENDING', lookAt: null })
})

test('asked for a day and never answered: voided all the same', async () => {
  const token = await openAt(284_300)
  await server.pay(token, 'pageClosed')
  server.line.broken.query = 'cut'
  const one = reconciler()
  server.wait(5 * SECOND)
  await one.now()
  expect(await attempt(token)).toMatchObject({ state: 'CREATED', looks: 1 })
  server.wait(25 * 60 * MINUTE)
  await one.now()
  expect(await atGateway(token)).toMatchObject({ voided: true, charged: false })
  expect(await attempt(token)).toMatchObject({ state: 'VOIDED', debt: 'PENDING', lookAt: null })
})

test('what can be neither asked about nor voided is looked at ever more rarely', async () => {
  const token = await openAt(284_300)
  server.line.broken = { query: 'cut', void: 'cut' }
  const one = reconciler()
  const waits: number[] = []
  const looks = async (count: number) => {
    for (let look = 0; look < count; look += 1) {
      await one.now()
      const next = (await attempt(token)).lookAt?.getTime() ?? 0
      waits.push(next - server.context.now().getTime())
      server.wait(next - server.context.now().getTime())
    }
  }
  server.wait(5 * SECOND)
  await looks(4)
  expect(waits.splice(0)).toEqual([15 * SECOND, MAX_DELAY_MS, MAX_DELAY_MS, MAX_DELAY_MS])
  server.wait(25 * 60 * MINUTE)
  await looks(2)
  expect(waits).toEqual([60 * MINUTE, 60 * MINUTE])
})

test('an attempt that never got a token is dropped when its life is over', async () => {
  server.line.broken.open = 'lost'
  const reference = await debtOf(ana, 284_300)
  await openPayment(ana, reference)
  const one = reconciler()
  const stateOf = async () =>
    (
      await server.context.db
        .select()
        .from(paymentAttempt)
        .where(eq(paymentAttempt.debtReference, reference))
    )[0]?.state
  server.wait(9 * MINUTE)
  await one.now()
  expect(await stateOf()).toBe('CREATED')
  server.wait(1 * MINUTE)
  await one.now()
  expect(await stateOf()).toBe('EXPIRED')
})

test('it counts the attempts that are open, and what is closed and in doubt', async () => {
  await openAt(284_300)
  const closed = { state: 'REJECTED', lookAt: null } as const
  const inDoubt = { ...closed, lookAt: new Date(server.context.now().getTime() + 60 * MINUTE) }
  for (const [amount, values] of [[123_450, closed] as const, [215_264, inDoubt] as const])
    await server.context.db
      .update(paymentAttempt)
      .set(values)
      .where(eq(paymentAttempt.accessToken, await openAt(amount)))
  reconciler()
  const { registry } = server.context.metrics
  await expect.poll(() => registry.metrics()).toMatch(/surtidor_open_attempts 2/)
})
