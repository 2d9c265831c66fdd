import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { DAY_MS } from '#contract/dates.ts'
import { loyalties } from '#contract/loyalty/loyalties.ts'
import { captureRedemption } from '#contract/station/captureRedemption.ts'
import { captureVoucher } from '#contract/station/captureVoucher.ts'
import { reserveRedemption } from '#contract/station/reserveRedemption.ts'
import { accessibilityProblems, loadAnew } from '#e2e/browserSession.ts'
import { stackForFile } from '#e2e/stackForFile.ts'
import { points } from '#kit/format/numbers.ts'
import { startForFile } from '#testing/harness/startForTests.ts'
import { accepted } from '#testing/harness/testClient.ts'

const stack = stackForFile()
const till = startForFile(() => stack.enrolTill())

const ANA = '60000001'
const reopen = (page: Page, route: string) => loadAnew(page, `${stack.app}/#/${route}`)
/** The points that Ana can spend, as the server has them. */
async function spendable(): Promise<number> {
  const ana = await stack.clientOf('ana')
  const held = (await ana(loyalties, {})).loyalties.find((one) => one.loyaltyCode === ANA)
  return held?.spendablePoints ?? 0
}
/** Takes a coffee in the app. @returns the code of its voucher */
async function takeCoffee(page: Page): Promise<string> {
  await page.getByRole('button', { name: /^Café con bizcochos\s*250 puntos/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Canjear' }).click()
  const code = await page
    .getByRole('dialog')
    .getByText(/^(\w{4}-){3}\w{4}$/)
    .innerText()
  return code
}
const closeSheet = (page: Page) => page.getByRole('button', { name: 'Cerrar' }).click()

describe('points of a driver at the counter', () => {
  test('the code of the moment is read by a till, which spends the points; the movement appears', async () => {
    const { page } = await stack.openAs('ana', `loyalty?loyaltyCode=${ANA}`)
    const before = await spendable()
    await page.getByRole('button', { name: 'Usar puntos' }).click()
    const sheet = page.getByRole('dialog', { name: 'Usar puntos' })
    await sheet.getByText(/^Cambia en/).waitFor()
    expect(await accessibilityProblems(page, 'the spending code')).toEqual([])
    const digits = (await sheet.getByText(/^\d{3} \d{3}$/).innerText()).replace(' ', '')
    const reserved = await till.call(reserveRedemption, {
      reference: 'R-1',
      spendingCode: `S${ANA}C${digits}`,
      points: 100,
    })
    expect(accepted(reserved)).toMatchObject({ state: 'reserved', points: 100 })
    accepted(await till.call(captureRedemption, { reference: 'R-1', ticket: 'T-9' }))
    await closeSheet(page)
    await page
      .getByRole('definition')
      .filter({ hasText: points(before - 100) })
      .first()
      .waitFor()
    await reopen(page, 'movements')
    const row = page.getByRole('listitem').filter({ hasText: 'Los usaste en la caja.' }).first()
    await row.getByText('-100 puntos').waitFor()
    await reopen(page, 'main')
    await page.getByText('Los usaste en la caja.').first().waitFor()
  })

  test('a voucher is taken and captured at a till, another runs out and its points come back', async () => {
    const before = await spendable()
    const { page } = await stack.openAs('ana', `loyalty?loyaltyCode=${ANA}&tab=premios`)
    const used = await takeCoffee(page)
    expect(await accessibilityProblems(page, 'a voucher')).toEqual([])
    await closeSheet(page)
    const lost = await takeCoffee(page)
    expect(lost).not.toBe(used)
    expect(await spendable()).toBe(before - 500)

    const captured = await till.call(captureVoucher, { reference: 'V-1', voucher: used })
    expect(accepted(captured)).toMatchObject({ state: 'captured', title: 'Café con bizcochos' })
    await reopen(page, `loyalty?loyaltyCode=${ANA}&tab=premios`)
    await page
      .getByText(/^Lo usaste el .* en Estación/)
      .first()
      .waitFor()
    await reopen(page, 'notification')
    await page
      .getByRole('button', { name: /Tu vale está listo/ })
      .first()
      .click()
    await page.getByRole('link', { name: 'Ver el vale' }).click()
    await page.getByRole('dialog', { name: 'Café con bizcochos' }).waitFor()
    expect(page.url()).toContain(`#/loyalty?loyaltyCode=${ANA}&id=`)

    stack.wait(31 * DAY_MS)
    // The session has ended, too.
    const later = (await stack.openAs('ana', `loyalty?loyaltyCode=${ANA}&tab=premios`)).page
    await later
      .getByText(/^Venció el .*: te devolvemos los puntos$/)
      .first()
      .waitFor()
    await expect.poll(spendable).toBe(before - 250)
    await reopen(later, 'listLoyaltyMovements')
    await later
      .getByText(/^El vale venció: \+250 puntos/)
      .first()
      .waitFor()
    expect(await accessibilityProblems(later, 'movements with redemptions')).toEqual([])
  })
})
