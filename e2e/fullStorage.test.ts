import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { signInAs } from '#e2e/browserSession.ts'
import { APP_URL, stubbedAppForFile } from '#e2e/stubbedApp.ts'
import { PASSWORD, stubSessions } from '#e2e/stubbedSessions.ts'

const browserApp = stubbedAppForFile()

async function openLogin(): Promise<Page> {
  const app = await browserApp.newPage({ session: null, now: null })
  stubSessions(app)
  await app.page.goto(APP_URL)
  return app.page
}
const titleOf = (page: Page) => page.getByRole('heading', { level: 1 }).innerText()
/** Whether localStorage and sessionStorage hold a session. */
const storedSessions = (page: Page) =>
  page.evaluate(() =>
    [localStorage, sessionStorage].map((storage) => storage.getItem('currentUser') !== null),
  )

/** Runs in the page: fills storages to the last character. */
function fill(kinds: readonly ('localStorage' | 'sessionStorage')[]) {
  for (const kind of kinds)
    for (let [size, count] = [1_000_000, 0]; size >= 1; )
      try {
        window[kind].setItem(`filled ${++count}`, ' '.repeat(size))
      } catch {
        size = Math.floor(size / 2)
      }
}

describe('a device without room for the session', () => {
  const WARNING = 'Sin espacio en este dispositivo: tu sesión no quedó guardada.'

  test('says so at the login, and after a reload above the login that it asks for', async () => {
    const page = await openLogin()
    await page.evaluate(fill, ['localStorage', 'sessionStorage'] as const)
    await signInAs(page, 'ana', PASSWORD)
    await page.getByText(WARNING).first().waitFor()
    expect(await titleOf(page)).toMatch('Hola')
    await page.reload()
    await page.getByText('no queda lugar para guardar tu sesión: por eso').waitFor()
    expect([await titleOf(page), await storedSessions(page)]).toEqual(['Ingresá', [false, false]])
  })

  test('stores one that is to be remembered in its tab, where a reload finds it', async () => {
    const page = await openLogin()
    await page.evaluate(fill, ['localStorage'] as const)
    await page.getByText('Recordarme en este dispositivo').click()
    await signInAs(page, 'ana', PASSWORD)
    await page.getByText(WARNING).first().waitFor()
    expect(await storedSessions(page)).toEqual([false, true])
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Hola' }).waitFor()
  })
})
