import { mkdir } from 'node:fs/promises'
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
import { CHROMIUM_FLAGS, chromium } from '#testing/browser/installedBrowser.ts'

/**
 * `npm run screenshots`: a picture of every route of the app, at a phone's and a desktop's size,
 * light and dark, of a running `npm start` with demo data. Options: `--out` the folder (default: one
 * in the system's temporary folder), `--url` the app's address, `--only` routes without their slash,
 * separated by commas.
 */
const { values } = parseArgs({
  options: {
    out: { type: 'string', default: join(tmpdir(), 'surtidor-screenshots') },
    url: { type: 'string', default: 'http://localhost:3000' },
    only: { type: 'string', default: '' },
  },
})

const PASSWORD = 'demo-surtidor'
const OF_DRIVERS = GUARDED_PAGES.filter((page) => !['/listDrivers', '/paymentScann'].includes(page))
/** The people whose screens are drawn, with the routes of each. */
const VISITORS = { '': OPEN_PAGES, ana: OF_DRIVERS, fede: OF_DRIVERS, carla: ['/listDrivers'] }
const PHONE = { width: 360, height: 740 }
const DESKTOP = { width: 1280, height: 800 }
const LOOKS: Record<string, BrowserContextOptions> = {
  'phone-light': { viewport: PHONE, colorScheme: 'light' },
  'phone-dark': { viewport: PHONE, colorScheme: 'dark' },
  'desktop-light': { viewport: DESKTOP, colorScheme: 'light' },
  'desktop-dark': { viewport: DESKTOP, colorScheme: 'dark' },
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
  const busy = page.locator('[aria-busy="true"]').first()
  await busy.waitFor({ state: 'hidden', timeout: 5_000 }).catch(() => undefined)
  await sleep(600)
  const { width = 0, height = 0 } = page.viewportSize() ?? {}
  const whole = await page.evaluate<number>('document.documentElement.scrollHeight')
  await page.setViewportSize({ width, height: Math.min(Math.max(whole, height), MAX_HEIGHT) })
  await page.screenshot({ path: join(values.out, file) })
  await page.setViewportSize({ width, height })
}

/** Draws the routes of a person in every look. @returns the number of pictures */
async function drawAll(browser: Browser, name: string, pages: readonly string[]): Promise<number> {
  const only = values.only.split(',').filter(Boolean)
  const routes = pages.filter((page) => only.length === 0 || only.includes(page.slice(1)))
  if (routes.length === 0) return 0
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
    for (const route of routes)
      await draw(page, route, `${route.slice(1)}-${name || 'open'}-${look}.png`)
    await context.close()
  }
  return routes.length * Object.keys(LOOKS).length
}

const browser = await engine.launch({ executablePath: chromium(), args: CHROMIUM_FLAGS })
try {
  await mkdir(values.out, { recursive: true })
  let count = 0
  for (const [name, pages] of Object.entries(VISITORS)) count += await drawAll(browser, name, pages)
  process.stdout.write(`${count} imágenes en ${values.out}\n`)
} finally {
  await browser.close()
}
