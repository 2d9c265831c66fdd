import type { BrowserContext, Page } from 'playwright-core'
import { encode } from 'uqr'
import { describe, expect, test } from 'vitest'
import { HOUR_MS, toDate } from '#contract/dates.ts'
import { reportSales } from '#contract/station/reportSales.ts'
import { axeViolations, loadAnew, PHONE, signInAs } from '#e2e/browserSession.ts'
import { stackForFile } from '#e2e/stackForFile.ts'
import { cfe, reportedSale } from '#testing/fixtures/reportedItems.ts'
import { startForFile } from '#testing/harness/startForTests.ts'
import { accepted } from '#testing/harness/testClient.ts'

/** Pixels of one module of the code. */
const MODULE = 8

/** Gives the pages of a context, in any browser, a camera that sees a QR code with this text, on white. */
async function showToCamera(context: BrowserContext, text: string): Promise<void> {
  const { data } = encode(text, { ecc: 'M', border: 4 })
  await context.addInitScript(
    ([rows, module]) => {
      const draw = (canvas: HTMLCanvasElement) => {
        const picture = canvas.getContext('2d')
        if (!picture) return
        picture.fillStyle = 'white'
        picture.fillRect(0, 0, canvas.width, canvas.height)
        picture.fillStyle = 'black'
        for (const [y, row] of rows.entries())
          for (const [x, isDark] of row.entries())
            if (isDark) picture.fillRect(x * module, y * module, module, module)
      }
      // The empty first page is no secure context.
      if (!isSecureContext) return
      navigator.mediaDevices.getUserMedia = async () => {
        const canvas = document.createElement('canvas')
        canvas.width = canvas.height = rows.length * module
        draw(canvas)
        // A picture that does not change gives no further frames.
        setInterval(draw, 100, canvas)
        return canvas.captureStream(10)
      }
    },
    [data, MODULE] as const,
  )
}

const stack = stackForFile()
const till = startForFile(() => stack.enrolTill())

const AT = new Date(Date.now() - 2 * HOUR_MS)
/** A sale of ten litres whose member the till did not learn. */
const saleOf = (number: number) => ({
  ...reportedSale(`E${number}`, 10, { datetime: AT.toISOString() }),
  cfe: { ...cfe(number), securityCode: 'x7Kd2M' },
})
async function report(number: number): Promise<void> {
  const { results } = accepted(await till.call(reportSales, { items: [saleOf(number)] }))
  expect(results).toEqual([{ result: 'unmatched' }])
}
const qrOf = (number: number) =>
  `https://www.efactura.dgi.gub.uy/consultaQR/cfe?211234560019,101,A,${number},768.80,${toDate(AT)},x7Kd2M%2FIdlJGEd%3D`
const press = (page: Page, name: string) => page.getByRole('button', { name }).click()

describe('a purchase that is missing', () => {
  test('is credited at once by the QR code of its receipt, through the camera', async () => {
    await report(9_000_001)
    const session = await stack.newSession({ viewport: PHONE })
    const { page } = session
    await showToCamera(session.context, qrOf(9_000_001))
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    await page.goto(`${stack.app}/#/readScann`)
    await signInAs(page, 'ana')
    await press(page, 'Abrir la cámara')
    await page.getByText('e-Ticket A 9000001').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('link', { name: 'Reclamar puntos' }).click()
    await page.getByRole('heading', { name: '¿Te falta una compra?' }).waitFor()
    await press(page, 'Reclamar puntos')
    await page.getByText('¡Listo! Encontramos tu compra').waitFor()
    await page
      .getByText(/^Está en tus movimientos, con 30 puntos pendientes: podés usarlos desde el /)
      .waitFor()
    expect(await axeViolations(page)).toEqual([])
    expect(requests.filter((url) => url.includes('efactura'))).toEqual([])
    await page.goto(`${stack.app}/#/movements`)
    await page.getByRole('button').filter({ hasText: '768,80' }).first().click()
    await page.getByRole('dialog').getByText('e-Ticket A 9000001', { exact: true }).waitFor()
  })

  test('that is typed waits for the till, is named at home, and is answered by the report', async () => {
    const { page } = await stack.openAs('ana', 'movements', { viewport: PHONE })
    await page.getByRole('link', { name: '¿Te falta una compra?' }).click()
    const [year, month, day] = [toDate(AT).slice(0, 4), toDate(AT).slice(4, 6), toDate(AT).slice(6)]
    for (const [label, text] of Object.entries({
      'RUT de la estación': '21 123456 0019',
      Serie: 'a',
      Número: '9000002',
      Fecha: `${day}/${month}/${year}`,
      'Total a pagar': '768,80',
      'Código de seguridad': 'x7Kd2M',
    }))
      await page.getByLabel(label).fill(text)
    await press(page, 'Reclamar puntos')
    await page.getByText('Recibimos tu reclamo').waitFor()
    await page.goto(`${stack.app}/#/main`)
    const waiting = page.getByRole('listitem').filter({ hasText: 'e-Ticket A 9000002' })
    await waiting.getByText('La compra que reclamaste espera a la estación').waitFor()
    await report(9_000_002)
    await loadAnew(page, `${stack.app}/#/movements?claims=all`)
    await page.getByRole('button', { name: /e-Ticket A 9000002/ }).click()
    const sheet = page.getByRole('dialog', { name: 'e-Ticket A 9000002' })
    await sheet
      .getByText(/^Está en tus movimientos, con 30 puntos pendientes: podés usarlos desde el /)
      .waitFor()
    await page.goto(`${stack.app}/#/notification`)
    await page.getByText('Encontramos tu compra').first().waitFor()
  })
})
