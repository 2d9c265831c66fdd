import type { BrowserContextOptions, Locator } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { accessibilityProblems, type BrowserSession, DESKTOP, PHONE } from '#e2e/browserSession.ts'
import { stackForFile } from '#e2e/stackForFile.ts'
import { listen } from '#testing/harness/httpProxy.ts'
import { startForFile } from '#testing/harness/startForTests.ts'

/** A grey tile. */
const TILE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNs+M9QDwAEhgGAlbkZ7QAAAABJRU5ErkJggg==',
  'base64',
)

let tileRequests: { path: string; referrer: string | undefined }[] = []
const tileServer = startForFile(() =>
  listen((request, response) => {
    tileRequests.push({ path: request.url ?? '', referrer: request.headers.referer })
    response.writeHead(200, { 'content-type': 'image/png' }).end(TILE)
  }),
)
const stack = stackForFile(() => ({
  TILES_URL: `${tileServer.url}/{z}/{x}/{y}.png`,
  TILES_ATTRIBUTION: '© Teselas de prueba',
  TILES_ATTRIBUTION_URL: 'https://tiles.example/licence',
}))

/** Ana at the map, when it knows the stations. */
async function openMap(
  options: BrowserContextOptions = {},
  route = 'map',
): Promise<BrowserSession> {
  const session = await stack.openAs('ana', route, options)
  await session.page.getByText(/^\d+ estaci/).waitFor()
  return session
}
const mapOf = ({ page }: BrowserSession) =>
  page.getByRole('region', { name: /^Mapa de estaciones/ })
const rowsOf = ({ page }: BrowserSession) =>
  page.getByRole('list', { name: 'Estaciones' }).getByRole('button')

describe('map', () => {
  test('draws outline, tiles of the configured origin and grouped stations', async () => {
    const session = await openMap({ viewport: DESKTOP })
    const map = mapOf(session)
    const scripts = await session.page.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name }) => name),
    )
    expect(scripts.filter((name) => /\/streetLayer-/.test(name))).toEqual([])
    await expect.poll(() => map.locator('.leaflet-tile-loaded').count()).toBeGreaterThan(3)
    await expect.poll(() => map.locator('path.map-department').count()).toBe(19)
    await expect.poll(() => map.locator('.map-cluster').count()).toBeGreaterThan(3)
    // The page sends no referrer; a tile service gets the site and no more.
    expect(tileRequests.at(-1)?.referrer).toBe(`${stack.app}/`)
    // Each group on its click becomes several, down to single stations.
    const zoomedOut = await map.locator('.map-icon').count()
    await map.locator('.map-cluster').last().click()
    await expect.poll(() => map.locator('.map-pin').count()).toBeGreaterThan(0)
    expect(zoomedOut).toBeGreaterThan(0)
  })

  test('a string assigned to innerHTML is still refused while the map is shown', async () => {
    const session = await openMap()
    const refusals = await session.page.evaluate(() =>
      ['<img src=x onerror=alert(1)>', '<svg/><script>', 'text'].map((markup) => {
        try {
          document.createElement('div').innerHTML = markup
          return false
        } catch (error) {
          return error instanceof TypeError
        }
      }),
    )
    expect(refusals).toEqual([true, true, true])
    // The refusals are reported as violations of the policy.
    await session.context.close()
    session.pageErrors.length = 0
  })

  test('a station is found, opened and left by keyboard alone', async () => {
    const session = await openMap({ viewport: DESKTOP })
    const { page } = session
    const department = page.getByLabel('Departamento')
    await department.focus()
    // One letter at a time: on a slow machine the browser takes the next one for a new search.
    await expect
      .poll(async () => {
        await page.keyboard.press('s')
        return department.evaluate((list: HTMLSelectElement) => list.selectedOptions[0]?.text)
      })
      .toBe('Salto')
    await page.getByText('4 estaciones en Salto').waitFor()
    await rowsOf(session).first().focus()
    const name = (await rowsOf(session).first().innerText()).split('\n')[0] ?? ''
    await page.keyboard.press('Enter')
    const heading = page.getByRole('heading', { level: 2, name })
    await heading.waitFor()
    await expect.poll(() => heading.evaluate((node) => node === document.activeElement)).toBe(true)
    expect(page.url()).toMatch(/[?&]station=E\d{3}/)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Shift+Tab')
    await page.getByRole('button', { name: 'Volver a la lista' }).press('Enter')
    await expect
      .poll(() =>
        rowsOf(session)
          .first()
          .evaluate((node) => node === document.activeElement),
      )
      .toBe(true)
    // The map itself is one stop: the arrows move it, its markers are passed over.
    await mapOf(session).focus()
    const before = await mapOf(session).locator('.leaflet-map-pane').getAttribute('style')
    await page.keyboard.press('ArrowLeft')
    await expect
      .poll(() => mapOf(session).locator('.leaflet-map-pane').getAttribute('style'))
      .not.toBe(before)
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
      'Acercar el mapa',
    )
  })

  test('has most of a phone below the header, and the search on it', async () => {
    const session = await openMap()
    const { page } = session
    const search = page.getByRole('searchbox', { name: 'Buscar una estación' })
    const boxOf = async (part: Locator) => (await part.boundingBox()) ?? { y: NaN, height: NaN }
    const map = await boxOf(mapOf(session))
    const { height: header } = await boxOf(page.getByRole('banner'))
    const { y: bar } = await boxOf(page.locator('.bottom-bar'))
    const inSight = Math.min(map.y + map.height, bar) - map.y
    expect(inSight / (PHONE.height - header)).toBeGreaterThan(0.6)
    const field = await boxOf(search)
    expect(field.y).toBeGreaterThan(map.y)
    await search.fill('zzz')
    await page.getByText('Ninguna estación coincide').waitFor()
    expect(await boxOf(search)).toEqual(field)
  })

  test('a pin opens its station on a phone, and Back closes it', async () => {
    const session = await openMap({ hasTouch: true }, 'map?department=AR')
    const { page } = session
    await mapOf(session).locator('.map-pin').first().tap()
    const sheet = page.getByRole('dialog')
    await sheet.getByRole('link', { name: /^Cómo llegar/ }).waitFor()
    await page.goBack()
    await sheet.waitFor({ state: 'detached' })
    expect(page.url()).toContain('#/map?department=AR')
  })
})

describe('accessibility of the map', () => {
  test('axe, overflow and double text in each state, at both widths, light and dark', async () => {
    const { page } = await openMap()
    const problems: string[] = []
    const check = async (state: string) => {
      problems.push(...(await accessibilityProblems(page, state)))
    }
    for (const query of [
      'view=list',
      'view=list&department=AR&service=cash&fuel=queroseno&open=1',
    ]) {
      await page.goto(`${stack.app}/#/map?${query}`)
      await page.getByText(/^\d+ estaci/).waitFor()
      await check(query)
    }
    await page.goto(`${stack.app}/#/map?station=E005`)
    await page.getByRole('link', { name: /^Cómo llegar/ }).waitFor()
    await check('station')
    await page.goto(`${stack.app}/#/map`)
    await page.getByRole('button', { name: 'Ir a mi ubicación' }).click()
    await page.getByText('No vemos tu ubicación').waitFor()
    await check('refused position')
    expect(problems).toEqual([])
  })
})
