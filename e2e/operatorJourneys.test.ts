import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, toDate } from '#contract/dates.ts'
import { claimPurchase } from '#contract/loyalty/claimPurchase.ts'
import { USER } from '#contract/roles.ts'
import { reportSales } from '#contract/station/reportSales.ts'
import { connectDb } from '#db/core/connection.ts'
import { axeViolations, DESKTOP, loadAnew, PHONE } from '#e2e/browserSession.ts'
import { stackForFile } from '#e2e/stackForFile.ts'
import { cfe, reportedSale } from '#testing/fixtures/reportedItems.ts'
import { startForFile } from '#testing/harness/startForTests.ts'
import { accepted } from '#testing/harness/testClient.ts'

const stack = stackForFile()
const till = startForFile(() => stack.enrolTill())

const ANA = '60000001'
const AT = new Date(Date.now() - 2 * HOUR_MS)
/** A sale of ten litres, as the till reports it. */
const saleOf = (ticket: string, given: Parameters<typeof reportedSale>[2]) =>
  reportedSale(ticket, 10, { datetime: AT.toISOString(), ...given })
async function report(sale: ReturnType<typeof saleOf>): Promise<void> {
  const { results } = accepted(await till.call(reportSales, { items: [sale] }))
  expect(results).toMatchObject([{ result: 'unmatched' }])
}

/** The console at a page of its own, signed in as an administrator. */
async function openConsole(path: string) {
  const session = await stack.openAsOperator('elena', `consola/#/${path}`, { viewport: DESKTOP })
  await session.page.getByRole('button', { name: /^Buscar en todo/ }).waitFor()
  return session
}
const row = (page: Page, text: string | RegExp) =>
  page.getByRole('row').filter({ hasText: text }).first()
const openRow = (page: Page, text: string | RegExp) =>
  row(page, text).getByRole('button').first().click()
/** Opens the form of an action. */
async function formOf(page: Page, action: string) {
  await page.getByRole('button', { name: action, exact: true }).click()
  return page.getByRole('dialog', { name: action, exact: true })
}
const isoDay = (days: number) =>
  toDate(new Date(Date.now() + days * DAY_MS)).replace(/(....)(..)(..)/, '$1-$2-$3')

describe('what operators decide, on the phone of the driver', () => {
  test('an unmatched sale is linked to a loyalty, and its points arrive', async () => {
    await report(saleOf('J-1', { plate: 'ZZA 1234', cfe: cfe(9_100_001) }))
    const { page } = await openConsole('exceptions')
    await openRow(page, 'A 9100001')
    await page.getByRole('heading', { name: 'Venta con una matrícula sin dueño' }).waitFor()
    const form = await formOf(page, 'Pasar a una afiliación')
    await form.getByLabel('Código de la afiliación').fill('69999999')
    await form.getByLabel('Por qué').fill('Trajo el ticket a la estación.')
    await form.getByRole('button', { name: 'Pasar a una afiliación' }).click()
    await form.getByText('No hay ninguna afiliación en vigor con ese código.').waitFor()
    expect(await form.getByLabel('Por qué').inputValue()).toBe('Trajo el ticket a la estación.')
    expect(await axeViolations(page)).toEqual([])
    await form.getByLabel('Código de la afiliación').fill(ANA)
    await form.getByRole('button', { name: 'Pasar a una afiliación' }).click()
    await page.getByText(`La venta pasó a la afiliación ${ANA}.`).waitFor()
    await page.getByText('Resuelta').waitFor()

    const { page: app } = await stack.openAs('ana', 'movements', { viewport: PHONE })
    await app.getByRole('button').filter({ hasText: '768,80' }).first().click()
    const sheet = app.getByRole('dialog')
    await sheet.getByText('e-Ticket A 9100001', { exact: true }).waitFor()
    await sheet.getByText('+30', { exact: true }).waitFor()
  })

  test('prices are imported after a wrong line is corrected, and the import is undone', async () => {
    const { page } = await openConsole('imports')
    const day = isoDay(3).split('-').toReversed().join('/')
    const upload = async (price: string) => {
      await page.goto(`${stack.app}/consola/#/imports`)
      const form = await formOf(page, 'Subir un archivo')
      await form.getByLabel('Qué trae').selectOption('Precios oficiales')
      await form.getByLabel('Archivo').setInputFiles({
        name: 'precios.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(
          `producto;desde;hasta;precio;norma\nSuper;${day};;91,23;Decreto 7/027\nGasoil;${day};;${price};Decreto 7/027`,
        ),
      })
      await form.getByRole('button', { name: 'Subir un archivo' }).click()
      await page.getByRole('heading', { name: 'precios.csv' }).waitFor()
    }
    await upload('gratis')
    await page.getByText('Corregí las rechazadas en el archivo').waitFor()
    await row(page, 'gratis').waitFor()
    expect(await page.getByRole('button', { name: 'Guardar', exact: true }).count()).toBe(0)
    expect(await axeViolations(page)).toEqual([])
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Descargar en CSV' }).click()
    expect((await downloading).suggestedFilename()).toBe('rechazadas.csv')

    await upload('50,14')
    const save = await formOf(page, 'Guardar')
    await save.getByLabel('Código de tu segundo factor').fill(await stack.totpCode('elena'))
    await save.getByRole('button', { name: 'Guardar' }).click()
    await page.getByText(/^Quedó guardado como la importación \d+\.$/).waitFor()
    const { page: app } = await stack.openAs('ana', 'map?station=E001', { viewport: PHONE })
    const fuel = app.getByRole('listitem').filter({ hasText: 'Super' }).first()
    await fuel.getByText(/^desde el .*: .*91,23/).waitFor()

    const undo = await formOf(page, 'Deshacer la importación')
    await undo.getByRole('button', { name: 'Deshacer la importación' }).click()
    await page.getByText(/^Quedó deshecha: se borraron 2 filas/).waitFor()
    await loadAnew(app, `${stack.app}/#/map?station=E001`)
    await expect.poll(() => fuel.innerText()).not.toContain('91,23')
  })

  test('a promotion is written, tested, sent to 1,000 drivers, and reaches the phone of one', async () => {
    const opened = await connectDb(stack.dataSettings.DATABASE_URL ?? '', 1)
    await opened.db.execute(
      `with added as (
         insert into person select (jsonb_populate_record(p, jsonb_build_object(
           'id', gen_random_uuid(), 'email', 'driver' || n || '@example.com', 'document_number', 'X' || n,
           'mobile', '09' || n))).*
         from person p, generate_series(1, 1000) n where p.email = 'ana@demo.surtidor.uy'
         returning id)
       insert into person_role (person_id, role_code) select id, '${USER}' from added`,
    )
    await opened.close()
    const { page } = await openConsole('promotions')
    const form = await formOf(page, 'Escribir una promoción')
    await form.getByLabel('Título').fill('Café de regalo')
    await form.getByLabel('Texto').fill('Con cada carga de 30 litros.')
    await form.getByLabel('Para quién').selectOption({ label: 'Todos los conductores' })
    await form.getByLabel('Primer día').fill(isoDay(0))
    await form.getByLabel('Último día').fill(isoDay(-1))
    await form.getByRole('button', { name: 'Escribir una promoción' }).click()
    await form.getByText('El último día no puede ser anterior al primero.').waitFor()
    expect(await form.getByLabel('Título').inputValue()).toBe('Café de regalo')
    await form.getByLabel('Último día').fill(isoDay(30))
    await form.getByRole('button', { name: 'Escribir una promoción' }).click()
    await page.getByText('La promoción quedó como borrador.').waitFor()
    await page.getByText('Tema oscuro').waitFor()
    expect(await axeViolations(page)).toEqual([])
    const trial = await formOf(page, 'Probar conmigo')
    await trial.getByLabel('Correo de tu cuenta de la app').fill('ana@demo.surtidor.uy')
    await trial.getByRole('button', { name: 'Probar conmigo' }).click()
    await page.getByText('La mandamos a esa cuenta').waitFor()
    const { page: app } = await stack.openAs('ana', 'notification', { viewport: PHONE })
    await app.getByText('Café de regalo').first().waitFor()

    const send = await formOf(page, 'Enviar')
    await send.getByRole('button', { name: 'Enviar' }).click()
    await page.getByText(/^Empezó a enviarse a 10\d+ conductores\.$/).waitFor()
    await page.getByText('100 %').waitFor()
    await page.getByText('Enviada', { exact: true }).first().waitFor()
    await loadAnew(app, `${stack.app}/#/main`)
    await app.getByText('Café de regalo').first().waitFor()
  })

  test('a claim that no till answers is credited with a sale, and the driver is told', async () => {
    await report(saleOf('J-2', {}))
    const ana = await stack.clientOf('ana')
    await ana(claimPurchase, {
      loyaltyCode: ANA,
      receipt: { ...cfe(9_100_002), amount: 76_880, date: toDate(AT), securityCode: '' },
    })
    // The till has some days to report it.
    stack.wait(5 * DAY_MS)
    const { page } = await openConsole('exceptions?reason=claim')
    await openRow(page, 'A 9100002')
    const form = await formOf(page, 'Acreditar')
    await form.getByLabel('Venta').selectOption({ index: 1 })
    await form.getByLabel('Por qué').fill('El ticket es de esa venta.')
    await form.getByRole('button', { name: 'Acreditar' }).click()
    await page.getByText('Reclamo acreditado: el conductor ya tiene los puntos.').waitFor()
    await loadAnew(page, `${stack.app}/consola/#/exceptions?reason=claim`)
    await expect.poll(() => row(page, 'A 9100002').count()).toBe(0)

    const { page: app } = await stack.openAs('ana', 'notification', { viewport: PHONE })
    await app.getByText('Encontramos tu compra').first().waitFor()
  })
})

describe('a session of an operator that is stolen', () => {
  test('opens nothing by its cookies; with its token, too, it gives no role, and ends when its owner signs out', async () => {
    const { context, page: own } = await openConsole('payments')
    const storageState = await context.storageState()
    const { page } = await stack.newSession({ viewport: DESKTOP, storageState })
    const people = `${stack.app}/consola/#/people?email=carla@demo.surtidor.uy`
    await page.goto(people)
    await page.getByLabel('Correo electrónico').waitFor()

    const entries = await own.evaluate(() => Object.entries(sessionStorage))
    await page.evaluate((stolen) => {
      for (const [key, value] of stolen) sessionStorage.setItem(key, value)
    }, entries)
    await loadAnew(page, people)
    await openRow(page, 'Carla Núñez')
    const form = await formOf(page, 'Dar un rol')
    await form.getByLabel('Rol').selectOption({ index: 1 })
    await form.getByLabel('Código de tu segundo factor').fill('123456')
    await form.getByRole('button', { name: 'Dar un rol' }).click()
    await form.getByRole('alert').waitFor()

    await own.getByRole('button', { name: /^Elena/ }).click()
    await own.getByRole('button', { name: 'Cerrar sesión' }).click()
    await own.getByRole('alertdialog').getByRole('button', { name: 'Cerrar sesión' }).click()
    await own.getByLabel('Correo electrónico').waitFor()
    await page.reload()
    await page.getByText('se cerró desde otro dispositivo').waitFor()
  })
})
