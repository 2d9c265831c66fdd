import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { GatewayDay } from '#contract/entities/reconciliation.ts'
import type { GatewayPayment } from '#contract/geopay.ts'
import { processGEOPayResponse } from '#contract/payments/processGEOPayResponse.ts'
import { gatewayDays } from '#db/payments/reconciliations.ts'
import { balanceOf } from '#db/loyalty/pointsLedger.ts'
import { debt, paymentAttempt } from '#db/tables/payments.ts'
import type { Person } from '#testing/testServer.ts'
import { reconcileDay } from '#server/payments/reconciliation/reconcileDay.ts'
import { startPendingPaymentPoller } from '#server/payments/outcome/pendingPaymentPoller.ts'
import {
  debtOf,
  startTestPaymentServer,
  openPayment,
  type TestPaymentServer,
} from '#testing/testPaymentServer.ts'

/** What a night finds and mends, against a gateway that lists its days. No webhook ever arrives. */
const DAY = '20260907'
let server: TestPaymentServer
let ana: Person
let reference: string
/** What waits for a person at the end, by the promise that it breaks until then. */
let broken: string[]
beforeEach(async () => {
  broken = []
  server = await startTestPaymentServer()
  ana = await server.as('ana')
  reference = await debtOf(ana, 284_300)
})
afterEach(() => server.close(broken))

const attempts = () =>
  server.context.db.select().from(paymentAttempt).where(eq(paymentAttempt.debtReference, reference))
const stateOf = async (token: string) =>
  (await attempts()).find(({ accessToken }) => accessToken === token)?.state
const change = (token: string, values: Partial<typeof paymentAttempt.$inferInsert>) =>
  server.context.db.update(paymentAttempt).set(values).where(eq(paymentAttempt.accessToken, token))
const owed = async () =>
  (await server.context.db.select().from(debt).where(eq(debt.reference, reference)))[0]?.state
const points = () => balanceOf(server.context.db, '60000001')
const bring = async (data: string | null) =>
  (await ana.call(processGEOPayResponse, { geopayResponse: data ?? '' })).payment.state
/** Opens and pays the debt; the person comes back. */
async function buy(): Promise<string> {
  const { accessToken } = await openPayment(ana, reference)
  expect(await bring(await server.pay(accessToken))).toBe('PAID')
  return accessToken
}
/** The day as it is told after the night. */
async function night(day = DAY): Promise<GatewayDay> {
  expect(await reconcileDay(server.context, day)).toBe(true)
  const [told] = await gatewayDays(server.context.db, 1, '')
  if (told?.day !== day) throw new Error(`${day} was not compared`)
  return told
}
const kinds = ({ differences }: GatewayDay) =>
  differences.map(({ kind, mended }) => `${kind} ${mended ? 'mended' : 'waits'}`)
const counted = async (kind: string) =>
  (await server.context.metrics.comparisonDifferences.get()).values.find(
    ({ labels }) => labels.kind === kind,
  )?.value

test('a day on which both sides agree shows nothing, and asks nothing', async () => {
  await buy()
  const other = await server.owe(123_450)
  await server.pay((await openPayment(ana, other)).accessToken, '51')
  await server.cancel((await openPayment(ana, await server.owe(123_450))).accessToken)
  server.line.asked.length = 0
  expect(await night()).toMatchObject({ source: 'LIST', here: 1, there: 1, differences: [] })
  expect(server.line.asked).toEqual([])
})

test('a void whose webhook is lost for good is found and mended: the debt is open, the points are back', async () => {
  const before = await points()
  const token = await buy()
  await server.context.gateway.void(token)
  const told = await night()
  expect(kinds(told)).toEqual(['VOIDED_THERE mended'])
  expect(told.differences[0]).toMatchObject({
    reference,
    here: { state: 'PAID', currency: '858', amount: 284_300 },
    there: { state: 'VOIDED', currency: '858', amount: 284_300 },
  })
  expect([await stateOf(token), await owed(), await points()]).toEqual([
    'VOIDED',
    'PENDING',
    before,
  ])
  expect(await counted('VOIDED_THERE')).toBe(1)
})

test('a refund that nobody told us of is found and mended likewise', async () => {
  const token = await buy()
  const refunded = (said: GatewayPayment) => ({ ...said, refunded: true })
  server.line.twist = refunded
  server.line.twistList = (page) => page.map(refunded)
  expect(kinds(await night())).toEqual(['REFUNDED_THERE mended'])
  expect([await stateOf(token), await owed()]).toEqual(['REFUNDED', 'PENDING'])
})

test('a refund of a part waits for a person: the debt stays paid, the points stay', async () => {
  const token = await buy()
  const after = await points()
  const refunded = (said: GatewayPayment) => ({ ...said, refunded: true, refundedAmount: 500 })
  server.line.twist = refunded
  server.line.twistList = (page) => page.map(refunded)
  expect(kinds(await night())).toEqual(['REFUNDED_THERE waits'])
  expect([await stateOf(token), await owed(), await points()]).toEqual(['PAID', 'PAID', after])
})

test('a charge of which a part was given back before it arrived here pays the debt all the same', async () => {
  const { accessToken } = await openPayment(ana, reference)
  await server.pay(accessToken, 'pageClosed')
  const refunded = (said: GatewayPayment) => ({ ...said, refunded: true, refundedAmount: 500 })
  server.line.twist = refunded
  server.line.twistList = (page) => page.map(refunded)
  expect((await night()).counts).toMatchObject({ MISSING_HERE: 1 })
  expect([await stateOf(accessToken), await owed()]).toEqual(['PAID', 'PAID'])
})

test('a charge that never arrived here is paid by the query, once', async () => {
  const { accessToken } = await openPayment(ana, reference)
  await server.pay(accessToken, 'pageClosed')
  expect(kinds(await night())).toEqual(['MISSING_HERE mended'])
  expect([await stateOf(accessToken), await owed()]).toEqual(['PAID', 'PAID'])
})

test('the list alone settles nothing: what the query does not bear out waits for a person', async () => {
  broken = ['P3']
  const { accessToken } = await openPayment(ana, reference)
  await server.pay(accessToken, '51')
  const said = await server.context.gateway.query(accessToken)
  if (!said) throw new Error('the gateway knows the token')
  const declined: GatewayPayment = { ...said, authorized: true }
  const unknown = { ...declined, accessToken: 'unknown', paymentToken: 'x' }
  await server.pay((await openPayment(ana, await server.owe(123_450))).accessToken)
  server.line.twistList = (page) => [...page, declined, unknown]
  const told = await night()
  expect(kinds(told)).toEqual(['MISSING_HERE waits', 'MISSING_HERE waits', 'MISSING_HERE mended'])
  expect(told.differences.find(({ paymentToken }) => paymentToken === 'x')?.here).toEqual({
    state: 'NONE',
    currency: '',
    amount: 0,
  })
  expect([await stateOf(accessToken), await owed()]).toEqual(['CREATED', 'PENDING'])
})

test('paid here and unknown there: told, and nothing is undone', async () => {
  broken = ['P4']
  const token = await buy()
  await change(token, { accessToken: 'nobody-knows' })
  server.line.twistList = () => []
  expect(kinds(await night())).toEqual(['MISSING_THERE waits'])
  expect([await stateOf('nobody-knows'), await owed()]).toEqual(['PAID', 'PAID'])
})

test('approved by the query and not on the list: told, since the acquirer pays by the list', async () => {
  broken = ['P4']
  const token = await buy()
  server.line.twistList = () => []
  expect(await night()).toMatchObject({ here: 1, there: 0, counts: { MISSING_THERE: 1 } })
  expect(await stateOf(token)).toBe('PAID')
})

test.each([
  ['the list alone', false],
  ['the list and the query', true],
])('another amount in %s is told, and nothing is undone', async (_where, both) => {
  broken = ['P4']
  const token = await buy()
  const less = (said: GatewayPayment) => ({ ...said, amount: said.amount - 1 })
  server.line.twistList = (page) => page.map(less)
  if (both) server.line.twist = less
  const told = await night()
  expect(kinds(told)).toEqual(['AMOUNT waits'])
  expect(told.differences[0]?.there.amount).toBe(284_299)
  expect([await stateOf(token), (await server.truth())[0]?.charged]).toEqual(['PAID', true])
})

test('two charges of one debt: the one that pays it stays, the other is given back', async () => {
  const { accessToken: first } = await openPayment(ana, reference)
  await change(first, { state: 'EXPIRED', lookAt: null })
  const second = await buy()
  await server.pay(first, 'pageClosed')
  const told = await night()
  expect(kinds(told)).toEqual(['DOUBLE mended'])
  expect([await stateOf(first), await stateOf(second)]).toEqual(['VOIDED', 'PAID'])
  const charged = (await server.truth()).filter((one) => one.charged)
  expect(charged.map(({ token }) => token)).toEqual([second])
})

test.each([
  ['of a refused page', 'REJECTED', 'MISSING_HERE'],
  ['of a debt that is paid', 'EXPIRED', 'DOUBLE'],
] as const)(
  'a charge %s, whose void is cut in the night, waits for nobody once it is given back',
  async (_what, state, kind) => {
    const { accessToken } = await openPayment(ana, reference)
    await change(accessToken, { state, lookAt: null })
    if (kind === 'DOUBLE') await buy()
    await server.pay(accessToken, 'pageClosed')
    server.line.broken.void = 'cut'
    expect(kinds(await night())).toEqual([`${kind} waits`])
    server.line.broken = {}
    server.wait(60_000)
    const reconciler = startPendingPaymentPoller(server.context)
    await reconciler.now()
    await reconciler.stop()
    const there = (await server.truth()).find(({ token }) => token === accessToken)
    expect(there).toMatchObject({ charged: false, voided: true })
    const [told] = await gatewayDays(server.context.db, 1, '')
    expect(told && kinds(told)).toEqual([`${kind} mended`])
  },
)

test('one charge twice on the list, and two numbers for one token, wait for a person', async () => {
  broken = ['P1']
  const token = await buy()
  server.line.twistList = (page) => [
    ...page,
    ...page,
    ...page.map((one) => ({ ...one, paymentToken: 'y' })),
  ]
  const told = await night()
  expect(kinds(told)).toEqual(['DOUBLE waits', 'DOUBLE waits'])
  expect([await stateOf(token), (await server.truth())[0]?.charged]).toEqual(['PAID', true])
})

test('a line of the list that makes no sense waits for a person, and holds up no other', async () => {
  broken = ['P3', 'P4']
  const token = await buy()
  const { accessToken: unheard } = await openPayment(ana, await server.owe(123_450))
  await server.pay(unheard, 'pageClosed')
  const { accessToken: dark } = await openPayment(ana, await server.owe(123_450))
  await server.pay(dark, 'pageClosed')
  server.line.twistList = (page) => page.filter(({ accessToken }) => accessToken === unheard)
  server.line.unreadable = [
    { place: 1, paymentToken: 'odd', accessToken: token, reference: '' },
    { place: 2, paymentToken: '', accessToken: dark, reference: '' },
    { place: 3, paymentToken: '', accessToken: '', reference: 'R' },
  ]
  const told = await night()
  expect(kinds(told)).toEqual([
    'AMOUNT waits',
    'MISSING_HERE waits',
    'MISSING_HERE waits',
    'MISSING_HERE mended',
  ])
  expect(told).toMatchObject({ here: 1, there: 4 })
  const inTheDark = told.differences.filter(({ there }) => there.state === 'UNREADABLE')
  expect(inTheDark.map(({ paymentToken }) => paymentToken)).toEqual(['odd', '', ''])
  expect(inTheDark.map((one) => one.reference)).toContain('R')
  const { db } = server.context
  const [settled] = await db
    .select()
    .from(paymentAttempt)
    .where(eq(paymentAttempt.accessToken, dark))
  expect([await stateOf(token), settled?.state]).toEqual(['PAID', 'PAID'])
})

test('who got a token before midnight and paid after it is of the next day, on both sides', async () => {
  server.wait(11 * 3_600_000 + 58 * 60_000)
  const { accessToken } = await openPayment(ana, reference)
  server.wait(5 * 60_000)
  expect(await bring(await server.pay(accessToken))).toBe('PAID')
  expect(await night()).toMatchObject({ here: 0, there: 0, differences: [] })
  expect(await night('20260908')).toMatchObject({ here: 1, there: 1, differences: [] })
})
