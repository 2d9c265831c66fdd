import { mkdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { TOTP } from 'otpauth'
import {
  type Browser,
  type BrowserContextOptions,
  chromium as engine,
  type Page,
} from 'playwright-core'
import { GUARDED_PAGES } from '#app/routeGuard.ts'
import { OPEN_PAGES } from '#contract/pageAccess.ts'
import { DEMO_SECOND_FACTOR } from '#db/demo/demoPeople.ts'
import { CHROMIUM_FLAGS, chromium } from '#testing/browser/chromium.ts'

/**
 * `npm run screenshots`: a picture of every route of the app, at a phone's and a desktop's size,
 * light and dark, of a running `npm start` with demo data. Options: `--out` the folder (default: one
 * in the system's temporary folder), `--url` the app's address, `--only` routes without their slash,
 * separated by commas. `--install` draws instead the pictures that `app/public/manifest.webmanifest`
 * and the worker's notifications name, from `app/public/icon.svg` and the running app.
 */
const { values } = parseArgs({
  options: {
    out: { type: 'string', default: join(tmpdir(), 'surtidor-screenshots') },
    url: { type: 'string', default: 'http://localhost:3000' },
    only: { type: 'string', default: '' },
    install: { type: 'boolean', default: false },
  },
})

const PASSWORD = 'demo-surtidor'
/** The people whose screens are drawn, with the routes of each. */
const VISITORS: Record<string, readonly string[]> = {
  '': OPEN_PAGES,
  ana: GUARDED_PAGES.filter((page) => page !== '/listDrivers' && page !== '/paymentScann'),
  fede: GUARDED_PAGES.filter((page) => page !== '/listDrivers' && page !== '/paymentScann'),
  carla: ['/listDrivers'],
}
const LOOKS: Record<string, BrowserContextOptions> = {
  'phone-light': { viewport: { width: 360, height: 740 }, colorScheme: 'light' },
  'phone-dark': { viewport: { width: 360, height: 740 }, colorScheme: 'dark' },
  'desktop-light': { viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
  'desktop-dark': { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
}
/** A picture of a longer page ends here, in pixels. */
const MAX_HEIGHT = 3_000

async function signIn(page: Page, name: string): Promise<void> {
  await page.goto(`${values.url}/#/login`)
  await page.getByLabel('Correo electrónico').fill(`${name}@demo.surtidor.uy`)
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Ingresar' }).click()
  const code = page.locator('input[autocomplete="one-time-code"]')
  await Promise.race([
    page.waitForURL((url) => !url.hash.startsWith('#/login')),
    code.first().waitFor(),
  ])
  if ((await code.count()) === 0) return
  // A code is accepted once: the other pictures of this operator may have used the current one.
  for (let tries = 0; tries < 4 && (await code.count()) > 0; tries++) {
    await code.first().fill(new TOTP({ secret: DEMO_SECOND_FACTOR }).generate())
    await page.keyboard.press('Enter')
    await sleep(2_000)
    if ((await code.count()) > 0) await sleep(30_000)
  }
}

async function draw(page: Page, route: string, file: string): Promise<void> {
  await page.goto(`${values.url}/#${route}`)
  await page.waitForLoadState('networkidle')
  await page
    .locator('[aria-busy="true"]')
    .first()
    .waitFor({ state: 'hidden', timeout: 5_000 })
    .catch(() => undefined)
  await sleep(600)
  const { width = 0, height = 0 } = page.viewportSize() ?? {}
  const whole = await page.evaluate<number>('document.documentElement.scrollHeight')
  await page.setViewportSize({ width, height: Math.min(Math.max(whole, height), MAX_HEIGHT) })
  await page.screenshot({ path: file })
  await page.setViewportSize({ width, height })
}

async function drawAll(browser: Browser): Promise<number> {
  const only = values.only.split(',').filter(Boolean)
  let count = 0
  for (const [name, pages] of Object.entries(VISITORS)) {
    const routes = pages.filter((page) => only.length === 0 || only.includes(page.slice(1)))
    if (routes.length === 0) continue
    for (const [look, options] of Object.entries(LOOKS)) {
      const context = await browser.newContext({
        locale: 'es-UY',
        timezoneId: 'America/Montevideo',
        reducedMotion: 'reduce',
        permissions: ['geolocation'],
        geolocation: { latitude: -34.9055, longitude: -56.1851 },
        ...options,
      })
      const page = await context.newPage()
      page.on('pageerror', (error) => process.stderr.write(`${name} ${look}: ${error.message}\n`))
      if (name !== '') await signIn(page, name)
      for (const route of routes) {
        await draw(page, route, join(values.out, `${route.slice(1)}-${name || 'open'}-${look}.png`))
        count++
      }
      await context.close()
    }
  }
  return count
}

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
  await mkdir(join(PUBLIC, 'icons'), { recursive: true })
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

async function drawInstallScreenshots(browser: Browser): Promise<void> {
  await mkdir(join(PUBLIC, 'screenshots'), { recursive: true })
  for (const [form, viewport] of Object.entries(SIZES)) {
    const deviceScaleFactor = form === 'narrow' ? 2 : 1
    const context = await browser.newContext({ viewport, deviceScaleFactor, locale: 'es-UY' })
    const page = await context.newPage()
    await signIn(page, 'ana')
    for (const route of ['main', 'payment', 'map']) {
      await page.goto(`${values.url}/#/${route}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.waitForLoadState('networkidle')
      const path = join(PUBLIC, 'screenshots', `${route}-${form}.jpg`)
      await page.screenshot({ path, type: 'jpeg', quality: 78 })
    }
    await context.close()
  }
}

const browser = await engine.launch({ executablePath: chromium(), args: CHROMIUM_FLAGS })
try {
  if (values.install) {
    await drawIcons(browser)
    await drawInstallScreenshots(browser)
  } else {
    await mkdir(values.out, { recursive: true })
    process.stdout.write(`${await drawAll(browser)} imágenes en ${values.out}\n`)
  }
} finally {
  await browser.close()
}
