import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium as engine, type Page } from 'playwright-core'
import { encode } from 'uqr'
import { afterAll, describe, expect, test } from 'vitest'
import { getDebts } from '#contract/payments/getDebts.ts'
import {
  axeViolations,
  type BrowserSession,
  DESKTOP,
  PHONE,
  signInAs,
} from '#e2e/browserSession.ts'
import { stackForFile } from '#e2e/stackForFile.ts'
import { CHROMIUM_FLAGS, chromium } from '#testing/browser/installedBrowser.ts'
import { startForFile } from '#testing/harness/startForTests.ts'
import { tempFolder } from '#testing/harness/tempFolder.ts'

const WIDTH = 640
const HEIGHT = 480
/** Pixels of one module of the code. */
const MODULE = 8
const FRAMES = 10

/** Writes a video in which a camera sees a QR code with this text, on white (YUV4MPEG2). */
async function writeCameraFile(path: string, text: string): Promise<void> {
  const { data, size } = encode(text, { ecc: 'M', border: 0 })
  const luma = Buffer.alloc(WIDTH * HEIGHT, 255)
  const left = Math.floor((WIDTH - size * MODULE) / 2)
  const top = Math.floor((HEIGHT - size * MODULE) / 2)
  for (let y = 0; y < size * MODULE; y++)
    for (let x = 0; x < size * MODULE; x++)
      if (data[Math.floor(y / MODULE)]?.[Math.floor(x / MODULE)])
        luma[(top + y) * WIDTH + left + x] = 0
  const chroma = Buffer.alloc((WIDTH * HEIGHT) / 2, 128)
  const frame = Buffer.concat([Buffer.from('FRAME\n'), luma, chroma])
  const header = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`)
  await writeFile(path, Buffer.concat([header, ...Array.from({ length: FRAMES }, () => frame)]))
}

const stack = stackForFile()
const file = join(tempFolder(afterAll), 'camera.y4m')
const withCamera = startForFile(async () => {
  const camera = ['--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${file}`]
  const args = [...CHROMIUM_FLAGS, ...camera]
  const browser = await engine.launch({ executablePath: chromium(), args })
  return { browser, close: () => browser.close() }
})

/** Ana at the scanner, in a browser whose camera sees a code; without a code it has no camera. */
async function openScanner(code: string | null, viewport = PHONE): Promise<BrowserSession> {
  if (code !== null) await writeCameraFile(file, code)
  const browser = code === null ? undefined : withCamera.browser
  const session = await stack.newSession({ viewport }, browser)
  const { page } = session
  await page.goto(`${stack.app}/#/readScann`)
  await signInAs(page, 'ana')
  // A desktop begins with typing.
  await page.getByText('Escanear', { exact: true }).click()
  await page.getByText('Escaneá el código de la caja o de tu factura').waitFor()
  return session
}
const openCamera = (page: Page) => page.getByRole('button', { name: /Abrir la cámara/ }).click()
const allowCamera = ({ context }: BrowserSession) =>
  context.grantPermissions(['camera'], { origin: stack.app })

/** The reference of one of Ana's debts. */
async function someReference(): Promise<string> {
  const ana = await stack.clientOf('ana')
  return (await ana(getDebts, {})).debts[0]?.reference ?? ''
}

describe('the scanner with a camera', () => {
  test.each([PHONE, DESKTOP])(
    'reads the code of an invoice and shows its debt, %o',
    async (viewport) => {
      const reference = await someReference()
      const scanner = await openScanner(reference, viewport)
      const { page } = scanner
      await allowCamera(scanner)
      expect(await axeViolations(page)).toEqual([])
      await openCamera(page)
      await page.waitForURL(`${stack.app}/#/payment?reference=${reference}`)
      await page.getByRole('dialog', { name: 'Antes de pagar' }).waitFor()
    },
  )

  test('reads our own address with a reference', async () => {
    const reference = await someReference()
    const scanner = await openScanner(`${stack.app}/#/payment?reference=${reference}`)
    await allowCamera(scanner)
    await openCamera(scanner.page)
    await scanner.page.waitForURL(`${stack.app}/#/payment?reference=${reference}`)
  })

  test.each([
    'https://evil.example/#/payment?reference=FAC-000000001',
    'javascript:alert(document.domain)',
    '<img src=x onerror=alert(1)>',
  ])('shows the foreign code %s as text and stays', async (code) => {
    const scanner = await openScanner(code)
    const { page } = scanner
    await allowCamera(scanner)
    await openCamera(page)
    await page.getByText('Con este código no se paga').waitFor()
    await page.getByText(`Dice: «${code}»`).waitFor()
    expect(page.url()).toBe(`${stack.app}/#/readScann`)
    expect(await page.locator('main img').count()).toBe(0)
    expect(await axeViolations(page)).toEqual([])
  })

  test('releases the camera on closing and on leaving', async () => {
    const scanner = await openScanner('hola')
    const { page } = scanner
    await allowCamera(scanner)
    await page.evaluate(() => {
      const { mediaDevices } = navigator
      const getUserMedia = mediaDevices.getUserMedia.bind(mediaDevices)
      const streams: MediaStream[] = []
      Object.assign(window, { streams })
      mediaDevices.getUserMedia = async (constraints) => {
        const stream = await getUserMedia(constraints)
        streams.push(stream)
        return stream
      }
    })
    const states = () =>
      page.evaluate(() =>
        (window as unknown as { streams: MediaStream[] }).streams.flatMap((stream) =>
          stream.getTracks().map(({ readyState }) => readyState),
        ),
      )
    await openCamera(page)
    await page.getByText('Con este código no se paga').waitFor()
    expect(await states()).toEqual(['live'])
    await page.getByRole('button', { name: 'Cerrar la cámara' }).click()
    await expect.poll(states).toEqual(['ended'])
    await openCamera(page)
    await page.getByText('Apuntá al código').waitFor()
    await page.getByRole('link', { name: 'Volver a Pagar' }).click()
    await expect.poll(states).toEqual(['ended', 'ended'])
  })
})

describe('the scanner without a camera', () => {
  test('a refused camera leaves the typed reference', async () => {
    const { page } = await openScanner('hola')
    await openCamera(page)
    await page.getByText('No podemos usar la cámara').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.getByText('Escribir', { exact: true }).click()
    await page.getByText('Tengo el número de referencia').click()
    await page.getByLabel('Número de referencia').fill('FAC-nada')
    await page.getByRole('button', { name: 'Buscar' }).click()
    await page.getByText('No encontramos esa referencia').waitFor()
  })

  test('a device without a camera says so', async () => {
    const scanner = await openScanner(null)
    await allowCamera(scanner)
    await openCamera(scanner.page)
    await scanner.page.getByText('No encontramos una cámara').waitFor()
  })
})
