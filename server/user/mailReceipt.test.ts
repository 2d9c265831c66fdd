import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { type Payment, paymentDate } from '#contract/entities/payment.ts'
import { NOT_FISCAL } from '#contract/entities/receipt.ts'
import { movements } from '#contract/financial/movements.ts'
import { removeMembership } from '#contract/loyalty/removeMembership.ts'
import { getPayments } from '#contract/payments/getPayments.ts'
import { mailReceipt } from '#contract/user/mailReceipt.ts'
import { debt, paymentAttempt } from '#db/tables/payments.ts'
import { dateAndTime } from '#kit/format/dates.ts'
import { litres, money, signedPoints } from '#kit/format/numbers.ts'
import { RECEIPT_FORMATS } from '#server/mail/receiptFormats.ts'
import { startForEachTest } from '#testing/harness/startForTests.ts'
import { testServerForEachTest } from '#testing/harness/testServer.ts'

const server = testServerForEachTest()
const ana = startForEachTest(() => server.as('ana'))

const ANA = 'ana@demo.surtidor.uy'
const plain = (text = '') => text.replaceAll('\u00A0', ' ')
const paymentIn = async (state: Payment['state']): Promise<Payment> => {
  const { payments } = await ana.call(getPayments, {})
  return payments.find((payment) => payment.state === state) ?? expect.fail(`no ${state}`)
}
const ofPayment = ({ id = '' }: Payment) => ({ kind: 'payment', reference: id }) as const
const newestMail = async () => (await server.mailsTo(ANA))[0] ?? expect.fail('no email')

describe('mailReceipt', () => {
  test('sends the receipt of a payment to the address of the account, as text and as HTML', async () => {
    const payment = await paymentIn('PAID')
    const { responseHeader, sentTo } = await ana.call(mailReceipt, ofPayment(payment))
    expect([responseHeader.responseCode, sentTo]).toEqual(['00', 'an•••@demo.surtidor.uy'])
    const { subject, text, html } = await newestMail()
    expect(subject).toBe('Comprobante de pago')
    const { amount, taxedAmount, taxAmount = 0, refund } = payment
    for (const fact of [
      `Estación: ${payment.merchantName}`,
      `Fecha y hora: ${dateAndTime(paymentDate(payment))}`,
      `Tarjeta: ${payment.maskedCard}`,
      'Tipo de tarjeta: Débito',
      'Cuotas: 1',
      `Autorización: ${payment.authorizationCode}`,
      `Monto gravado: ${money(taxedAmount)}`,
      `IVA: ${money(taxAmount)}`,
      `Ley aplicada: Ley ${payment.law}`,
      `Factura: ${payment.invoiceNumber}`,
      `Referencia: ${payment.reference}`,
      `${payment.concept}: ${money(amount)}`,
      `Total pagado: ${money(amount)}`,
      `Te devuelven por ley: ${money(refund)}`,
      `Puntos: ${signedPoints(payment.points)}`,
    ]) {
      expect(text).toContain(`${fact}\n`)
      for (const part of fact.split(': ')) expect(html).toContain(part)
    }
    for (const form of [text, html]) {
      expect(form).toContain(NOT_FISCAL)
      expect(form).not.toContain('nulado')
    }
  })

  test('sends the receipt of a purchase, also of a loyalty that has ended', async () => {
    const { movements: all } = await ana.call(movements, { loyaltyCode: '60000001' })
    const fuel = all.find(({ millilitres }) => millilitres > 0) ?? expect.fail()
    const ended = await ana.call(removeMembership, { loyaltyCode: '60000001' })
    expect(ended.responseHeader.responseCode).toBe('00')
    await ana.call(mailReceipt, { kind: 'movement', reference: fuel.rrn })
    const { subject, text } = await newestMail()
    expect(subject).toBe('Comprobante de compra')
    const { rows } = await server.context.db.execute<{ address: string }>(
      `select address from branch where code = '${fuel.branchCode}'`,
    )
    expect(plain(text)).toContain(`Dirección: ${rows[0]?.address}\n`)
    expect(text).toContain(`Super, ${litres(fuel.millilitres)} a ${money(7688)}/L: `)
    expect(text).toContain(`Descuento: ${money(-fuel.discount)}\n`)
    expect(text).toContain(`Total pagado: ${money(fuel.amount)}\n`)
    expect(text).toContain(`Referencia: ${fuel.rrn}\n`)
  })

  test.each([
    ['VOIDED', 'anulado', 'Anulado: el cobro quedó sin efecto', 'Total anulado'],
    ['REFUNDED', 'devuelto', 'Devuelto: el importe vuelve a tu tarjeta', 'Total devuelto'],
  ] as const)('says first that a %s payment does not stand', async (state, word, notice, total) => {
    const payment = await paymentIn(state)
    await ana.call(mailReceipt, ofPayment(payment))
    const { subject, text } = await newestMail()
    expect(subject).toBe(`Comprobante de pago (${word})`)
    expect(text.startsWith(notice)).toBe(true)
    expect(text).toContain(`${total}: ${money(payment.amount)}\n`)
    expect(text).not.toMatch(/Te devuelven|Ley aplicada|Puntos|Total pagado/)
  })

  test.each([
    ['REJECTED', {}, /no se cobró/],
    ['EXPIRED', {}, /no se cobró/],
    ['PROCESSING', { nextPollAt: new Date(0) }, /Todavía estamos confirmando/],
    ['CREATED', {}, /Todavía estamos confirmando/],
  ] as const)('refuses a receipt of a payment that is %s', async (state, more, sentence) => {
    const { db } = server.context
    const { id = '' } = await paymentIn('REJECTED')
    await server.owner.query('alter table payment_attempt disable trigger user')
    await db
      .update(paymentAttempt)
      .set({ state, ...more })
      .where(eq(paymentAttempt.id, id))
    await server.owner.query('alter table payment_attempt enable trigger user')
    const before = (await server.mailsTo(ANA)).length
    const { responseHeader } = await ana.call(mailReceipt, { kind: 'payment', reference: id })
    expect(responseHeader).toMatchObject({
      responseCode: '05',
      responseDescription: expect.stringMatching(sentence),
    })
    expect(await server.mailsTo(ANA)).toHaveLength(before)
  })

  test('answers an unknown, malformed or foreign reference alike', async () => {
    const fede = await server.as('fede')
    const references = [
      ofPayment(await paymentIn('PAID')),
      { kind: 'payment', reference: 'x' },
      { kind: 'payment', reference: '' },
      { kind: 'movement', reference: '000000010177' },
      { kind: 'movement', reference: "' or 1=1" },
    ] as const
    for (const reference of references)
      expect((await fede.call(mailReceipt, reference)).responseHeader).toMatchObject({
        responseCode: '05',
        reason: 'not_found',
      })
    expect(await server.mailsTo('fede@demo.surtidor.uy')).toEqual([])
    const typo = await ana.call(mailReceipt, { kind: 'debt', reference: 'x' } as never)
    expect(typo.responseHeader.responseDescription).toBe('Elegí un pago o una compra.')
  })

  test('a request sends one email, up to ten within an hour', async () => {
    const receipt = ofPayment(await paymentIn('PAID'))
    const before = (await server.mailsTo(ANA)).length
    for (let n = 0; n < 10; n++) await ana.call(mailReceipt, receipt)
    const eleventh = await ana.call(mailReceipt, receipt)
    expect([eleventh.status, eleventh.headers.get('retry-after')]).toEqual([429, '360'])
    expect(await server.mailsTo(ANA)).toHaveLength(before + 10)
  })

  test('a text of the station is a text of the email, whatever it holds', async () => {
    const concept = '</td><script>{{link}} {{name0}} $& <b>x</b>'
    const payment = await paymentIn('PAID')
    await server.context.db
      .update(debt)
      .set({ concept })
      .where(eq(debt.reference, payment.reference))
    expect((await ana.call(mailReceipt, ofPayment(payment))).sentTo).not.toBe('')
    const { text, html } = await newestMail()
    expect(text).toContain(`${concept}: `)
    expect(html).not.toMatch(/<script|<b>/)
  })

  test('has the formats of the app', () => {
    for (const cents of [0, 1, -2914, 123_450, 9_007_199_254_740])
      for (const currency of ['858', '840'] as const)
        expect(RECEIPT_FORMATS.money(cents, currency)).toBe(money(cents, currency))
    for (const amount of [1, 37_914, 1_234_567])
      expect(RECEIPT_FORMATS.litres(amount)).toBe(litres(amount))
    for (const count of [-1250, 0, 111])
      expect(RECEIPT_FORMATS.signedPoints(count)).toBe(signedPoints(count))
    expect(RECEIPT_FORMATS.dateAndTime('20260907143259')).toBe(dateAndTime('20260907143259'))
  })
})
