import { describe, expect, test } from 'vitest'
import { browserAppForFile } from '#e2e/browserAppForFile.ts'
import {
  axeViolations,
  horizontalOverflow,
  horizontalOverflowAtDoubleText,
} from '#e2e/browserSession.ts'

const browserApp = browserAppForFile()

describe('accessibility of the landing page', () => {
  test.each([
    { width: 360, dark: false },
    { width: 360, dark: true },
    { width: 1280, dark: false },
    { width: 1280, dark: true },
  ])('axe finds nothing and no part is cut, %o', async (view) => {
    const app = await browserApp.open('/home', () => undefined, { ...view, session: null })
    await app.page.getByRole('heading', { level: 1, name: 'Cada carga cuenta.' }).waitFor()
    expect(await axeViolations(app.page)).toEqual([])
    expect(await horizontalOverflow(app.page)).toBe(0)
    expect(await horizontalOverflowAtDoubleText(app.page)).toBe(0)
    await app.close()
  })

  test('login leads to it, and it leads to registration', async () => {
    const app = await browserApp.open('/login', () => undefined, { session: null })
    await app.page.getByRole('link', { name: 'Qué es Surtidor' }).click()
    await app.page.getByRole('link', { name: 'Crear mi cuenta' }).first().click()
    await app.page.waitForURL(({ hash }) => hash === '#/register')
    await app.close()
  })
})
