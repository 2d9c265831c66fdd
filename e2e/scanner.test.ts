import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium as engine, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  assertNoPageErrors,
  axeViolations,
  type BrowserSession,
  DESKTOP,
  newBrowserSession,
  PHONE,
  signInAs,
} from '#e2e/browserSession.ts'
import { stackForFile } from '#e2e/stackForFile.ts'
import { CHROMIUM_FLAGS, chromium } from '#testing/browser/chromium.ts'
import { writeCameraFile } from '#testing/fixtures/cameraFile.ts'

const stack = stackForFile()
let folder: string
const browsers: Browser[] = []
let sessions: BrowserSession[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'surtidor-camera-'))
})
afterEach(async () => {
  for (const browser of browsers.splice(0)) await browser.close()
  assertNoPageErrors(sessions.splice(0))
})
afterAll(() => rm(folder, { recursive: true }))

/** Ana at the scanner, in a browser whose camera sees a code; without a code it has no camera. */
async function openScanner(code: string | null, options: { viewport?: typeof PHONE } = {}) {
  const file = join(folder, 'camera.y4m')
  if (code !== null) await writeCameraFile(file, code)
  const camera = ['--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${file}`]
  const browser = await engine.launch({
    executablePath: chromium(),
    args: [...CHROMIUM_FLAGS, ...(code === null ? [] : camera)],
  })
  browsers.push(browser)
  const session = await newBrowserSession(browser, options)
  sessions.push(session)
  const { page, context } = session
  await page.goto(`${stack.app}/#/readScann`)
  await signInAs(page, 'ana')
  await page.getByText('Escaneá el código de tu factura').waitFor()
  return { page, context, session }
}
const openCamera = (page: Page) => page.getByRole('button', { name: /Abrir la cámara/ }).click()
const allowCamera = ({ context }: Pick<BrowserSession, 'context'>) =>
  context.grantPermissions(['camera'], { origin: stack.app })

/** The reference of one of Ana's debts, as her invoice shows it. */
async function someReference(): Promise<string> {
  const { page } = await openScanner(null)
  await page.locator('main li').locator('button, a').first().click()
  await page.waitForURL(/reference=/)
  return new URLSearchParams(page.url().split('?')[1]).get('reference') ?? ''
}

describe('the scanner with a camera', () => {
  test.each([PHONE, DESKTOP])(
    'reads the code of an invoice and shows its debt, %o',
    async (viewport) => {
      const reference = await someReference()
      const scanner = await openScanner(reference, { viewport })
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
    await page.getByText('No es un código de Surtidor').waitFor()
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
    await page.getByText('No es un código de Surtidor').waitFor()
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
