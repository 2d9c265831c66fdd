import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS, toDate } from '#contract/dates.ts'
import type { ReportedItem } from '#contract/entities/reportedItem.ts'
import { accountStatus } from '#contract/financial/accountStatus.ts'
import { movements } from '#contract/financial/movements.ts'
import { claimPurchase } from '#contract/loyalty/claimPurchase.ts'
import { purchaseClaims } from '#contract/loyalty/purchaseClaims.ts'
import { reportSales } from '#contract/station/reportSales.ts'
import { notifications } from '#contract/user/notifications.ts'
import { checkInvariants } from '#db/invariants/checkInvariants.ts'
import { balanceOf } from '#db/loyalty/pointsLedger.ts'
import { cfe, reportedSale, returnOf, voidOf } from '#testing/fixtures/reportedItems.ts'
import { startForFile } from '#testing/harness/startForTests.ts'
import { accepted, type TestClient } from '#testing/harness/testClient.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'
import { enrolTestTerminal } from '#testing/station/testTerminal.ts'
import { widenBounds } from '#testing/station/wideBounds.ts'

const [ANA, DRIVER] = ['60000001', '60100001']
const LITRE = 7688
const server = testServerForFile()
const ana = startForFile(() => server.as('ana'))
const driver = startForFile(() => server.as('driver00001'))
let till: Awaited<ReturnType<typeof enrolTestTerminal>>
beforeAll(async () => {
  till = await enrolTestTerminal(server)
  // The drivers below buy more, and claim more receipts, than the limits of a day.
  await Promise.all([widenBounds(server.owner), unlimit()])
})
const unlimit = () => server.context.db.execute(sql`delete from rate_limit`)

let numbers = 500
/** A sale of ten litres without a member, whose receipt has that security code. */
function sold(securityCode = 'x7Kd2M', given: Parameters<typeof reportedSale>[2] = {}) {
  const number = (numbers += 1)
  const document = { ...cfe(number), ...(securityCode && { securityCode }) }
  return { ...reportedSale(`C${number}`, 10, given), cfe: document }
}
type Sold = ReturnType<typeof sold>
const receiptOf = (sale: Sold, given: object = {}) => {
  const { rut, type, series, number, securityCode = '' } = sale.cfe
  return { rut, type, series, number, amount: 10 * LITRE, date: '20260906', securityCode, ...given }
}
const qrOf = (sale: Sold, fields: Partial<Record<'amount' | 'day' | 'hash', string>> = {}) => {
  const { rut, type, series, number, securityCode } = sale.cfe
  const { amount = '768.80', day = '20260906', hash = `${securityCode}%2FIdlJGEd%3D` } = fields
  return `https://www.efactura.dgi.gub.uy/consultaQR/cfe?${[rut, type, series, number, amount, day, hash].join()}`
}
const report = async (...items: ReportedItem[]) =>
  accepted(await till.call(reportSales, { items })).results
const claim = async (sale: Sold, given: object = {}, by: TestClient = ana, loyaltyCode = ANA) => {
  await unlimit()
  return by.call(claimPurchase, { loyaltyCode, receipt: receiptOf(sale, given) })
}
const scan = async (text: string, by: TestClient = ana, loyaltyCode = ANA) => {
  await unlimit()
  return by.call(claimPurchase, { loyaltyCode, qr: text })
}
const stateOf = async (sale: Sold, by: TestClient = ana) =>
  accepted(await by.call(purchaseClaims, {})).claims.find(
    ({ receipt }) => receipt.number === sale.cfe.number,
  )
const told = async (by: TestClient = ana) =>
  accepted(await by.call(notifications, {})).notifications.map(({ text }) => text)
const balance = (code = ANA) => balanceOf(server.context.db, code)
/** By how many points work changes a balance. */
async function change(work: () => Promise<unknown>, code = ANA): Promise<number> {
  const before = await balance(code)
  await work()
  return (await balance(code)) - before
}
const refusal = ({ responseHeader }: { responseHeader: object }) => responseHeader
const assertInvariants = async () => expect(await checkInvariants(server.context.db)).toEqual([])

describe('claimPurchase', () => {
  test('T9: credits a reported sale at once by its QR code, and shows it as a late purchase', async () => {
    const sale = sold()
    await report(sale)
    const points = await change(async () => {
      const first = accepted(await scan(qrOf(sale, { day: '06/09/2026' })))
      expect(first.claim).toMatchObject({
        state: 'credited',
        points: 30,
        receipt: { number: sale.cfe.number, amount: 10 * LITRE, date: '20260906' },
      })
      // A repeat, also a typed one, answers the same claim.
      expect(accepted(await claim(sale)).claim).toEqual(first.claim)
    })
    expect(points).toBe(30)
    const period = { dateFrom: '20260906000000', dateTo: '20260907235959' }
    const bought = accepted(await ana.call(movements, { loyaltyCode: ANA, ...period })).movements
    expect(bought.filter((one) => one.sale?.ticket === sale.ticket)).toMatchObject([
      {
        points: 30,
        sale: { postedAt: '20260907120000', claim: { cfe: { number: sale.cfe.number } } },
      },
    ])
    const { accountStatus: statement } = accepted(
      await ana.call(accountStatus, { loyaltyCode: ANA, ...period }),
    )
    expect(statement.movements[0]).toMatchObject({ points: 30, saleDatetime: '20260906120000' })
    expect(await told()).toContain(
      'Encontramos la compra que reclamaste y la sumamos a tus consumos. Te dejó 30 puntos pendientes: podés usarlos desde el 09/09.',
    )
    await assertInvariants()
  })

  test('T9: waits for the till, whose report answers it', async () => {
    const sale = sold()
    const points = await change(async () => {
      const { claim: waiting } = accepted(await claim(sale))
      expect(waiting).toMatchObject({ state: 'waiting', operatorFrom: '20260910120000' })
      expect(await report(sale)).toEqual([{ result: 'unmatched' }])
      expect(await report(sale)).toEqual([{ result: 'duplicate', first: 'unmatched' }])
    })
    expect(points).toBe(30)
    expect(await stateOf(sale)).toMatchObject({ state: 'credited', points: 30 })
    await assertInvariants()
  })

  test('leaves a sale without a security code, and one on account, to an operator', async () => {
    const payments = [{ means: 'account' as const, amount: 10 * LITRE, rrn: '', lastFour: '' }]
    for (const [sale, given] of [
      [sold(''), { securityCode: 'abc123' }],
      [sold(), { securityCode: '' }],
      [sold('x7Kd2M', { payments }), {}],
    ] as const) {
      await report(sale)
      expect(await change(() => claim(sale, given))).toBe(0)
      expect(await stateOf(sale)).toMatchObject({ state: 'operator' })
    }
    const later = sold('')
    await claim(later, { securityCode: 'abc123' })
    await report(later)
    expect(await stateOf(later)).toMatchObject({ state: 'operator' })
    await assertInvariants()
  })

  test.each([
    ['another security code', { securityCode: 'x7Kd2m' }, 'El código de seguridad no es el que'],
    ['another amount', { amount: 10 * LITRE + 1 }, 'El total a pagar no es el que'],
    ['a date of eight days later', { date: '20260829' }, 'La fecha no es la que'],
  ])('refuses %s, or rejects it when the till reports', async (_what, given, sentence) => {
    const sale = sold()
    await report(sale)
    expect(refusal(await claim(sale, given))).toMatchObject({
      responseCode: '05',
      reason: 'receipt_differs',
      responseDescription: expect.stringContaining(sentence),
    })
    const late = sold()
    expect(accepted(await claim(late, given)).claim.state).toBe('waiting')
    expect(await change(() => report(late))).toBe(0)
    expect(await stateOf(late)).toMatchObject({ state: 'rejected', reason: 'differs' })
    expect((await told()).join('\n')).toContain('Revisá los datos y reclamalo de nuevo.')
    // The receipt is free again.
    expect(accepted(await claim(late)).claim.state).toBe('credited')
    await assertInvariants()
  })

  test('takes the date of a signature up to seven days from the sale', async () => {
    const sale = sold('x7Kd2M', { datetime: '2026-08-30T23:59:00-03:00' })
    await report(sale)
    expect(accepted(await claim(sale)).claim.state).toBe('credited')
  })

  test('T9: the first of two drivers has the receipt, and the second one is told so', async () => {
    for (const reported of [true, false]) {
      const sale = sold()
      if (reported) await report(sale)
      const before = (await balance()) + (await balance(DRIVER))
      await unlimit()
      const receipt = receiptOf(sale)
      const answers = await Promise.all([
        ana.call(claimPurchase, { loyaltyCode: ANA, receipt }),
        driver.call(claimPurchase, { loyaltyCode: DRIVER, receipt }),
        ana.call(claimPurchase, { loyaltyCode: ANA, receipt }),
        driver.call(claimPurchase, { loyaltyCode: DRIVER, receipt }),
      ])
      const codes = answers.map(({ responseHeader }) => responseHeader.responseCode)
      expect(codes.toSorted()).toEqual(['00', '00', '05', '05'])
      expect(codes[0]).toBe(codes[2])
      expect(
        answers.find(({ responseHeader }) => responseHeader.responseCode === '05')?.responseHeader,
      ).toMatchObject({
        reason: 'receipt_claimed',
        responseDescription: 'Ese comprobante ya lo reclamó otra persona.',
      })
      if (!reported) await report(sale)
      expect((await balance()) + (await balance(DRIVER)) - before).toBe(30)
    }
    await assertInvariants()
  })

  test('T9: a claim at the same time as its report credits once', async () => {
    for (let round = 0; round < 8; round += 1) {
      const sale = sold()
      expect(await change(() => Promise.all([claim(sale), report(sale), report(sale)]))).toBe(30)
      expect(await stateOf(sale)).toMatchObject({ state: 'credited' })
    }
    await assertInvariants()
  })

  test('says of a sale that gave its points whether they are the driver’s', async () => {
    const sale = sold('x7Kd2M', { loyaltyCode: ANA })
    await report(sale)
    expect(refusal(await claim(sale))).toMatchObject({
      reason: 'receipt_credited',
      responseDescription:
        'Esa compra ya está en tus movimientos, el 06/09/2026. Te dio 30 puntos.',
    })
    expect(refusal(await claim(sale, {}, driver, DRIVER))).toMatchObject({
      reason: 'receipt_credited',
      responseDescription: 'Los puntos de esa compra ya se dieron.',
    })
    // The till names the member in its report, which answers the claims that waited.
    const [own, other] = [
      sold('x7Kd2M', { loyaltyCode: ANA }),
      sold('x7Kd2M', { loyaltyCode: ANA }),
    ]
    await claim(own)
    await claim(other, {}, driver, DRIVER)
    expect(await change(() => report(own, other))).toBe(60)
    expect(await stateOf(own)).toMatchObject({ state: 'credited', points: 30 })
    expect(await stateOf(other, driver)).toMatchObject({ state: 'rejected', reason: 'credited' })
    await assertInvariants()
  })

  test('gives no points of a voided sale, and takes back those of one that is voided later', async () => {
    const voided = sold()
    await report(voided, voidOf(voided))
    expect(refusal(await claim(voided))).toMatchObject({ reason: 'receipt_no_sale' })
    const early = sold()
    await claim(early)
    await report(voidOf(early), early)
    expect(await stateOf(early)).toMatchObject({ state: 'rejected', reason: 'voided' })
    const later = sold()
    await report(later, returnOf(later, 'CR1', 5))
    expect(await change(() => claim(later))).toBe(15)
    expect(await change(() => report(voidOf(later)))).toBe(-15)
    await assertInvariants()
  })

  test.each([
    ['a foreign code', () => 'https://evil.example/?x', 'receipt_unreadable', 'Ese código no es'],
    ['no code', () => '', 'receipt_unreadable', 'Ese código no es el de un comprobante de la DGI'],
    [
      'a credit note',
      () => qrOf({ ...sold(), cfe: { ...cfe(9), type: 102, securityCode: 'x7Kd2M' } }),
      'receipt_no_sale',
      'Una nota de crédito de e-ticket no da puntos: reclamalos con el comprobante de la compra.',
    ],
    ['a date to come', () => qrOf(sold(), { day: '20260908' }), 'receipt_date', 'todavía no llegó'],
    [
      'a date of 31 days ago',
      () => qrOf(sold(), { day: toDate(new Date(server.context.now().getTime() - 31 * DAY_MS)) }),
      'receipt_date',
      'Pasaron más de 30 días de esa compra',
    ],
  ])('refuses %s', async (_what, text, reason, sentence) => {
    expect(refusal(await scan(text()))).toMatchObject({
      responseCode: '05',
      reason,
      responseDescription: expect.stringContaining(sentence),
    })
  })

  test.each([
    ['a RUT with another check digit', { rut: '211234560018' }, 'Ese RUT no es válido'],
    ['another type', { type: 104 }, 'Elegí el tipo de comprobante.'],
    ['a series of three letters', { series: 'ABC' }, 'La serie tiene una o dos letras'],
    ['number 0', { number: 0 }, 'El número del comprobante va de 1 a 9.999.999.'],
    ['no amount', { amount: 0 }, 'Escribí el total a pagar del comprobante, por ejemplo 1.234,50.'],
    ['a day that is none', { date: '20260230' }, 'Escribí la fecha del comprobante: día'],
    ['a short security code', { securityCode: 'x7Kd2' }, 'El código de seguridad son 6'],
  ])('refuses %s that is typed', async (_what, given, sentence) => {
    expect(refusal(await claim(sold(), given))).toMatchObject({
      reason: 'invalid_request',
      responseDescription: expect.stringContaining(sentence),
    })
  })

  test('refuses a loyalty of another person, and a receipt with other data than before', async () => {
    const sale = sold()
    expect(refusal(await claim(sale, {}, ana, DRIVER))).toMatchObject({ reason: 'not_found' })
    await claim(sale)
    expect(refusal(await claim(sale, { amount: 100 }))).toMatchObject({ reason: 'receipt_claimed' })
    expect(await stateOf(sale, driver)).toBeUndefined()
  })

  test('answers ten claims a day', async () => {
    await unlimit()
    const elsewhere = await server.as('fede')
    for (let round = 0; round < 10; round += 1)
      await elsewhere.call(claimPurchase, { loyaltyCode: 'NADA', qr: 'x' })
    const over = await elsewhere.call(claimPurchase, { loyaltyCode: 'NADA', qr: 'x' })
    expect(refusal(over)).toMatchObject({ reason: 'too_many' })
  })
})
