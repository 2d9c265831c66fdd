import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { DESKTOP, payWith, signInAs } from '#e2e/browserSession.ts'
import { stackForFile } from '#e2e/stackForFile.ts'
import { parseCsv } from '#testing/fixtures/parseCsv.ts'

/**
 * Journeys of the product in Firefox, besides the file that both browsers run. Chromium runs these in
 * other files, with their cases.
 */
const stack = stackForFile()

const NEW_PASSWORD = 'nafta del cielo'
const press = (page: Page, name: string) => page.getByRole('button', { name }).click()
const heading = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor()

describe('Firefox', () => {
  test('a driver registers, confirms, logs in, requests to join, and logs out', async () => {
    const { page } = await stack.open('#/register')
    await page.getByLabel('Correo electrónico').fill('nadia@demo.surtidor.uy')
    await page.getByLabel('Nombre').fill('Nadia')
    await page.getByLabel('Apellido').fill('Olivera')
    await page.getByLabel('Cédula de identidad').fill('1.234.567-2')
    await page.getByLabel('Fecha de nacimiento').fill('15/02/1990')
    await page.getByLabel('Sexo').selectOption('Femenino')
    await page.getByLabel('Contraseña', { exact: true }).fill(NEW_PASSWORD)
    await press(page, 'Seguir')
    await page.getByLabel('Celular').fill('099 123 456')
    await page.getByLabel('Calle y número').fill('Rincón 820')
    await page.getByLabel('Ciudad').fill('Minas')
    await page.getByLabel('Acepto').check()
    await press(page, 'Crear mi cuenta')
    await page.getByText('Revisá tu correo').waitFor()
    const { link } = await stack.emailTo('nadia@demo.surtidor.uy', 'Confirmá tu cuenta')
    await page.goto(link)
    await press(page, 'Confirmar mi cuenta')
    await page.getByText('Tu cuenta quedó confirmada').waitFor()
    await page.getByLabel('Contraseña', { exact: true }).fill(NEW_PASSWORD)
    await press(page, 'Ingresar')
    await heading(page, 'Hola, Nadia')

    await page.goto(`${stack.app}/#/listLoyalty?programme=uber`)
    await heading(page, 'Tu vehículo')
    await page.getByLabel('Marca').selectOption('Chevrolet')
    await page.getByLabel('Matrícula').fill('SBN 1234')
    await page.getByLabel('Combustible').selectOption('Super')
    for (const title of ['RUT y tarjeta', 'Cuenta bancaria']) {
      await press(page, 'Seguir')
      await heading(page, title)
    }
    await press(page, 'Mandar la solicitud')
    await page.getByText('Pendiente de aprobación').first().waitFor()

    await press(page, 'Abrir el menú')
    await page.locator('dialog').getByRole('button', { name: 'Cerrar sesión' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cerrar sesión' }).click()
    await page.waitForURL(/#\/login/)
    expect(await page.evaluate(() => sessionStorage.getItem('currentUser'))).toBeNull()
  })

  test('a debt is paid by card at the gateway, and its payment listed', async () => {
    const { page } = await stack.openAs('ana', 'payment')
    await page.getByRole('button', { name: /^Cuenta de gasoil/ }).click()
    await page.getByRole('button', { name: /^Ir a pagar/ }).click()
    await page.waitForURL(`${stack.sandbox}/**`)
    await payWith(page)
    await page.getByText('¡Listo! Pagaste').first().waitFor()
    await page.goto(`${stack.app}/#/listPayment`)
    const row = page.getByRole('listitem').filter({ hasText: 'Cuenta de gasoil' }).first()
    await row.getByText('Pagado', { exact: true }).waitFor()
  })

  test('movements are filtered, and the scanner answers a reference that is typed', async () => {
    const { page } = await stack.openAs('ana', 'movements')
    await page.getByText('Este año').click()
    await expect.poll(() => page.getByRole('listitem').count()).toBeGreaterThan(3)
    await page.goto(`${stack.app}/#/readScann`)
    await page.getByText('Escribir', { exact: true }).click()
    await page.getByText('Tengo el número de referencia').click()
    await page.getByLabel('Número de referencia').fill('FAC-nada')
    await press(page, 'Buscar')
    await page.getByText('No encontramos esa referencia').waitFor()
  })

  test('the map shows the stations near a granted position', async () => {
    const { page } = await stack.openAs('ana', 'map', {
      viewport: DESKTOP,
      geolocation: { latitude: -34.9065, longitude: -56.2045 },
      permissions: ['geolocation'],
    })
    await page.getByText(/^\d+ estaciones a menos de 10/).waitFor()
    await page.locator('.map-position').waitFor()
  })

  test('a refused position is explained, and a department takes its place', async () => {
    const { page } = await stack.openAs('ana', 'map?view=list')
    await press(page, 'Usar mi ubicación')
    await page.getByText('No vemos tu ubicación').waitFor()
    await page.getByLabel('Departamento').selectOption('Salto')
    await page.getByText('4 estaciones en Salto').waitFor()
  })

  test('a pin opens its station on a phone, and Back closes it', async () => {
    const { page } = await stack.openAs('ana', 'map?department=AR')
    // Over WebDriver BiDi Firefox dispatches no event of a tap.
    await page.locator('.map-pin').first().click()
    const sheet = page.getByRole('dialog')
    await sheet.getByRole('link', { name: /^Cómo llegar/ }).waitFor()
    await page.goBack()
    await sheet.waitFor({ state: 'detached' })
    expect(page.url()).toContain('#/map?department=AR')
  })

  test('the statement is downloaded as PDF and as CSV', async () => {
    const { page } = await stack.openAs('ana', 'listLoyaltyMovements?side=statement')
    await press(page, 'Descargar')
    const download = async (kind: string) => {
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        press(page, `Descargar el estado de cuenta en ${kind}`),
      ])
      return { name: file.suggestedFilename(), content: await readFile(await file.path(), 'utf8') }
    }
    const pdf = await download('PDF')
    expect(pdf.name).toMatch(/^estado-de-cuenta-.*\.pdf$/)
    expect(pdf.content.slice(0, 5)).toBe('%PDF-')
    const csv = await download('CSV')
    expect(parseCsv(csv.content)[0]).toContain('Saldo')
  })

  test('a message is sent, and a notification opened and deleted', async () => {
    const { page } = await stack.openAs('ana', 'commnents', { viewport: DESKTOP })
    await page.getByLabel('De qué se trata').selectOption('Consulta')
    await page.getByLabel('Título').fill('¿Abren el domingo?')
    await page.getByLabel('Mensaje', { exact: true }).fill('Para cargar temprano.')
    await press(page, 'Enviar')
    await page.getByRole('button', { name: /¿Abren el domingo\?.*Recibido/ }).waitFor()
    await page.goto(`${stack.app}/#/notification`)
    const remove = page.getByRole('button', { name: 'Borrar: Tu cubierta está pronta' })
    await remove.click()
    await remove.waitFor({ state: 'detached' })
  })

  test('an operator signs in to the console with the second factor', async () => {
    const { page } = await stack.openAsOperator('elena', 'consola/', { viewport: DESKTOP })
    await page.waitForURL(/#\/home/)
    await heading(page, 'Inicio')
  })

  test('the sponsor authorises a request', async () => {
    const { page } = await stack.openAsOperator('carla', '#/listDrivers')
    const row = page.getByRole('button', { name: /hace \d+ días/ }).first()
    const [, holder = ''] = /^(.+)hace \d+ días/.exec((await row.textContent()) ?? '') ?? []
    await row.click()
    const sheet = page.getByRole('dialog', { name: holder, exact: true })
    await sheet.getByRole('button', { name: 'Autorizar' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Ok' }).click()
    await page.getByText(`Autorizaste la solicitud de ${holder}.`).waitFor()
  })

  test('a wrong password keeps what was typed', async () => {
    const { page } = await stack.open('#/main')
    await signInAs(page, 'ana', 'no es esta')
    await page.getByText('El correo o la contraseña no son correctos').waitFor()
    expect(await page.getByLabel('Correo electrónico').inputValue()).toBe('ana@demo.surtidor.uy')
  })
})
