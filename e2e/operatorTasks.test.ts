import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '#contract/dates.ts'
import { reportSales } from '#contract/station/reportSales.ts'
import { contact } from '#contract/user/contact.ts'
import { DEBIT_CARD, DESKTOP } from '#e2e/browserSession.ts'
import { stackForFile } from '#e2e/stackForFile.ts'
import { reportedSale } from '#testing/fixtures/reportedItems.ts'
import { startForFile } from '#testing/harness/startForTests.ts'
import { accepted } from '#testing/harness/testClient.ts'

const stack = stackForFile()
const till = startForFile(() => stack.enrolTill())

/** More controls than a screen has before the one that is looked for. */
const MAX_TABS = 120

/**
 * An operator at the console, who uses only the keyboard. Each text that is typed and each control that is
 * used counts as one step; moving the focus counts as none.
 */
async function openByKeyboard(name: string, path = '') {
  const { page } = await stack.openAsOperator(name, `consola/${path}`, { viewport: DESKTOP })
  await page.getByRole('button', { name: /^Buscar en todo/ }).waitFor()
  let steps = 0
  /** Moves the focus to a control by Tab. */
  const reach = async (control: Locator) => {
    await control.waitFor()
    const hasFocus = () => control.evaluate((element) => element === document.activeElement)
    for (let tabs = 0; !(await hasFocus()); tabs += 1) {
      if (tabs === MAX_TABS) throw new Error('Tab does not reach the control')
      await page.keyboard.press('Tab')
    }
  }
  const operator = {
    page,
    steps: () => steps,
    /** Presses a key of the screen. */
    async key(key: string) {
      steps += 1
      await page.keyboard.press(key)
    },
    async press(control: Locator, key = 'Enter') {
      steps += 1
      await reach(control)
      await page.keyboard.press(key)
    },
    async type(field: Locator, text: string) {
      steps += 1
      await reach(field)
      await page.keyboard.type(text)
    },
    /** Chooses an option by its first letters. */
    async choose(field: Locator, letters: string, option: string) {
      await operator.type(field, letters)
      const chosen = (select: HTMLSelectElement) => select.selectedOptions[0]?.text
      expect(await field.evaluate(chosen)).toBe(option)
    },
    /** Searches in everything, and opens the first result. */
    async search(text: string) {
      steps += 1
      await page.keyboard.press('Control+k')
      await page.keyboard.type(text)
      await firstResult(page).waitFor()
      await page.keyboard.press('Enter')
    },
  }
  return operator
}

/** The first of what the whole text has found. */
const firstResult = (page: Page) =>
  page
    .locator('[aria-busy=false]')
    .getByRole('list', { name: 'Resultados' })
    .getByRole('button')
    .first()
const button = (of: Page | Locator, name: string) => of.getByRole('button', { name, exact: true })

describe('what operators do by keyboard', () => {
  test('the reason why a driver has no points is found from the plate in 4 steps', async () => {
    const datetime = new Date(Date.now() - 2 * HOUR_MS).toISOString()
    const sale = reportedSale('K-1', 10, { datetime, plate: 'ZZK 1234' })
    accepted(await till.call(reportSales, { items: [sale] }))
    const { page, ...operator } = await openByKeyboard('elena')
    await operator.press(page.getByRole('link', { name: 'Ventas', exact: true }))
    await operator.type(page.getByLabel('Matrícula en la caja'), 'ZZK1234')
    await page.keyboard.press('Enter')
    const row = page.getByRole('row').filter({ hasText: 'K-1' }).getByRole('button').first()
    await operator.press(row)
    await operator.press(page.getByRole('link', { name: 'Venta con una matrícula sin dueño' }))
    await page.getByRole('heading', { level: 2, name: 'Afiliaciones posibles' }).waitFor()
    expect(operator.steps()).toBe(4)
  })

  test('a charge is refunded in 6 steps', async () => {
    const { page: paying } = await stack.openAs('ana', 'payment')
    await stack.payDebt(paying, 'Cuenta de gasoil')
    // Until 02:00 of the next day the charge can only be voided.
    stack.wait(2 * DAY_MS)
    const { page, ...operator } = await openByKeyboard('elena')
    await operator.search(DEBIT_CARD.slice(-4))
    await page.getByRole('heading', { level: 1, name: 'Cuenta de gasoil' }).waitFor()
    await operator.press(button(page, 'Devolver'))
    const sheet = page.getByRole('dialog', { name: 'Devolver' })
    await operator.choose(sheet.getByLabel('Motivo'), 'No', 'No se entregó lo que se pagó')
    await operator.type(sheet.getByLabel('Explicación'), 'El surtidor se cortó.')
    await operator.type(
      sheet.getByLabel('Código de tu segundo factor'),
      await stack.totpCode('elena'),
    )
    await operator.key('Control+Enter')
    await page.getByText('Devuelto', { exact: true }).waitFor()
    expect(operator.steps()).toBe(6)
  })

  test('a message is answered, and the next one is there, in a text and 1 step', async () => {
    const call = await stack.clientOf('ana')
    for (const title of ['La primera', 'La segunda'])
      await call(contact, { title, text: `${title} consulta.`, type: 'Consulta' })
    const { page, ...operator } = await openByKeyboard('elena', '#/messages')
    await page
      .getByRole('row')
      .filter({ hasText: 'La primera' })
      .getByRole('button')
      .first()
      .click()
    await page.getByRole('heading', { level: 1, name: 'La primera' }).waitFor()
    await operator.type(page.getByLabel('Respuesta'), 'Gracias por escribirnos.')
    await operator.key('Control+Enter')
    await page.getByText('Contestado: le llega en la app y por correo.').waitFor()
    await page.getByRole('heading', { level: 1, name: 'La primera' }).waitFor({ state: 'hidden' })
    await page.locator('textarea:focus').waitFor()
    expect(operator.steps()).toBe(2)
  })

  test('a wrong price is put right in 5 steps, one of them the second factor', async () => {
    const { page, ...operator } = await openByKeyboard('elena')
    await operator.search('estacion ombu')
    await page.getByRole('heading', { level: 1, name: 'Estación Ombú' }).waitFor()
    await operator.press(button(page, 'Cambiar: Super, por litro'))
    const sheet = page.getByRole('dialog', { name: 'Cambiar un precio' })
    await sheet.getByLabel('Combustible').waitFor()
    expect(await sheet.getByLabel('Combustible').inputValue()).toBe('super')
    await operator.type(sheet.getByLabel('Precio'), '77,10')
    await operator.type(
      sheet.getByLabel('Código de tu segundo factor'),
      await stack.totpCode('elena'),
    )
    await operator.key('Enter')
    await page.getByText('$ 77,10').first().waitFor()
    expect(operator.steps()).toBe(5)
  })

  test('a till gets its code, which is copied, in 4 steps', async () => {
    const { page, ...operator } = await openByKeyboard('elena')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await operator.search('estacion ceibo')
    await page.getByRole('heading', { level: 1, name: 'Estación Ceibo' }).waitFor()
    await operator.key('e')
    const sheet = page.getByRole('dialog', { name: 'Agregar caja' })
    await operator.press(button(sheet, 'Agregar caja'))
    await operator.press(button(sheet, 'Copiar: código'))
    await page.getByText('Copiado.').waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^(\w{4}-){3}\w{4}$/)
    expect(operator.steps()).toBe(4)
  })

  test('all membership requests that wait are decided in 3 steps', async () => {
    const { page, ...operator } = await openByKeyboard('carla', '#/requests')
    await operator.press(page.getByRole('checkbox', { name: /^Elegir las/ }), ' ')
    await operator.press(button(page, 'Autorizar'))
    await operator.press(page.getByRole('dialog').getByRole('button', { name: /^Autorizar/ }))
    await page.getByText(/^Autorizaste/).waitFor()
    expect(operator.steps()).toBe(3)
  })
})
