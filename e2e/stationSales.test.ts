import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, toDate } from '#contract/dates.ts'
import type { ReportedItem, ReportedSale } from '#contract/entities/reportedItem.ts'
import { reportSales } from '#contract/station/reportSales.ts'
import { accessibilityProblems, payWith, waitUntilIdle } from '#e2e/browserSession.ts'
import { stackForFile } from '#e2e/stackForFile.ts'
import { points, signedPoints } from '#kit/format/numbers.ts'
import { cfe, reportedSale, voidOf } from '#testing/fixtures/reportedItems.ts'
import { startForFile } from '#testing/harness/startForTests.ts'
import { accepted } from '#testing/harness/testClient.ts'

const stack = stackForFile()
const till = startForFile(() => stack.enrolTill())

const ago = (milliseconds: number) => new Date(Date.now() - milliseconds)
/** As a till writes it: local time with its offset. */
const datetime = (instant: Date) =>
  new Date(instant.getTime() - 3 * HOUR_MS).toISOString().replace(/\.\d+Z$/, '-03:00')
/** A sale of 40 litres to Ana; without a time, of two hours ago. */
const saleOf = (ticket: string, given: Partial<ReportedSale> = {}) =>
  reportedSale(ticket, 40, {
    loyaltyCode: '60000001',
    datetime: datetime(ago(2 * HOUR_MS)),
    ...given,
  })
/** Reports as the till. @returns the points of the first item */
async function report(...items: ReportedItem[]): Promise<number> {
  const { results } = accepted(await till.call(reportSales, { items }))
  for (const { result } of results) expect(result).toBe('accepted')
  return results[0]?.points ?? 0
}
/** The driver opens a screen again. */
async function reopen(page: Page, route: string): Promise<void> {
  await page.goto(`${stack.app}/#/${route}`)
  await page.reload()
  await waitUntilIdle(page)
}
const textOf = async (page: Page) =>
  (await page.locator('main').innerText()).replaceAll('\u00A0', ' ')

describe('what a till reports, on the phone of the driver', () => {
  test('a sale on account becomes a debt, which is paid by card', async () => {
    const sale = saleOf('on-account', {
      payments: [{ means: 'account', amount: 40 * 7688, rrn: '', lastFour: '' }],
    })
    await report(sale)
    const { page } = await stack.openAs('ana', 'payment')
    const debt = page.getByRole('listitem').filter({ hasText: 'Super, a cuenta' })
    await debt.getByText('$ 3.075,20').waitFor()
    await debt.getByRole('link').or(debt.getByRole('button')).click()
    await page.getByRole('button', { name: /^Ir a pagar/ }).click()
    await payWith(page)
    await page.getByText('¡Listo! Pagaste').waitFor()
    await reopen(page, 'payment')
    await expect.poll(() => textOf(page)).not.toContain('Super, a cuenta')
    const again = accepted(await till.call(reportSales, { items: [sale] })).results
    expect(again).toMatchObject([{ result: 'duplicate', account: { state: 'paid' } }])
  })

  test('a batch that comes late changes no closed statement, and is shown with both dates', async () => {
    const closed = `listLoyaltyMovements?side=statement&dateFrom=${toDate(ago(60 * DAY_MS))}&dateTo=${toDate(ago(31 * DAY_MS))}`
    const { page } = await stack.openAs('ana', closed)
    const before = await textOf(page)
    await report(saleOf('late', { datetime: datetime(ago(40 * DAY_MS)) }))
    await reopen(page, closed)
    expect(await textOf(page)).toBe(before)
    await reopen(page, 'listLoyaltyMovements?side=statement')
    const line = page.getByRole('listitem').filter({ hasText: 'compra del' }).first()
    const bought = toDate(ago(40 * DAY_MS)).replace(/(....)(..)(..)/, '$3/$2/$1')
    await line.getByText(`compra del ${bought}`).waitFor()
  })

  test('points show as pending and then as spendable, and a void is explained where the driver looks', async () => {
    const { page } = await stack.openAs('ana', 'main')
    const figure = page.getByText('Tus puntos en Surtidor Club').locator('+ p')
    const spendable = Number((await figure.innerText()).replaceAll('.', ''))
    const pendingNow = async () =>
      Number(/([\d.]+) puntos? pendientes?/.exec(await textOf(page))?.[1]?.replaceAll('.', '') ?? 0)
    const pending = await pendingNow()
    const sold = saleOf('kept', { cfe: cfe(7_654_321) })
    const voided = saleOf('voided')
    const given = await report(sold)
    expect(await report(voided)).toBe(given)
    await reopen(page, 'main')
    // A reload draws the stored answer first.
    await expect.poll(pendingNow).toBe(pending + 2 * given)
    expect(await figure.innerText()).toBe(points(spendable))
    expect(await accessibilityProblems(page, 'home with pending points')).toEqual([])

    await report(voidOf(voided, { datetime: datetime(ago(HOUR_MS)) }))
    const day = toDate(new Date(voided.datetime)).replace(/....(..)(..)/, '$2/$1')
    const sentence = `La estación anuló tu compra del ${day}: se descontaron ${given} puntos.`
    await reopen(page, 'movements')
    await page.getByRole('button', { name: sentence }).click()
    await page.getByRole('dialog').getByRole('status').getByText(sentence).waitFor()
    expect(await accessibilityProblems(page, 'the detail of a voided purchase')).toEqual([])
    await reopen(page, 'notification')
    await page.getByText(sentence).first().waitFor()
    await reopen(page, 'listLoyaltyMovements?side=statement')
    const line = page.getByRole('listitem').filter({ hasText: 'Anulación de tu compra' }).first()
    await line.getByText(signedPoints(-given)).waitFor()

    stack.wait(3 * DAY_MS)
    await reopen(page, 'main')
    await expect.poll(() => figure.innerText()).toBe(points(spendable + pending + given))
    expect(await textOf(page)).not.toContain('pendiente')
  })
})
