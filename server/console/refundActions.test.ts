import { and, desc, eq, like } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS, lastDays, toRange } from '#contract/dates.ts'
import { getPayments } from '#contract/payments/getPayments.ts'
import { notifications } from '#contract/user/notifications.ts'
import { checkInvariants } from '#db/invariants/checkInvariants.ts'
import { balanceOf } from '#db/loyalty/pointsLedger.ts'
import { endRefunds, lockRefundable } from '#db/payments/refunds.ts'
import { paymentAttempt } from '#db/tables/payments.ts'
import { voidableUntil } from '#server/payments/businessDay.ts'
import { startPendingPaymentPoller } from '#server/payments/outcome/pendingPaymentPoller.ts'
import { factOf } from '#testing/console/objectSteps.ts'
import { payNewDebt, refundSteps } from '#testing/console/refundSteps.ts'
import { createPersonLike } from '#testing/harness/createPerson.ts'
import { startForFile } from '#testing/harness/startForTests.ts'
import { accepted } from '#testing/harness/testClient.ts'
import { startTestPaymentServer } from '#testing/harness/testPaymentServer.ts'
import type { Person } from '#testing/harness/testServer.ts'
import { paymentSteps } from '#testing/station/paymentSteps.ts'
import { enrolTestTerminal } from '#testing/station/testTerminal.ts'

const server = startForFile(() => startTestPaymentServer({ webhooks: true }))
let ana: Person
let elena: ReturnType<typeof refundSteps>
let second: ReturnType<typeof refundSteps>
beforeAll(signIn)
async function signIn() {
  ana = await server.as('ana')
  elena = refundSteps(server, 'elena', await server.as('elena'))
}
/** The day after: sessions have ended. */
async function nextDay() {
  server.wait(DAY_MS)
  await signIn()
  second = refundSteps(server, 'second', await server.as('second'))
}
beforeAll(async () => {
  second = refundSteps(server, 'second', await createPersonLike(server, 'second', 'elena'))
})

/** A debt of ana's that gives points, and is below the limit of one operator. */
const AMOUNT = 284_300
/** What an operator takes back alone in a day of these tests. */
const LIMIT = 5_000_000
beforeAll(() => {
  server.context.config.refundLimits['858'] = LIMIT
})
const pay = () => payNewDebt(server, ana, AMOUNT)
const paymentOf = async (id: string) =>
  (await ana.call(getPayments, toRange(lastDays(server.context.now())))).payments.find(
    (one) => one.id === id,
  )
const actionsOf = async (who: typeof elena, id: string) =>
  (await who.page(id)).actions.map(({ name }) => name)
/** Without the narrow spaces of amounts. */
const plain = (text = '') => text.replaceAll('\u00A0', ' ')
const reason = (answer: { responseHeader: { reason?: string | undefined } }) =>
  answer.responseHeader.reason
async function poll() {
  const poller = startPendingPaymentPoller(server.context)
  await poller.now()
  await poller.stop()
}

describe('an operator who takes a charge back', () => {
  test('voids it on its day, and the debt waits again', async () => {
    const { id, token, reference } = await pay()
    expect(await actionsOf(elena, id)).toEqual(['void', 'note'])
    expect(reason(await elena.refund(id, '10'))).toBe('action_gone')
    expect(accepted(await elena.void(id)).outcome).toContain('La pasarela lo aceptó')
    expect(await server.gatewayPayment(token)).toMatchObject({ voided: true, charged: false })
    expect((await paymentOf(id))?.state).toBe('VOIDED')
    expect((await server.debtRow(reference)).state).toBe('PENDING')
    const { timeline } = await elena.page(id)
    const titles = timeline.map(({ title }) => plain(title))
    expect(titles).toContain('Anulación de $ 2.843,00: pedida a la pasarela')
    expect(titles).toContain('Anulación de $ 2.843,00: la pasarela la hizo')
    expect(await actionsOf(elena, id)).toEqual(['note'])
  })

  test('voids the payment of a till, which reads so', async () => {
    const till = await enrolTestTerminal(server)
    const station = paymentSteps(server, till)
    const { code, reference } = await station.request()
    const { id = '' } = await station.pay(ana, await station.open(ana, code))
    accepted(await elena.void(id))
    expect((await station.status(reference)).state).toBe('voided')
  })

  test('refunds a part after the day, then the rest, with the points in proportion', async () => {
    const before = await balanceOf(server.context.db, '60000001')
    const paid = await pay()
    const given = (await balanceOf(server.context.db, '60000001')) - before
    await nextDay()
    expect(await actionsOf(elena, paid.id)).toEqual(['refund', 'note'])
    expect(accepted(await elena.refund(paid.id, '500')).outcome).toContain('La pasarela lo aceptó')
    expect(await server.gatewayPayment(paid.token)).toMatchObject({
      charged: true,
      refundedAmount: 50_000,
    })
    const left = Math.floor((given * (AMOUNT - 50_000)) / AMOUNT)
    expect(await balanceOf(server.context.db, '60000001')).toBe(before + left)
    expect(await paymentOf(paid.id)).toMatchObject({
      state: 'PAID',
      refundedAmount: 50_000,
      points: left,
    })
    const told = (await ana.call(notifications, {})).notifications[0]
    expect(plain(told?.text)).toContain('Te devolvimos $ 500,00 de $ 2.843,00')
    const page = await elena.page(paid.id)
    expect(page.badges[1]?.text).toBe('Devuelto en parte')
    expect(factOf(page, 'Queda por devolver')?.cents).toBe(AMOUNT - 50_000)
    expect(reason(await elena.refund(paid.id, '2.343,01'))).toBe('refund_too_large')
    // The form offers what is left.
    const form = page.actions.find(({ name }) => name === 'refund')?.fields
    const offered = form?.find(({ name }) => name === 'amount')?.value ?? ''
    expect(offered).toBe('2343,00')
    accepted(await elena.refund(paid.id, offered))
    expect(await paymentOf(paid.id)).toMatchObject({ state: 'REFUNDED', refundedAmount: AMOUNT })
    expect((await server.debtRow(paid.reference)).state).toBe('PENDING')
    expect(await balanceOf(server.context.db, '60000001')).toBe(before)
    expect(await checkInvariants(server.context.db)).toEqual([])
  })

  test('above the limit proposes, and another operator decides', async () => {
    const limits = server.context.config.refundLimits
    limits['858'] = 60_000
    const { id, token } = await pay()
    await nextDay()
    accepted(await elena.refund(id, '500'))
    // Small parts do not go around the limit of a charge.
    expect(accepted(await elena.refund(id, '200')).outcome).toContain('espera a que otra persona')
    expect(await server.gatewayPayment(token)).toMatchObject({ refundedAmount: 50_000 })
    expect(await actionsOf(elena, id)).toEqual(['withdraw', 'note'])
    expect(await actionsOf(second, id)).toEqual(['decide', 'note'])
    expect((await second.page(id)).actions[0]).toMatchObject({ name: 'decide', danger: true })
    expect(accepted(await second.decide(id, 'rejected')).outcome).toContain('rechazada')
    accepted(await elena.refund(id, '300'))
    expect(accepted(await second.decide(id, 'confirmed')).outcome).toContain(
      'La pasarela lo aceptó',
    )
    expect(await server.gatewayPayment(token)).toMatchObject({ refundedAmount: 80_000 })
    const { timeline } = await elena.page(id)
    const asked = timeline.find(({ title }) => /300,00: pedida/.test(title))
    expect(asked?.by).toMatch(/^second /)
    limits['858'] = LIMIT
  })

  test('proposes what is above the limit with the rest of the day: of their own, or of the payer', async () => {
    const limits = server.context.config.refundLimits
    const charges = [await pay(), await pay(), await pay()].map(({ id }) => id)
    await nextDay()
    limits['858'] = 60_000
    const outcomes: string[] = []
    for (const [who, amount] of [
      [elena, '300'],
      [elena, '301'],
      [second, '300,01'],
    ] as const)
      outcomes.push(accepted(await who.refund(charges[outcomes.length] ?? '', amount)).outcome)
    expect(outcomes.map((outcome) => outcome.includes('otra persona'))).toEqual([false, true, true])
    limits['858'] = LIMIT
  })

  test('is withdrawn by who proposed it, and rejected when its charge ends meanwhile', async () => {
    const limits = server.context.config.refundLimits
    limits['858'] = 0
    const { id } = await pay()
    await nextDay()
    accepted(await elena.refund(id, '200'))
    expect(reason(await second.refund(id, '100'))).toBe('action_gone')
    // Also a request that read the page before waits for the decision: the charge is held.
    const { context } = server
    const at = { actorId: id, now: context.now(), firstPollAt: context.now(), voidableUntil }
    const part = { attemptId: id, kind: 'refund', amount: 1 } as const
    expect(await lockRefundable(context.db, at, part)).toBe('pending')
    expect(reason(await elena.decide(id, 'confirmed'))).toBe('action_gone')
    accepted(await elena.act(id, 'withdraw', { code: await elena.newCode() }))
    expect(await actionsOf(second, id)).toEqual(['refund', 'note'])
    accepted(await elena.refund(id, '300'))
    const { db, now } = server.context
    await endRefunds(db, { id, state: 'REFUNDED', refundedAmount: AMOUNT }, now())
    expect(reason(await second.decide(id, 'confirmed'))).toBe('action_gone')
    const { timeline, badges } = await elena.page(id)
    expect(badges.map(({ text }) => text)).not.toContain('Espera a otra persona')
    const told = timeline.map(({ title, remark }) => `${plain(title)} ${remark}`)
    expect(told).toContain('Devolución de $ 200,00: retirada ')
    expect(told).toContain(
      'Devolución de $ 300,00: rechazada El cobro ya se había anulado o devuelto.',
    )
    limits['858'] = LIMIT
  })

  test('learns from the poller what an answer that was lost did, which refunds once', async () => {
    const { id, token } = await pay()
    await nextDay()
    for (const failure of ['lost', 'cut'] as const) {
      server.stub.failures = { void: failure, query: 'cut' }
      const refunded = (await server.gatewayPayment(token))?.refundedAmount ?? 0
      expect(accepted(await elena.refund(id, '100')).outcome).toContain('le seguimos preguntando')
      expect((await elena.page(id)).badges.map(({ text }) => text)).toContain(
        'Falta la respuesta de la pasarela',
      )
      expect(await actionsOf(elena, id)).toEqual(['note'])
      // The gateway is away for an hour: the charge is asked about every 30 seconds.
      for (let time = 0; time < 120; time += 1) {
        server.wait(30_000)
        await poll()
      }
      server.stub.failures = {}
      server.wait(30_000)
      await poll()
      expect(await server.gatewayPayment(token)).toMatchObject({
        refundedAmount: refunded + 10_000,
      })
      expect((await paymentOf(id))?.refundedAmount).toBe(refunded + 10_000)
      expect(await actionsOf(elena, id)).toEqual(['refund', 'note'])
    }
  })

  test('P7: has one answer for a request that is repeated while the gateway is asked', async () => {
    server.context.config.refundLimits['858'] = 60_000
    const answersOf = async (who: typeof elena, id: string, act: string, fields = {}) => {
      const all = { code: await who.newCode(), reason: 'complaint', text: 'Dos veces.', ...fields }
      const press = () => who.act(id, act, all, { header: { auditNumber: `twice-${act}` } })
      const repeat = Promise.withResolvers<Awaited<ReturnType<typeof press>>>()
      server.stub.before.void = async () => repeat.resolve(await press())
      const first = await press()
      return [first, await repeat.promise, await press()].map((one) => accepted(one).outcome)
    }
    const DONE = 'La pasarela lo aceptó, y le avisamos al conductor.'
    const ASKED =
      'Todavía no sabemos qué contestó la pasarela: le seguimos preguntando hasta saberlo.'
    const ACCEPTED = [DONE, ASKED, DONE]
    const { id, token } = await pay()
    await nextDay()
    expect(await answersOf(elena, id, 'refund', { amount: '500' })).toEqual(ACCEPTED)
    accepted(await elena.refund(id, '200'))
    expect(await answersOf(second, id, 'decide', { decision: 'confirmed' })).toEqual(ACCEPTED)
    expect(await server.gatewayPayment(token)).toMatchObject({ refundedAmount: 70_000 })
    server.context.config.refundLimits['858'] = LIMIT
    expect(await answersOf(elena, (await pay()).id, 'void')).toEqual(ACCEPTED)
  })

  test('reads why the gateway refuses', async () => {
    const [demo] = await server.context.db
      .select()
      .from(paymentAttempt)
      .where(and(like(paymentAttempt.auditNumber, 'demo-%'), eq(paymentAttempt.state, 'PAID')))
      .orderBy(desc(paymentAttempt.createdAt))
    const answer = await elena.refund(demo?.id ?? '', '1')
    expect(answer.responseHeader.responseDescription).toBe('La pasarela no conoce este cobro.')
    const { timeline } = await elena.page(demo?.id ?? '')
    expect(timeline[0]?.title).toMatch(/la pasarela no la hizo$/)
  })

  test.each([
    ['no amount', '', {}, 'Escribí cuánto se devuelve.'],
    ['a point for cents', '10.5', {}, /^El importe es como/],
    ['nothing', '0,00', {}, 'El importe tiene que ser mayor que 0.'],
    ['no reason', '1', { reason: '' }, 'Elegí el motivo.'],
    ['another reason', '1', { reason: 'x' }, 'Elegí el motivo.'],
    ['no words', '1', { text: ' ' }, 'Contá por qué se devuelve.'],
    ['no code', '1', { code: '' }, 'Escribí el código de tu segundo factor.'],
    ['another code', '1', { code: '000000' }, /segundo factor no es correcto/],
  ] as const)('is asked for what is missing: %s', async (_what, amount, fields, sentence) => {
    const { id, token } = await pay()
    await nextDay()
    const { responseHeader } = await elena.refund(id, amount, fields)
    expect(responseHeader.responseDescription).toMatch(sentence)
    expect(await server.gatewayPayment(token)).toMatchObject({ refundedAmount: 0 })
  })
})
