import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { AnswerOf } from '#contract/call.ts'
import { HOUR_MS } from '#contract/dates.ts'
import { cancelPayment } from '#contract/station/cancelPayment.ts'
import { heartbeat } from '#contract/station/heartbeat.ts'
import { paymentStatus } from '#contract/station/paymentStatus.ts'
import { reportSales } from '#contract/station/reportSales.ts'
import { requestPayment } from '#contract/station/requestPayment.ts'
import { voidPayment } from '#contract/station/voidPayment.ts'
import {
  accessibilityProblems,
  loadAnew,
  payWith,
  signInAs,
  waitUntilIdle,
} from '#e2e/browserSession.ts'
import { stackForFile } from '#e2e/stackForFile.ts'
import { cfe, reportedSale, superSold } from '#testing/fixtures/reportedItems.ts'
import { sandboxPayments } from '#testing/harness/sandboxControl.ts'
import { startForFile } from '#testing/harness/startForTests.ts'
import { accepted } from '#testing/harness/testClient.ts'

const stack = stackForFile()
const till = startForFile(() => stack.enrolTill())

/** 40 litres of Super. */
const LINES = [superSold(40)]
const AMOUNT = 40 * 7688
const PAY = /^Pagar\s\$\s3\.075,20$/

/** Asks for a payment as the till does. @returns what the till gets */
async function ask(reference: string) {
  const taxes = { taxedAmount: 252_066, taxAmount: 55_454, indi: 6, finalConsumer: true } as const
  const asked = { reference, ticket: `T-${reference}`, lines: LINES, amount: AMOUNT, ...taxes }
  return accepted(await till.call(requestPayment, asked)).payment
}
type TillPayment = AnswerOf<typeof paymentStatus>['payment']
/** Waits as the till does, with one held call after another, until the payment is no longer waiting. */
async function outcomeOf(reference: string): Promise<TillPayment> {
  const held = { reference, known: 'waiting', wait: 25 } as const
  const { payment } = accepted(await till.call(paymentStatus, held))
  return payment.state === 'waiting' ? outcomeOf(reference) : payment
}
/** Opens the link of a till's QR, as the camera of the phone does, and signs in. */
async function openQr(qr: string, name = 'ana') {
  const session = await stack.open(qr.slice(qr.indexOf('#')))
  await signInAs(session.page, name)
  return session
}
const charges = async () =>
  (await sandboxPayments(stack.sandbox)).filter(({ charged }) => charged).length
const pay = (page: Page) => page.getByRole('button', { name: PAY })

describe('a payment that a till asks for', () => {
  test('is scanned and paid, the till is told in its held call, and the receipt names the sale', async () => {
    const { qr, rrn } = await ask('scanned')
    const { page } = await openQr(qr)
    await pay(page).waitFor()
    await page.getByText('T-scanned').waitFor()
    await page.getByText(/40,00\sl a/).waitFor()
    await page.getByText(/Sumás [\d.]+ puntos/).waitFor()
    expect(await accessibilityProblems(page, 'the review of a payment request')).toEqual([])
    const told = outcomeOf('scanned')
    await pay(page).click()
    await payWith(page)
    await page.getByText('¡Listo! Pagaste').waitFor()
    expect(await told).toMatchObject({ state: 'paid', amount: AMOUNT, rrn })

    const datetime = new Date(Date.now() - 3 * HOUR_MS).toISOString().replace(/\.\d+Z$/, '-03:00')
    const payments = [{ means: 'debit' as const, amount: AMOUNT, rrn, lastFour: '' }]
    const sale = reportedSale('T-scanned', 40, { datetime, payments, cfe: cfe(7_654_400) })
    const [result] = accepted(await till.call(reportSales, { items: [sale] })).results
    expect(result).toMatchObject({ result: 'accepted' })
    expect(result?.points).toBeGreaterThan(0)

    await loadAnew(page, `${stack.app}/#/listPayment`)
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Super' })
      .first()
      .getByRole('button')
      .click()
    const receipt = page.getByRole('dialog', { name: 'Tu pago' })
    await receipt.getByText('T-scanned').waitFor()
    await receipt.getByText('e-Ticket A 7654400').waitFor()
    await receipt.getByText('Referencia (autorización)').waitFor()
    await receipt.getByText(/40,00\sl a/).waitFor()
    await receipt.getByText('Ley 19.210, inclusión financiera').waitFor()
    await receipt.getByRole('link', { name: 'Ver la compra y sus puntos' }).click()
    const purchase = page.getByRole('dialog', { name: 'Super' })
    await purchase.getByText(`+${result?.points}`).waitFor()
    await purchase.getByText('Código de autorización').waitFor()
  })

  test('is opened without a camera, and says that the till cancelled it', async () => {
    await ask('cancelled')
    const { terminalCode } = accepted(await till.call(heartbeat, { acknowledged: [] }))
    const { page } = await stack.openAs('ana', 'readScann')
    await page.getByText('Escribir', { exact: true }).click()
    await page.getByLabel('Código de la caja').fill(terminalCode)
    await page.getByLabel('Importe').fill('3075,20')
    await page.getByRole('button', { name: 'Ver el pago' }).click()
    await pay(page).waitFor()
    const { payment } = accepted(await till.call(cancelPayment, { reference: 'cancelled' }))
    expect(payment.state).toBe('cancelled')
    await page.getByText('La estación canceló este cobro').waitFor()
    expect(await pay(page).count()).toBe(0)
    expect(await accessibilityProblems(page, 'a cancelled payment request')).toEqual([])
  })

  test('is paid once by two taps, Back, a reload and a second phone; another driver sees it', async () => {
    const before = await charges()
    const { qr } = await ask('once')
    const { page } = await openQr(qr)
    await pay(page).dblclick()
    await page.getByLabel('Número de tarjeta').waitFor()
    await page.goBack()
    const again = page.getByRole('button', { name: /^Seguir pagando/ })
    await again.waitFor()
    await page.reload()
    await waitUntilIdle(page)
    const other = await openQr(qr, 'fede')
    await other.page.getByText('Otra persona lo está pagando').waitFor()
    const second = (await openQr(qr)).page
    await second.getByRole('button', { name: /^Seguir pagando/ }).click()
    await second.getByLabel('Número de tarjeta').waitFor()
    await again.click()
    await payWith(page)
    await page.getByText('¡Listo! Pagaste').waitFor()
    await payWith(second)
    await second.waitForURL(`${stack.app}/**`)
    await other.page.getByText('Otra persona ya la pagó').waitFor()
    expect(await outcomeOf('once')).toMatchObject({ state: 'paid' })
    expect(await charges()).toBe(before + 1)
  })

  test('is voided after it was paid: the open page of the driver and the list say so', async () => {
    const { qr } = await ask('voided')
    const { page } = await openQr(qr)
    await pay(page).click()
    await payWith(page)
    await page.getByText('¡Listo! Pagaste').waitFor()
    const reason = 'Pagó en efectivo'
    const { payment } = accepted(await till.call(voidPayment, { reference: 'voided', reason }))
    expect(payment).toMatchObject({ state: 'voided', reason })
    await page.getByText('Tu pago se anuló').waitFor()
    await page.goto(`${stack.app}/#/listPayment`)
    const row = page.getByRole('listitem').filter({ hasText: 'Super' }).first()
    await row.getByText('Anulado').waitFor()
    await page.goto(`${stack.app}/${qr.slice(qr.indexOf('#'))}`)
    await page.getByText('La estación anuló este pago').waitFor()
  })

  test('is paid while its till is gone, which is told when it is back until it acknowledges it', async () => {
    const { qr } = await ask('gone')
    const { page } = await openQr(qr)
    await pay(page).click()
    await payWith(page)
    await page.getByText('¡Listo! Pagaste').waitFor()
    const toldAfter = async (state?: 'paid') => {
      const acknowledged = state ? [{ reference: 'gone', state }] : []
      const { payments } = accepted(await till.call(heartbeat, { acknowledged }))
      return payments.find(({ reference }) => reference === 'gone')?.state
    }
    expect(await toldAfter()).toBe('paid')
    expect(await toldAfter()).toBe('paid')
    expect(await toldAfter('paid')).toBeUndefined()
  })
})
