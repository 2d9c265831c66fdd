import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, chromium as engine, type Page } from 'playwright-core'
import { CHROMIUM_FLAGS, chromium } from '#testing/browser/chromium.ts'

/**
 * `node tools/commands/installPictures.ts --url http://localhost:3000`: draws the pictures that
 * `app/public/manifest.webmanifest` and the worker's notifications name, from `app/public/icon.svg` and from a running `npm start`
 * with demo data.
 */
const { values } = parseArgs({
  options: { url: { type: 'string', default: 'http://localhost:3000' } },
})
const PUBLIC = join(import.meta.dirname, '../../app/public')

/** Shapes of the shortcuts' icons, on a grid of 24 units: lucide's credit-card, fuel and map-pin. */
const SHORTCUTS = {
  payment: '<rect width="20" height="14" x="2" y="5" rx="2"/><path d="M2 10h20"/>',
  movements:
    '<path d="M14 13h2a2 2 0 0 1 2 2v2a2 2 0 0 0 4 0v-6.998a2 2 0 0 0-.59-1.42L18 5"/><path d="M14 21V5a2 2 0 0 0-2-2H5a2 2 0 0 0-2 2v16"/><path d="M2 21h13"/><path d="M3 9h11"/>',
  map: '<path d="M20 10c0 4.993-5.539 10.193-7.399 11.799a1 1 0 0 1-1.202 0C9.539 20.193 4 14.993 4 10a8 8 0 0 1 16 0"/><circle cx="12" cy="10" r="3"/>',
}
const shortcut = (shapes: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-12 -12 48 48" fill="none" stroke="#fdfaf4" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"><rect x="-12" y="-12" width="48" height="48" rx="24" fill="#00515e" stroke="none"/>${shapes}</svg>`

/** The icon's shape in white: Android fills the opaque part with a colour of its own. */
const badgeOf = (icon: string) =>
  icon
    .replace(/<rect.*\/>/, '')
    .replace('scale(.72)', 'scale(1.1)')
    .replaceAll(/(stroke|fill)="#\w+"/g, '$1="#fff"')

async function drawIcon(page: Page, name: string, svg: string, size: number, radius: number) {
  await page.setViewportSize({ width: size, height: size })
  await page.setContent(
    `<style>body{margin:0}svg{display:block;width:100vw;height:100vh;border-radius:${radius}%}</style>${svg}`,
  )
  await page.screenshot({ path: join(PUBLIC, 'icons', name), omitBackground: true })
}

async function drawIcons(browser: Browser): Promise<void> {
  const page = await browser.newPage()
  const icon = await readFile(join(PUBLIC, 'icon.svg'), 'utf8')
  for (const size of [192, 512]) {
    await drawIcon(page, `icon-${size}.png`, icon, size, 22)
    await drawIcon(page, `maskable-${size}.png`, icon, size, 0)
  }
  await drawIcon(page, 'apple-touch-icon.png', icon, 180, 0)
  await drawIcon(page, 'badge-96.png', badgeOf(icon), 96, 0)
  for (const [name, shapes] of Object.entries(SHORTCUTS))
    await drawIcon(page, `shortcut-${name}.png`, shortcut(shapes), 96, 0)
  await page.close()
}

const SIZES = { narrow: { width: 390, height: 844 }, wide: { width: 1280, height: 800 } }

async function drawScreenshots(browser: Browser): Promise<void> {
  for (const [form, viewport] of Object.entries(SIZES)) {
    const deviceScaleFactor = form === 'narrow' ? 2 : 1
    const context = await browser.newContext({ viewport, deviceScaleFactor, locale: 'es-UY' })
    const page = await context.newPage()
    await page.goto(`${values.url}/#/main`)
    await page.getByLabel('Correo electrónico').fill('ana@demo.surtidor.uy')
    await page.getByLabel('Contraseña', { exact: true }).fill('demo-surtidor')
    await page.getByRole('button', { name: 'Ingresar' }).click()
    for (const route of ['main', 'payment', 'map']) {
      await page.waitForURL(({ hash }) => !hash.startsWith('#/login'))
      await page.goto(`${values.url}/#/${route}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.waitForLoadState('networkidle')
      const path = join(PUBLIC, 'screenshots', `${route}-${form}.jpg`)
      await page.screenshot({ path, type: 'jpeg', quality: 78 })
    }
    await context.close()
  }
}

await mkdir(join(PUBLIC, 'icons'), { recursive: true })
await mkdir(join(PUBLIC, 'screenshots'), { recursive: true })
const browser = await engine.launch({ executablePath: chromium(), args: CHROMIUM_FLAGS })
await drawIcons(browser)
await drawScreenshots(browser)
await browser.close()
