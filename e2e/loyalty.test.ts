import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { membershipRequestList } from '#contract/loyalty/membershipRequestList.ts'
import { validateMembershipRequest } from '#contract/loyalty/validateMembershipRequest.ts'
import { tabTo } from '#e2e/accessibilityChecks.ts'
import { accessibilityProblems, DESKTOP } from '#e2e/browserSession.ts'
import { stackForFile } from '#e2e/stackForFile.ts'

const stack = stackForFile()
/** The network authorises the open request to Surtidor Club. */
async function authoriseClub(): Promise<void> {
  const diego = await stack.clientOf('diego')
  const { membershipRequests } = await diego(membershipRequestList, { state: 'PENDING' })
  const reference = membershipRequests.find(({ programme }) => programme === 'surtidor')?.reference
  if (!reference) throw new Error('there is no open request to Surtidor Club')
  await diego(validateMembershipRequest, { reference, authorized: true, observations: '' })
}

const step = (page: Page, title: string) => page.getByRole('heading', { name: title }).waitFor()
async function pressEnterOn(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}

describe('loyalty journeys', () => {
  test('the keyboard alone leaves a programme with points and gets them back on joining again', async () => {
    const { page } = await stack.openAs('ana', 'listLoyalty', { viewport: DESKTOP })
    await pressEnterOn(page, page.getByRole('link', { name: /Surtidor Club/ }))
    await tabTo(page, page.getByRole('tab', { name: 'Tarjeta' }))
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Enter')
    await pressEnterOn(page, page.getByRole('button', { name: 'Dejar Surtidor Club' }))
    const dialog = page.getByRole('alertdialog', { name: '¿Dejar Surtidor Club?' })
    await dialog.getByText(/Tenés [\d.]+ puntos: quedan guardados/).waitFor()
    await tabTo(page, dialog.getByLabel('¿Por qué te vas?'))
    await page.keyboard.type('Me mudo.')
    expect(await accessibilityProblems(page, 'the question before leaving')).toEqual([])
    await pressEnterOn(page, dialog.getByRole('button', { name: 'Dejar el programa' }))
    await page.getByText('Dejaste Surtidor Club').waitFor()
    const saved = page.getByText(/Te guardamos [\d.]+ puntos: si volvés hasta el/)
    // With those of the vouchers that wait. The demo data's prices, and so its points, depend on the day.
    const [, points = ''] = /([\d.]+) puntos/.exec(await saved.innerText()) ?? []
    expect(await accessibilityProblems(page, 'after leaving')).toEqual([])

    await pressEnterOn(page, page.getByRole('link', { name: 'Volver a afiliarme' }))
    await step(page, 'Tu vehículo')
    await tabTo(page, page.getByLabel('Marca'))
    await page.keyboard.type('Fiat')
    await tabTo(page, page.getByLabel('Matrícula'))
    await page.keyboard.type('SBK 1234')
    await tabTo(page, page.getByLabel('Combustible'))
    await page.keyboard.type('Premium')
    for (const title of ['RUT y tarjeta', 'Cuenta bancaria']) {
      await pressEnterOn(page, page.getByRole('button', { name: 'Seguir' }))
      await step(page, title)
    }
    await pressEnterOn(page, page.getByRole('button', { name: 'Mandar la solicitud' }))
    await page.getByRole('list', { name: 'Cómo va tu solicitud' }).first().waitFor()
    await authoriseClub()
    await page.reload()
    const card = page.getByRole('link', { name: /Surtidor Club/ })
    await card.getByText(points).waitFor()
    await page.goto(`${stack.app}/#/main`)
    await page.getByText(points).first().waitFor()
  })
})
