import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { getPayments } from '#contract/payments/getPayments.ts'
import {
  accessibilityProblems,
  signInAs,
  waitUntil,
  waitUntilIdle,
  workerIsActive,
} from '#e2e/browserSession.ts'
import { stackForFile } from '#e2e/stackForFile.ts'
import { stubbedAppForFile, stubExamples } from '#e2e/stubbedApp.ts'

const stack = stackForFile()
const stubbedApp = stubbedAppForFile()

/** The routes that a reload without a network opens, and something of Ana's on each. Figures depend on the day. */
const READABLE = [
  ['main', /^\d\.\d{3}$/],
  ['movements', /\d+ a la vista/],
  ['listLoyaltyMovements', /Litros por mes/],
  ['map', /88 estaciones en todo el país/],
  ['notification', /\d+ sin leer/],
  ['promotion', /Hasta el \d\d\/\d\d\/\d{4}/],
  ['loyalty', /6000 0001/],
  ['payment', /Tenés para pagar/],
  ['listPayment', /Estación \w+/],
] as const

async function signInRemembered(page: Page, name: string) {
  await page.getByText('Recordarme en este dispositivo').click()
  await signInAs(page, name)
  await page.waitForURL(({ hash }) => hash.startsWith('#/main'))
  await waitUntilIdle(page)
}

describe('without a network', () => {
  test('a reload draws the last answers with their time, and a comment leaves once when it is back', async () => {
    const { page, context } = await stack.open('#/main', { serviceWorkers: 'allow' })
    await signInRemembered(page, 'ana')
    await workerIsActive(page)
    const seen = new Map<string, string>()
    for (const [route, text] of READABLE) {
      await page.goto(`${stack.app}/#/${route}`)
      await page.waitForURL(({ hash }) => hash.startsWith(`#/${route}`))
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      // The screen before stays drawn until this one is loaded.
      await waitUntilIdle(page)
      seen.set(route, await page.getByText(text).filter({ visible: true }).first().innerText())
    }
    await page.goto(`${stack.app}/#/commnents`)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await waitUntilIdle(page)

    await context.setOffline(true)
    const problems: string[] = []
    for (const [route, text] of seen) {
      await page.goto(`${stack.app}/#/${route}`)
      await page.reload()
      await page.getByText(text).filter({ visible: true }).first().waitFor()
      await page
        .getByText(/^actualizado a las \d\d:\d\d/)
        .first()
        .waitFor()
      expect(await page.getByText(/Sin conexión/).count()).toBe(1)
      if (route === 'map')
        await expect.poll(() => page.locator('path.map-department').count()).toBe(19)
      expect(await page.getByText('Estás sin conexión').count()).toBe(0)
      if (route === 'main' || route === 'loyalty')
        problems.push(...(await accessibilityProblems(page, route)))
    }
    expect(await page.getByText('Estás sin conexión').count()).toBe(0)

    await page.goto(`${stack.app}/#/commnents`)
    await page.reload()
    await page.getByLabel('De qué se trata').selectOption('Consulta')
    await page.getByLabel('Título').fill('Escrito sin señal')
    await page.getByLabel('Mensaje', { exact: true }).fill('Lo escribí en la ruta.')
    await page.getByRole('button', { name: 'Enviar' }).click()
    await page.getByText('Sale cuando vuelva la conexión').waitFor()
    problems.push(...(await accessibilityProblems(page, 'commnents')))
    expect(problems).toEqual([])

    // A second tab: both hear that the network is back.
    const second = await context.newPage()
    await second.goto(`${stack.app}/#/commnents`)
    await second.getByText('Sale cuando vuelva la conexión').waitFor()
    await context.setOffline(false)
    const sent = page
      .getByRole('list', { name: 'Mensajes enviados' })
      .getByText('Escrito sin señal')
    await sent.waitFor()
    for (const tab of [page, second])
      await waitUntil(async () => (await tab.getByText('Sale cuando vuelva').count()) === 0)
    await page.reload()
    await sent.waitFor()
    await waitUntilIdle(page)
    expect(await sent.count()).toBe(1)
    await page.goto(`${stack.app}/#/main`)
    await page.getByText(seen.get('main') ?? '', { exact: true }).waitFor()
    await waitUntil(async () => (await page.getByText(/actualizado a las/).count()) === 0)
  })

  test('paying and editing say at once that they need a connection, and keep what was typed', async () => {
    const { page, context } = await stack.openAs('ana', 'payment')
    await page.getByRole('button', { name: /Café y alfajor/ }).click()
    const pay = page.getByRole('button', { name: /Ir a pagar|Seguir pagando/ })
    await pay.waitFor()
    await context.setOffline(true)
    await pay.click()
    await page.getByText('Necesitás conexión para pagar.').waitFor()
    await context.setOffline(false)
    await page.goto(`${stack.app}/#/editUser?section=profile`)
    const address = page.getByLabel('Calle y número')
    await address.fill('Rivera 2000')
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Guardar los cambios' }).click()
    await page.getByText('Necesitás conexión para guardar tus datos.').waitFor()
    expect(await address.inputValue()).toBe('Rivera 2000')
  })
})

describe('an unreachable server', () => {
  test('a screen draws the answers without a tap when the server is back', async () => {
    const { page, stub } = await stubbedApp.open('/listPayment', (setStub) => {
      stubExamples(setStub)
      setStub(getPayments, 'disconnected')
    })
    await waitUntil(async () => {
      await page.clock.fastForward(2_000)
      return (await page.getByText('No pudimos conectarnos').count()) > 0
    })
    stub(getPayments, { payments: [] })
    await page.clock.fastForward(6_000)
    await page.getByText('No pudimos conectarnos').waitFor({ state: 'detached' })
    await page.getByRole('alert').waitFor({ state: 'detached' })
  })
})
