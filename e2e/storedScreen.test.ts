import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { screenKey } from '#app/offline/storedScreen.ts'
import { axeViolations } from '#e2e/browserSession.ts'
import { stackForFile } from '#e2e/stackForFile.ts'

const stack = stackForFile()
const ANA = 'ana@demo.surtidor.uy'
const ROWS = 'main li.list-row'

/** What a frame shows: the rows of the list, and whether the app has drawn them. */
interface Frame {
  rows: number
  byApp: boolean
}

/** Signs ana in at a route and waits until its screen is stored with its rows. */
async function openStored(route: string): Promise<Page> {
  const { page } = await stack.openAs('ana', route)
  await page.waitForFunction(
    (key) => sessionStorage.getItem(key)?.includes('list-row'),
    screenKey(ANA, `#/${route}`),
  )
  return page
}

/** Holds back the app's script until the returned function is called. */
async function holdApp(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/assets/App-*.js', async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

const isDrawnByApp = (page: Page) =>
  page.waitForFunction(() => document.documentElement.dataset.first === undefined)

describe('a stored screen', () => {
  test.each(['main', 'movements', 'listLoyaltyMovements'])(
    'shows %s with its figures before the app is loaded, and then the app has the same text',
    async (route) => {
      const page = await openStored(route)
      const text = () => page.locator('#root').innerText()
      const before = await text()
      const title = await page.title()
      const release = await holdApp(page)
      await page.reload({ waitUntil: 'commit' })
      await page.locator(ROWS).first().waitFor()
      expect(await text()).toBe(before)
      expect(await page.title()).toBe(title)
      expect(await axeViolations(page)).toEqual([])
      release()
      await isDrawnByApp(page)
      await expect.poll(text).toBe(before)
    },
  )

  test('leads on by a link before the app is loaded', async () => {
    const page = await openStored('main')
    const release = await holdApp(page)
    await page.reload({ waitUntil: 'commit' })
    await page.locator('main a[href$="#/payment"]').first().click()
    expect(new URL(page.url()).hash).toBe('#/payment')
    release()
    await page.getByRole('heading', { level: 1, name: 'Pagar' }).waitFor()
  })

  test('is replaced without an empty frame, at the same scroll position', async () => {
    const page = await openStored('movements')
    await page.addInitScript((rows) => {
      const frames: Frame[] = []
      Object.assign(globalThis, { frames })
      const sample = () => {
        const count = document.querySelectorAll(rows).length
        const byApp = document.documentElement.dataset.first === undefined
        if (count > 0 || frames.length > 0) frames.push({ rows: count, byApp })
        requestAnimationFrame(sample)
      }
      requestAnimationFrame(sample)
    }, ROWS)
    const release = await holdApp(page)
    await page.reload({ waitUntil: 'commit' })
    await page.locator(ROWS).first().waitFor()
    await page.evaluate(() => scrollTo(0, 400))
    release()
    await isDrawnByApp(page)
    const frames = () => page.evaluate(() => (globalThis as never as { frames: Frame[] }).frames)
    await expect
      .poll(async () => (await frames()).filter(({ byApp }) => byApp).length)
      .toBeGreaterThan(10)
    const all = await frames()
    expect(all.some(({ byApp }) => !byApp)).toBe(true)
    expect(Math.min(...all.map(({ rows }) => rows))).toBe(all[0]?.rows)
    expect(await page.evaluate(() => scrollY)).toBe(400)
  })
})
