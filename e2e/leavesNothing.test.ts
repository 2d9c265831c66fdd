import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { GUARDED_PAGES } from '#app/routeGuard.ts'
import { signInAs, waitUntil, waitUntilIdle } from '#e2e/browserSession.ts'
import { stackForFile } from '#e2e/stackForFile.ts'
import { dumpStorages, placesWith } from '#e2e/storageDump.ts'
import { queryRows } from '#testing/harness/databaseChecks.ts'

const stack = stackForFile()

/** Entries that are not the person's: of the device, of the network, or of the browser. */
const NOT_PERSONAL = [
  'localStorage banks',
  'localStorage marks',
  'localStorage lastUpdate',
  'localStorage theme',
  // How many remembered sessions were ended here.
  'localStorage currentUser end',
  'sessionStorage currentUser end',
  // Why the server ended the last session of the tab.
  'sessionStorage currentUser end reason',
  // The programme whose lists this device shows first.
  'localStorage movSelLoyalty',
  // When the app was first used here, and what was answered to the invitation to install it.
  'localStorage installFirstDay',
  'localStorage installServed',
  'localStorage installAnswered',
  // When the invitation to create a passkey was answered here.
  'localStorage passkeyAnswered',
  // TanStack Router's scroll positions.
  'sessionStorage tsr-scroll-restoration-v1_3',
]

/** Ana's name, e-mail, document, mobile, plates, card numbers and debts in the demo data. */
const ANAS = [
  'ana@demo',
  'Pereira',
  '90000018',
  '92000001',
  'SAB1234',
  'SBE4321',
  '60000001',
  '8860000001',
  'Café y alfajor',
  'Un borrador',
  'Sin mandar',
]

async function signIn(page: Page, name: string) {
  await page.getByText('Recordarme en este dispositivo').click()
  await signInAs(page, name)
  await page.waitForURL(({ hash }) => hash.startsWith('#/main'))
  await waitUntilIdle(page)
}

/** Opens every screen, and leaves a draft and a message without a network behind. */
async function leaveTraces(page: Page) {
  for (const route of GUARDED_PAGES) {
    await page.goto(`${stack.app}/#${route}`)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await waitUntilIdle(page)
  }
  await page.goto(`${stack.app}/#/commnents`)
  await page.context().setOffline(true)
  await write(page, 'Sin mandar')
  await page.getByRole('button', { name: 'Enviar' }).click()
  await page.getByText('Lo guardamos en este dispositivo').waitFor()
  await page.getByLabel('Título').fill('Un borrador')
  await page.context().setOffline(false)
}

async function write(page: Page, title: string) {
  await page.getByLabel('De qué se trata').selectOption('Otro')
  await page.getByLabel('Título').fill(title)
  await page.getByLabel('Mensaje', { exact: true }).fill('Hola.')
}

const tokenOf = (page: Page) =>
  page.evaluate(() => {
    const entry = JSON.parse(localStorage.getItem('currentUser') ?? '{}') as Record<string, string>
    return entry.userSessionToken ?? ''
  })

/** Changes every session in the database. */
const changeSessions = (change: string) =>
  queryRows(stack.dataSettings.DATABASE_URL ?? '', `update session set ${change}`)

/** Keeps a written message on the device: the server answers nothing to it. */
const loseMessages = (page: Page) =>
  page.context().route('**/process/contact', (route) => route.abort())

describe('the storages of the browser', () => {
  test('contain nothing of a person who signed out, in any tab', async () => {
    const { page, context } = await stack.open('#/main')
    await signIn(page, 'ana')
    await loseMessages(page)
    await leaveTraces(page)
    const other = await context.newPage()
    await other.goto(`${stack.app}/#/commnents`)
    await write(other, 'Un borrador')
    const token = await tokenOf(page)
    expect(placesWith(await dumpStorages(page), [...ANAS, token]).length).toBeGreaterThan(
      ANAS.length,
    )

    await page.getByRole('button', { name: 'Menú' }).click()
    await page.getByRole('button', { name: 'Cerrar sesión' }).click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByText('Tenés un mensaje que todavía no salió').waitFor()
    await dialog.getByRole('button', { name: 'Cerrar sesión' }).click()
    for (const tab of [page, other]) {
      await tab.waitForURL(({ hash }) => hash.startsWith('#/login'))
      await tab.getByRole('button', { name: 'Ingresar' }).waitFor()
      const dump = await dumpStorages(tab)
      expect(placesWith(dump, [...ANAS, token])).toEqual([])
      const left = Object.keys(dump).filter((place) => /^(?:local|session)Storage/.test(place))
      expect(left.filter((place) => !NOT_PERSONAL.includes(place))).toEqual([])
    }
  })

  test('contain nothing of the person before, once another one signs in', async () => {
    const { page, context } = await stack.open('#/main')
    await signIn(page, 'ana')
    await loseMessages(page)
    await leaveTraces(page)
    const token = await tokenOf(page)
    // This tab expires, and keeps what is Ana's.
    await changeSessions("expires_at = now() - interval '1 minute'")
    await page.reload()
    await page.waitForURL(({ hash }) => hash.startsWith('#/login'))
    expect(placesWith(await dumpStorages(page), ['Sin mandar'])).not.toEqual([])

    const other = await context.newPage()
    await other.goto(stack.app)
    await signIn(other, 'fede')
    await page.waitForURL(({ hash }) => !hash.startsWith('#/login'))
    for (const tab of [page, other])
      await waitUntil(
        async () => placesWith(await dumpStorages(tab), [...ANAS, token]).length === 0,
      )
  })

  test('contain nothing of a person whose session was ended elsewhere, after the next start', async () => {
    const { page, context } = await stack.open('#/main')
    await signIn(page, 'ana')
    await loseMessages(page)
    await leaveTraces(page)
    const token = await tokenOf(page)
    const other = await context.newPage()
    await other.goto(`${stack.app}/#/commnents`)
    await write(other, 'Un borrador')
    await changeSessions('revoked_at = now()')
    await page.reload()
    for (const tab of [page, other]) {
      await tab.waitForURL(({ hash }) => hash.startsWith('#/login'))
      expect(placesWith(await dumpStorages(tab), [...ANAS, token])).toEqual([])
    }
  })
})
