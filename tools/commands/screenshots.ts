import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { TOTP } from 'otpauth'
import { chromium as engine, type Page } from 'playwright-core'
import { GUARDED_PAGES } from '#app/routeGuard.ts'
import { KIND_NAMES, kindOf } from '#contract/console/objectKinds.ts'
import { OPEN_PAGES } from '#contract/pageAccess.ts'
import { DEMO_PASSWORD, DEMO_SECOND_FACTOR } from '#db/demo/demoPeople.ts'
import { CHROMIUM_FLAGS, chromium } from '#testing/browser/installedBrowser.ts'
import { readArguments } from '#tools/commands/readArguments.ts'

/**
 * `npm run screenshots`: a picture of every route of the app and of the console, and of the first object of
 * each of its lists, at a phone's and a desktop's size, light and dark, of a
 * running `npm start` with demo data. Options: `--out` the folder (default: one in the system's temporary
 * folder), `--url` the app's address.
 */
const { values } = readArguments({
  out: { type: 'string', default: join(tmpdir(), 'surtidor-screenshots') },
  url: { type: 'string', default: 'http://localhost:3000' },
})

const OF_DRIVERS = GUARDED_PAGES.filter((page) => !['/listDrivers', '/paymentScann'].includes(page))
/** The lists of the console. */
const LISTS: readonly string[] = KIND_NAMES.map((kind) => kindOf(kind).path)
const VISITORS = {
  '': OPEN_PAGES,
  ana: OF_DRIVERS,
  fede: OF_DRIVERS,
  carla: ['/listDrivers'],
  elena: ['/home', '/requests', '/account', ...LISTS],
}
/** The visitors with a second factor. */
const OPERATORS = new Set(['carla', 'elena'])
/** The program of a visitor; else the app. */
const PROGRAMS: Readonly<Record<string, string>> = { elena: 'consola/' }
const SIZES = { phone: { width: 360, height: 740 }, desktop: { width: 1280, height: 800 } }
/** A picture of a longer page ends here, in pixels. */
const MAX_HEIGHT = 3_000

const addressOf = (name: string) => `${values.url}/${PROGRAMS[name] ?? ''}`

async function signIn(page: Page, name: string): Promise<void> {
  await page.goto(`${addressOf(name)}#/login`)
  await page.getByLabel('Correo electrónico').fill(`${name}@demo.surtidor.uy`)
  await page.getByLabel('Contraseña', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Ingresar' }).click()
  if (!OPERATORS.has(name)) return await page.waitForURL(({ hash }) => !hash.startsWith('#/login'))
  const code = page.locator('input[autocomplete="one-time-code"]').first()
  await code.fill(new TOTP({ secret: DEMO_SECOND_FACTOR }).generate())
  await page.keyboard.press('Enter')
  await code.waitFor({ state: 'detached' })
}

/**
 * Draws a route in every size and colour scheme.
 * @param title of the files
 */
async function draw(
  page: Page,
  route: string,
  name: string,
  title = route.slice(1),
): Promise<void> {
  for (const [device, size] of Object.entries(SIZES))
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.setViewportSize(size)
      await page.goto(`${addressOf(name)}#${route}`)
      await page.waitForLoadState('networkidle')
      const busy = page.locator('[aria-busy="true"]').first()
      await busy.waitFor({ state: 'hidden', timeout: 5_000 }).catch(() => undefined)
      await sleep(600)
      const whole = await page.evaluate<number>('document.documentElement.scrollHeight')
      const height = Math.min(Math.max(whole, size.height), MAX_HEIGHT)
      await page.setViewportSize({ ...size, height })
      const file = `${title}-${name || 'open'}-${device}-${colorScheme}.png`
      // A change of the colour scheme is a transition, also of what comes into the window by the new size.
      await page.screenshot({ path: join(values.out, file), animations: 'disabled' })
    }
}

const browser = await engine.launch({ executablePath: chromium(), args: CHROMIUM_FLAGS })
try {
  await mkdir(values.out, { recursive: true })
  for (const [name, pages] of Object.entries(VISITORS)) {
    const page = await browser.newPage({
      locale: 'es-UY',
      timezoneId: 'America/Montevideo',
      permissions: ['geolocation'],
      geolocation: { latitude: -34.9055, longitude: -56.1851 },
    })
    page.on('pageerror', ({ message }) => process.stderr.write(`${name}: ${message}\n`))
    if (name !== '') await signIn(page, name)
    for (const route of pages) {
      await draw(page, route, name)
      const first = page.locator('main table tbody button').first()
      if (!LISTS.includes(route) || (await first.count()) === 0) continue
      await first.click()
      await page.waitForURL(({ hash }) => hash.startsWith(`#${route}/`))
      const { hash } = new URL(page.url())
      await draw(page, hash.slice(1), name, `${route.slice(1)}-first`)
    }
    await page.close()
  }
  process.stdout.write(`Las imágenes están en ${values.out}\n`)
} finally {
  await browser.close()
}
