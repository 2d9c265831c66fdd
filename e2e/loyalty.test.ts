import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { membershipRequestList } from '#contract/loyalty/membershipRequestList.ts'
import { validateMembershipRequest } from '#contract/loyalty/validateMembershipRequest.ts'
import { tabTo } from '#e2e/accessibilityChecks.ts'
import { accessibilityProblems, DESKTOP } from '#e2e/browserSession.ts'
import { signedInClient, unusedTotpCode } from '#e2e/stackClient.ts'
import { stackForFile } from '#e2e/stackForFile.ts'

const stack = stackForFile()
/** Takes the next decision on the open request of a programme. */
let approve: Record<'carla' | 'diego', (programme: string) => Promise<void>>
beforeAll(async () => {
  approve = { carla: await approver('carla'), diego: await approver('diego') }
})

async function approver(name: string) {
  const call = await signedInClient(stack, name, await unusedTotpCode(name))
  return async (programme: string) => {
    const state = name === 'diego' && programme === 'uber' ? 'STATE_UBER_AUTHORIZED' : 'PENDING'
    const { membershipRequests } = await call(membershipRequestList, { state })
    const waiting = membershipRequests.find((one) => one.programme === programme)
    if (!waiting) throw new Error(`no request to ${programme} is ${state}`)
    const { reference } = waiting
    const observations = `De ${name}.`
    await call(validateMembershipRequest, { reference, authorized: true, observations })
  }
}

const openAs = async (name: string, options = {}): Promise<Page> =>
  (await stack.openAs(name, 'main', options)).page

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()
const step = (page: Page, title: string) => page.getByRole('heading', { name: title }).waitFor()
async function pressEnterOn(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}

describe('loyalty journeys', () => {
  test('a new driver asks to join, is authorised twice, and shows the code', async () => {
    const page = await openAs('fede')
    await page.getByRole('link', { name: 'Ver los programas' }).click()
    await page.getByRole('heading', { name: 'Surtidor Uber' }).waitFor()
    expect(await accessibilityProblems(page, 'programmes')).toEqual([])
    await page.getByRole('link', { name: 'Afiliarme' }).last().click()
    await step(page, 'El programa')
    await press(page, 'Seguir')
    await step(page, 'Tu vehículo')
    await press(page, 'Seguir')
    await page.getByText('Elegí la marca o escribila.').waitFor()
    expect(await accessibilityProblems(page, 'a step with an error')).toEqual([])
    await page.getByLabel('Marca').selectOption('Otra marca')
    await page.getByLabel('¿Qué marca es?').fill('Great Wall')
    await page.getByLabel('Matrícula').fill('sbh 1234')
    await page.getByLabel('Combustible').selectOption('Gasoil')
    await press(page, 'Seguir')
    await step(page, 'RUT y tarjeta')
    await press(page, 'Seguir')
    await step(page, 'Cuenta bancaria')
    expect(await accessibilityProblems(page, 'the bank account')).toEqual([])
    await press(page, 'Mandar la solicitud')
    const tracker = page.getByRole('list', { name: 'Cómo va tu solicitud' })
    await tracker.getByText('Decide después del auspiciante.').waitFor()
    expect(await accessibilityProblems(page, 'a request')).toEqual([])

    await approve.carla('uber')
    await page.reload()
    await tracker.getByText('De carla.').waitFor()
    await approve.diego('uber')
    await page.reload()
    await page.getByRole('link', { name: /Surtidor Uber/ }).click()
    await page.getByRole('img', { name: 'Código QR de tu afiliación a Surtidor Uber' }).waitFor()
    expect(await accessibilityProblems(page, 'a membership')).toEqual([])
    await press(page, 'Ver el código en grande')
    await page.getByRole('dialog', { name: 'Código de Surtidor Uber' }).waitFor()
    expect(await accessibilityProblems(page, 'the large code')).toEqual([])
    await page.keyboard.press('Escape')

    await press(page, 'Agregar un vehículo')
    await page.getByLabel('Marca').selectOption('Nissan')
    await page.getByLabel('Matrícula').fill('SBH 1234')
    await page.getByLabel('Combustible').selectOption('Super')
    expect(await accessibilityProblems(page, 'another vehicle')).toEqual([])
  })

  test('the keyboard alone leaves a programme with points and gets them back on joining again', async () => {
    const page = await openAs('ana', { viewport: DESKTOP })
    await page.goto(`${stack.app}/#/listLoyalty`)
    await pressEnterOn(page, page.getByRole('link', { name: /Surtidor Club/ }))
    await pressEnterOn(page, page.getByRole('button', { name: 'Dejar Surtidor Club' }))
    const dialog = page.getByRole('alertdialog', { name: '¿Dejar Surtidor Club?' })
    const question = await dialog.getByText(/Tenés [\d.]+ puntos: quedan guardados/).innerText()
    // The demo data's prices, and so its points, depend on the day.
    const [, points = ''] = /([\d.]+) puntos/.exec(question) ?? []
    await tabTo(page, dialog.getByLabel('¿Por qué te vas?'))
    await page.keyboard.type('Me mudo.')
    expect(await accessibilityProblems(page, 'the question before leaving')).toEqual([])
    await pressEnterOn(page, dialog.getByRole('button', { name: 'Ok' }))
    await page.getByText('Dejaste Surtidor Club').waitFor()
    await page.getByText(`Te guardamos ${points} puntos: si volvés hasta el`).waitFor()
    expect(await accessibilityProblems(page, 'after leaving')).toEqual([])

    await pressEnterOn(page, page.getByRole('link', { name: 'Volver a afiliarme' }))
    await step(page, 'El programa')
    await pressEnterOn(page, page.getByRole('button', { name: 'Seguir' }))
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
    await approve.diego('surtidor')
    await page.reload()
    const card = page.getByRole('link', { name: /Surtidor Club/ })
    await card.getByText(points).waitFor()
    await page.goto(`${stack.app}/#/main`)
    await page.getByText(points).first().waitFor()
  })
})
