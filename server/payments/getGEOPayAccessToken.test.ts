import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { getDebts } from '#contract/payments/getDebts.ts'
import { getGEOPayAccessToken } from '#contract/payments/getGEOPayAccessToken.ts'
import { processGEOPayResponse } from '#contract/payments/processGEOPayResponse.ts'
import { debt } from '#db/tables/payments.ts'
import { person } from '#db/tables/people.ts'
import { RateLimited } from '#server/http/errors.ts'
import { startForFile } from '#testing/harness/startForTests.ts'
import { headerOf } from '#testing/harness/testClient.ts'
import { startPayment, startTestPaymentServer } from '#testing/harness/testPaymentServer.ts'

const server = startForFile(startTestPaymentServer)
const ana = startForFile(() => server.as('ana'))

const openOf = async (reference: string) =>
  (await server.attemptsOf(reference)).filter(({ state }) => state === 'CREATED')
const description = (answer: { responseHeader: { responseDescription: string } }) =>
  answer.responseHeader.responseDescription

describe('getGEOPayAccessToken', () => {
  test('takes every amount of the attempt and of the token from the debt’s row', async () => {
    const reference = await server.addDebt(284_300)
    const answer = await startPayment(ana, reference)
    expect(answer).toMatchObject({ authorizerRespCode: '00', authorizerRespDesc: 'AUTORIZADO' })
    expect(answer.accessToken).toMatch(/^[\w-]{22,}$/)
    const [attempt] = await openOf(reference)
    expect(attempt).toMatchObject({
      amount: 284_300,
      taxedAmount: 233_033,
      indi: 6,
      installments: 1,
    })
    const [payment] = (await server.gatewayPayments()).filter(
      ({ token }) => token === answer.accessToken,
    )
    expect(payment).toMatchObject({
      reference,
      amount: 284_300,
      currency: '858',
      merchantId: '900001',
      auditNumber: attempt?.auditNumber,
      state: 'OPEN',
    })
  })

  test('commits the attempt before it calls the gateway', async () => {
    const reference = await server.addDebt(215_264)
    let seen: unknown[] = []
    server.stub.before.open = async () => {
      seen = await openOf(reference)
    }
    await startPayment(ana, reference)
    expect(seen).toMatchObject([{ state: 'CREATED', accessToken: null }])
  })

  test('is refused when another request closes the attempt each time that the gateway is asked', async () => {
    const reference = await server.addDebt(215_264)
    const closeEach = async () => {
      await server.owner.query(
        `update payment_attempt set state = 'EXPIRED', settled_at = now(), next_poll_at = null
        where debt_reference = $1 and state = 'CREATED'`,
        [reference],
      )
      server.stub.before.open = closeEach
    }
    server.stub.before.open = closeEach
    const { status, responseHeader } = await startPayment(ana, reference)
    delete server.stub.before.open
    expect([status, responseHeader?.reason]).toEqual([200, 'payment_pending'])
  })

  test.each([
    [500, new TypeError('a defect')],
    [503, Object.assign(new Error('no disk space'), { code: '53100' })],
    [503, Object.assign(new Error('a replica that does not write yet'), { code: '25006' })],
    [429, new RateLimited(1)],
  ])('P7: HTTP %i of %s is not stored as the answer of the request', async (status, error) => {
    const reference = await server.addDebt(215_264)
    const header = headerOf(ana.token, server.context.now())
    const debtData = { reference }
    const send = () => ana.call(getGEOPayAccessToken, { debtData }, { header: { ...header } })
    server.stub.before.open = () => Promise.reject(error)
    expect((await send()).status).toBe(status)
    const answer = await send()
    expect(answer).toMatchObject({ status: 200, responseHeader: { responseCode: '00' } })
    expect((await send()).accessToken).toBe(answer.accessToken)
  })

  /**
   * Every numeric field of debtData, each altered in every way; the debt has six instalments and
   * no tip.
   */
  const alterations: [string, (ours: number) => string][] = [
    ['0', () => '0'],
    ['-1', () => '-1'],
    ['half', (ours) => String(ours / 2)],
    ['x100', (ours) => String(ours * 100)],
    ['1e400', () => '1e400'],
    ['"1"', () => '"1"'],
    ['""', () => '""'],
    ['an object', () => '{"valueOf":1}'],
    ['a list', (ours) => `[${ours}]`],
  ]
  const numeric = [
    'amount',
    'taxedAmount',
    'taxAmount',
    'tipAmount',
    'installments',
    'indi',
  ] as const
  const cases = numeric.flatMap((field) =>
    alterations.map(([name, alter]) => [field, name, alter] as const),
  )

  test.each(cases)(
    'accepts %s = %s only where it equals the debt’s row',
    async (field, name, alter) => {
      const reference = await server.addDebt(1_859_000)
      const { debts, geopay } = await ana.call(getDebts, { type: '2' })
      const ours = debts.find((one) => one.reference === reference)
      if (!ours) throw new Error('no debt')
      const text = alter(ours[field])
      const header = headerOf(ana.token, server.context.now())
      // Built as text: JSON.stringify would lose 1e400.
      const body = JSON.stringify({
        requestHeader: header,
        geopayNetId: geopay.netId,
        geopayMerchantId: geopay.merchantId,
        debtData: { ...ours, [field]: '@' },
      }).replace('"@"', text)
      const answer = await ana.call(getGEOPayAccessToken, {} as never, { body })
      const isEqual =
        (field === 'installments' && (name === '"1"' || name === 'half')) ||
        (['tipAmount', 'indi'].includes(field) && ['0', 'half', 'x100'].includes(name))
      expect(answer.status).toBe(200)
      expect(answer.responseHeader.responseCode).toBe(isEqual ? '00' : '05')
      for (const { amount, indi, tipAmount } of await server.attemptsOf(reference))
        expect({ amount, indi, tipAmount }).toEqual({ amount: 1_859_000, indi: 0, tipAmount: 0 })
    },
  )

  test.each([
    ['another currency', { currency: '840' }],
    ['a currency that is none', { currency: 'UYU' }],
    ['not a final consumer', { finalConsumer: false }],
    ['1 for true', { finalConsumer: 1 }],
    ['a fraction of an instalment', { installments: 1.5 }],
    ['one instalment too many', { installments: 7 }],
    ['a tip that nobody suggested', { tipAmount: 1 }],
  ])('rejects %s', async (_what, altered) => {
    const answer = await startPayment(ana, await server.addDebt(96_800), altered)
    expect(answer.responseHeader.responseCode).toBe('05')
    expect(description(answer)).toMatch(/no coinciden/)
    expect(answer.accessToken).toBeUndefined()
  })

  test('accepts numbers as text and ignores absent fields', async () => {
    const reference = await server.addDebt(348_900)
    const sent = { amount: '348900', currency: 858, indi: '6', installments: '1', taxAmount: null }
    expect((await startPayment(ana, reference, sent)).responseHeader.responseCode).toBe('00')
  })

  test('accepts a tip up to a fifth of the amount where the debt suggests one', async () => {
    const reference = await server.addDebt(79_000)
    const over = await startPayment(ana, reference, { tipAmount: 15_801 })
    expect(over.responseHeader.responseCode).toBe('05')
    const { accessToken } = await startPayment(ana, reference, { tipAmount: 15_800 })
    const [payment] = (await server.gatewayPayments()).filter(({ token }) => token === accessToken)
    expect(payment?.amount).toBe(94_800)
  })

  test.each([
    ['net', { geopayNetId: 'OTRA' }],
    ['merchant', { geopayMerchantId: '900002' }],
  ])('rejects another %s', async (_what, altered) => {
    const reference = await server.addDebt(456_000)
    const answer = await ana.call(getGEOPayAccessToken, {
      geopayNetId: 'SURTIDOR',
      geopayMerchantId: '900001',
      debtData: { reference },
      ...altered,
    })
    expect(answer.responseHeader.responseCode).toBe('05')
    expect(await openOf(reference)).toEqual([])
  })

  test('rejects a payer under 18 and accepts one whose 18th birthday is today', async () => {
    const reference = await server.addDebt(456_000)
    const { db } = server.context
    const [before] = await db.select().from(person).where(eq(person.email, 'ana@demo.surtidor.uy'))
    const bornOn = (birthdate: string) =>
      db
        .update(person)
        .set({ birthdate })
        .where(eq(person.id, before?.id ?? ''))
    try {
      await bornOn('2008-09-08')
      const young = await startPayment(ana, reference)
      expect(young.responseHeader.responseCode).toBe('05')
      expect(description(young)).toMatch(/18/)
      await bornOn('2008-09-07')
      expect((await startPayment(ana, reference)).responseHeader.responseCode).toBe('00')
    } finally {
      await bornOn(before?.birthdate ?? '')
    }
  })

  test('rejects a paid debt with its own sentence', async () => {
    const reference = await server.addDebt(12_200)
    const { accessToken } = await startPayment(ana, reference)
    const geopayResponse = (await server.pay(accessToken)) ?? ''
    const { payment } = await ana.call(processGEOPayResponse, { geopayResponse })
    expect(payment).toMatchObject({ state: 'PAID', currency: '840' })
    const answer = await startPayment(ana, reference)
    expect(answer.responseHeader.responseCode).toBe('05')
    expect(description(answer)).toBe('Esa deuda ya está paga.')
  })

  test('rejects a voided debt', async () => {
    const reference = await server.addDebt(96_800)
    const { db } = server.context
    await db.update(debt).set({ state: 'VOIDED' }).where(eq(debt.reference, reference))
    const answer = await startPayment(ana, reference)
    expect(answer.responseHeader.responseCode).toBe('05')
    expect(description(answer)).toMatch(/se anuló/)
    expect(await server.attemptsOf(reference)).toEqual([])
  })
})
