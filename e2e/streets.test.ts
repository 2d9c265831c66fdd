import { copyFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { DESKTOP, signInAs } from '#e2e/browserSession.ts'
import { stackForFile } from '#e2e/stackForFile.ts'
import { tempFolder } from '#testing/harness/tempFolder.ts'

const path = join(tempFolder(afterAll), 'uruguay.pmtiles')
/** Replaces the file by one of the fixtures. */
const replaceBy = (name: 'streets' | 'fewStreets') => {
  copyFileSync(`testing/fixtures/${name}.pmtiles`, `${path}.new`)
  renameSync(`${path}.new`, path)
}
replaceBy('streets')
const stack = stackForFile(() => ({ TILES_FILE: path }))

/** How many pixels of the drawn tiles have exactly the colour of a token in the current theme. */
const pixelsOf = async (page: Page, token: string) =>
  await page.evaluate((name) => {
    const probe = document.createElement('span')
    probe.style.color = `var(--${name})`
    document.querySelector('.station-map')?.append(probe)
    const wanted = new OffscreenCanvas(1, 1).getContext('2d')
    if (!wanted) throw new Error('no canvas')
    wanted.fillStyle = getComputedStyle(probe).color
    probe.remove()
    wanted.fillRect(0, 0, 1, 1)
    const [color] = new Uint32Array(wanted.getImageData(0, 0, 1, 1).data.buffer)
    return [...document.querySelectorAll<HTMLCanvasElement>('canvas.leaflet-tile-loaded')]
      .map((tile) => tile.getContext('2d')?.getImageData(0, 0, tile.width, tile.height).data)
      .flatMap((data) => [...new Uint32Array(data?.buffer ?? [])])
      .filter((pixel) => pixel === color).length
  }, token)
const DRAWN = ['color-surface', 'color-brand-tint-strong', 'map-highway', 'color-ink']
const drawn = async (page: Page) => {
  const counts = await Promise.all(DRAWN.map((token) => pixelsOf(page, token)))
  return DRAWN.filter((_, index) => (counts[index] ?? 0) > 20)
}

describe('streets', () => {
  test('are drawn in the colours of the theme from our own origin, by ranges', async () => {
    const { page } = await stack.open('#/map?department=MO', {
      viewport: DESKTOP,
      colorScheme: 'light',
    })
    const foreign: string[] = []
    const answers = new Set<string>()
    page.on('request', (request) => {
      if (!request.url().startsWith(`${stack.app}/`)) foreign.push(request.url())
    })
    page.on('response', (response) => {
      if (response.url().includes('/tiles/'))
        answers.add(`${response.status()} ${response.request().headers().range?.split('=')[0]}`)
    })
    await signInAs(page, 'ana')
    await expect.poll(() => drawn(page)).toEqual(DRAWN)
    await page.getByRole('complementary').getByText('Oscuro').click()
    await expect.poll(() => drawn(page)).toEqual(DRAWN)
    const credit = page.getByRole('link', { name: '© OpenStreetMap' })
    expect(await credit.getAttribute('href')).toBe('https://www.openstreetmap.org/copyright')
    // Above the streets.
    await page.locator('.map-cluster, .map-pin').first().click()
    expect(foreign).toEqual([])
    expect([...answers]).toEqual(['206 bytes'])
  })

  test('a replaced file is drawn after a reload, and the service worker stores none', async () => {
    const { page } = await stack.openAs('ana', 'map?department=MO', { serviceWorkers: 'allow' })
    await expect.poll(() => drawn(page)).toEqual(DRAWN)
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    replaceBy('fewStreets')
    await page.reload()
    await expect.poll(() => drawn(page)).toEqual(['color-surface', 'color-ink'])
    const stored = await page.evaluate(async () => {
      const caches = await Promise.all(
        (await window.caches.keys()).map((name) => window.caches.open(name)),
      )
      const requests = await Promise.all(caches.map((cache) => cache.keys()))
      return requests.flat().map(({ url }) => url)
    })
    expect(stored.filter((url) => /\/tiles\//.test(url))).toEqual([])
    expect(stored.filter((url) => /\/streetLayer-/.test(url))).toHaveLength(1)
    replaceBy('streets')
  })

  test('without a connection the outline stays, and the streets follow when it returns', async () => {
    const { page } = await stack.open('#/map', { viewport: DESKTOP })
    await page.route('**/tiles/**', (route) => route.abort())
    const failed = page.waitForEvent('requestfailed', (request) =>
      request.url().includes('/tiles/'),
    )
    await signInAs(page, 'ana')
    await failed
    await expect.poll(() => page.locator('path.map-department').count()).toBe(19)
    await page.locator('.map-label').first().waitFor()
    expect(await page.locator('canvas, [role="alert"]:not([hidden])').count()).toBe(0)
    await page.unroute('**/tiles/**')
    await page.context().setOffline(true)
    await page.context().setOffline(false)
    await expect
      .poll(() => drawn(page))
      .toEqual(expect.arrayContaining(['color-surface', 'color-brand-tint-strong']))
    await page.locator('.map-label').first().waitFor({ state: 'hidden' })
  })

  test('a part of the file that the server fails to give is asked for again', async () => {
    const { page } = await stack.open('#/map?department=MO', { viewport: DESKTOP })
    await page.clock.install()
    const failed = new Set<string>()
    await page.route('**/tiles/**', async (route) => {
      const { range = '' } = route.request().headers()
      if (failed.has(range)) return await route.continue()
      failed.add(range)
      await route.fulfill({ status: 503 })
    })
    await signInAs(page, 'ana')
    await expect
      .poll(async () => {
        await page.clock.fastForward(2_000)
        return await drawn(page)
      })
      .toEqual(DRAWN)
    expect(failed.size).toBeGreaterThan(1)
  })
})
