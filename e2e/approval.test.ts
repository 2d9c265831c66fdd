import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { accessibilityProblems, DESKTOP, signInAs } from '#e2e/browserSession.ts'
import { stackForFile } from '#e2e/stackForFile.ts'

const EMAIL = 'nadia@demo.surtidor.uy'
const NAME = 'Nadia Olivera'
const PASSWORD = 'nafta del cielo'

const stack = stackForFile()
beforeAll(async () => {
  const wasm = fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'))
  prepareZXingModule({ overrides: { wasmBinary: (await readFile(wasm)).buffer } })
})

const press = (page: Page, name: string) => page.getByRole('button', { name }).click()
const step = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor()

async function register(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Crear mi cuenta' }).click()
  // Login stays drawn until the next screen is loaded, and has a field of the same label.
  await step(page, 'Creá tu cuenta')
  await page.getByLabel('Correo electrónico').fill(EMAIL)
  await page.getByLabel('Nombre').fill('Nadia')
  await page.getByLabel('Apellido').fill('Olivera')
  await page.getByLabel('Cédula de identidad').fill('1.234.567-2')
  await page.getByLabel('Fecha de nacimiento').fill('15/02/1990')
  await page.getByLabel('Sexo').selectOption('Femenino')
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
  await press(page, 'Seguir')
  await page.getByLabel('Celular').fill('099 123 456')
  await page.getByLabel('Calle y número').fill('Rincón 820')
  await page.getByLabel('Ciudad').fill('Minas')
  await page.getByLabel('Acepto').check()
  await press(page, 'Crear mi cuenta')
  await page.getByText('Revisá tu correo').waitFor()
  const { link } = await stack.emailTo(EMAIL, 'Confirmá tu cuenta')
  await page.goto(link)
  await press(page, 'Confirmar mi cuenta')
  await page.getByText('Tu cuenta quedó confirmada').waitFor()
  await signInAs(page, 'nadia', PASSWORD)
  await step(page, 'Hola, Nadia')
}

async function askToJoin(page: Page): Promise<string[]> {
  await page.getByRole('link', { name: 'Ver los programas' }).click()
  await step(page, 'Surtidor Uber')
  await page.getByRole('link', { name: 'Afiliarme' }).last().click()
  await step(page, 'Tu vehículo')
  await press(page, 'Seguir')
  await page.getByText('Elegí la marca o escribila.').waitFor()
  const problems = await accessibilityProblems(page, 'a step with an error')
  await page.getByLabel('Marca').selectOption('Otra marca')
  await page.getByLabel('¿Qué marca es?').fill('Great Wall')
  await page.getByLabel('Matrícula').fill('sbn 1234')
  await page.getByLabel('Combustible').selectOption('Super')
  for (const title of ['RUT y tarjeta', 'Cuenta bancaria']) {
    await press(page, 'Seguir')
    await step(page, title)
  }
  problems.push(...(await accessibilityProblems(page, 'the bank account')))
  await press(page, 'Mandar la solicitud')
  await page.getByText('Pendiente de aprobación').first().waitFor()
  await page.getByText('Decide después del auspiciante.').waitFor()
  return [...problems, ...(await accessibilityProblems(page, 'a request'))]
}

/** Signs an operator in with password and second factor, and authorises the request of NAME. */
async function authorise(name: string, address: string): Promise<void> {
  const options = address.startsWith('#') ? {} : { viewport: DESKTOP }
  const { page } = await stack.openAsOperator(name, address, options)
  await page.getByLabel('Buscar', { exact: true }).fill('SBN1234')
  await page.getByRole('button', { name: new RegExp(`^${NAME}`) }).click()
  const sheet = page.getByRole('dialog', { name: NAME, exact: true })
  await sheet.getByText('SBN 1234').first().waitFor()
  await sheet.getByLabel('Observaciones').fill(`De ${name}.`)
  await sheet.getByRole('button', { name: 'Autorizar' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Ok' }).click()
  await page.getByText(`Autorizaste la solicitud de ${NAME}.`).waitFor()
}

describe('the approval journey', () => {
  test('a person registers, asks to join, is authorised by sponsor and network, and shows the code', async () => {
    const { page } = await stack.open('#/login')
    await register(page)
    const problems = await askToJoin(page)

    await authorise('carla', '#/listDrivers')
    await page.reload()
    await page.getByText('Autorizado por Auspiciante').first().waitFor()
    await page.getByText('De carla.').waitFor()

    await authorise('diego', 'consola/#/requests')
    await page.reload()
    await page.getByRole('link', { name: /Surtidor Uber/ }).click()
    const code = page.getByRole('img', { name: 'Código QR de tu afiliación a Surtidor Uber' })
    const [read] = await readBarcodes(await code.screenshot())
    const text = read?.text ?? ''
    expect(text).toMatch(/^\w+$/)
    expect((await page.getByRole('main').innerText()).replaceAll(/\s/g, '')).toContain(text)

    await press(page, 'Ver el código en grande')
    await page.getByRole('dialog', { name: 'Código de Surtidor Uber' }).waitFor()
    problems.push(...(await accessibilityProblems(page, 'the large code')))
    await page.keyboard.press('Escape')
    await page.getByRole('tab', { name: 'Datos' }).click()
    await press(page, 'Agregar un vehículo')
    await page.getByLabel('Marca').selectOption('Nissan')
    problems.push(...(await accessibilityProblems(page, 'another vehicle')))
    expect(problems).toEqual([])

    await page.goto(`${stack.app}/#/notification`)
    await step(page, 'Notificaciones')
    await page
      .getByText(/Surtidor Uber/)
      .first()
      .waitFor()
    await press(page, 'Abrir el menú')
    await page.locator('dialog').getByRole('button', { name: 'Cerrar sesión' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cerrar sesión' }).click()
    await page.waitForURL(/#\/login/)
    expect(await page.evaluate(() => sessionStorage.getItem('currentUser'))).toBeNull()
  })
})
