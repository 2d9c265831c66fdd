import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { screenProblems } from '#e2e/accessibilityChecks.ts'
import { DESKTOP, signInAs, waitUntil } from '#e2e/browserSession.ts'
import { stackForFile } from '#e2e/stackForFile.ts'
import { addVirtualAuthenticator } from '#e2e/virtualAuthenticator.ts'

const stack = stackForFile()

const press = (page: Page, name: string) => page.getByRole('button', { name }).click()
const heading = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor()
/**
 * Turns the suggestions off at the next loads of the page: the virtual authenticator would choose one
 * before the button is pressed.
 */
const withoutSuggestions = (page: Page) =>
  page.addInitScript(() => {
    // Blank pages have none.
    if ('PublicKeyCredential' in globalThis)
      globalThis.PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)
  })
const ADD = 'Agregar una llave de este dispositivo'
const USE = 'Usar una llave de acceso'

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Cerrar sesión' }).first().click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cerrar sesión' }).click()
  await heading(page, 'Ingresá')
}

describe('passkeys', () => {
  test('a driver adds one, signs in by it, renames and removes it', async () => {
    const { page } = await stack.openAs('ana', 'editUser', { viewport: DESKTOP })
    const authenticator = await addVirtualAuthenticator(page)
    await withoutSuggestions(page)
    await page.reload()
    await page.getByRole('link', { name: 'Llaves de acceso' }).click()
    await page.getByText('Todavía no agregaste ninguna.').waitFor()

    await authenticator.verifies(false)
    await press(page, ADD)
    await page.getByText('No se agregó ninguna llave').waitFor()
    await authenticator.verifies(true)
    await press(page, ADD)
    const list = page.getByRole('list', { name: 'Tus llaves de acceso' })
    await list.getByText('Todavía no la usaste').waitFor()
    expect(await authenticator.passkeys()).toBe(1)
    expect(await screenProblems(page, 'a passkey')).toEqual([])
    await press(page, ADD)
    await page.getByText('ya tiene una llave de acceso de tu cuenta').waitFor()

    await signOut(page)
    await page.getByLabel('Correo electrónico').fill('ana@demo')
    await authenticator.verifies(false)
    await press(page, USE)
    await page.getByText('No se usó ninguna llave').waitFor()
    expect(await page.getByLabel('Correo electrónico').inputValue()).toBe('ana@demo')
    expect(await screenProblems(page, 'login with an error')).toEqual([])
    await authenticator.verifies(true)
    await press(page, USE)
    await heading(page, 'Hola, Ana')

    await page.goto(`${stack.app}/#/editUser?section=passkeys`)
    await list.getByText('Usada por última vez').waitFor()
    await press(page, 'Cambiar el nombre de')
    const name = page.getByLabel('Nombre de la llave')
    await name.fill('')
    await press(page, 'Guardar el nombre')
    await page.getByText('Escribí un nombre para la llave.').waitFor()
    expect(await screenProblems(page, 'renaming a passkey')).toEqual([])
    await name.fill('La notebook')
    await press(page, 'Guardar el nombre')
    await list.getByText('La notebook').waitFor()
    await press(page, 'Quitar La notebook')
    const dialog = page.getByRole('alertdialog', { name: '¿Quitar esa llave?' })
    await dialog.getByText('La notebook').waitFor()
    await dialog.getByRole('button', { name: 'Quitar la llave' }).click()
    await page.getByText('Todavía no agregaste ninguna.').waitFor()
    // The browser deletes it from the device, too.
    await waitUntil(async () => (await authenticator.passkeys()) === 0)
  })

  test('a passkey that was removed elsewhere is refused, and the device forgets it', async () => {
    const { page } = await stack.openAs('driver00001', 'editUser?section=passkeys', {
      viewport: DESKTOP,
    })
    const authenticator = await addVirtualAuthenticator(page)
    await withoutSuggestions(page)
    await page.reload()
    await press(page, ADD)
    await page.getByText('Todavía no la usaste').waitFor()
    await signOut(page)
    const { page: other } = await stack.openAs('driver00001', 'editUser?section=passkeys')
    await press(other, 'Quitar ')
    await other.getByRole('alertdialog').getByRole('button', { name: 'Quitar la llave' }).click()
    await other.getByText('Todavía no agregaste ninguna.').waitFor()
    expect(await authenticator.passkeys()).toBe(1)
    await press(page, USE)
    await page.getByText('ya no sirve para ingresar').waitFor()
    await waitUntil(async () => (await authenticator.passkeys()) === 0)
  })

  test('a device with a lock is offered a passkey after a login by the password, and signs in with it', async () => {
    const { page } = await stack.open('#/login', { viewport: DESKTOP })
    const authenticator = await addVirtualAuthenticator(page)
    await withoutSuggestions(page)
    await page.reload()
    await signInAs(page, 'driver00002')
    const offer = page.getByRole('heading', { name: 'La próxima vez, sin escribir la contraseña' })
    await offer.waitFor()
    expect(await screenProblems(page, 'home with the offer')).toEqual([])
    await press(page, 'Crear mi llave')
    await offer.waitFor({ state: 'detached' })
    expect(await authenticator.passkeys()).toBe(1)
    await signOut(page)
    await press(page, USE)
    await page.waitForURL(/#\/main/)
  })

  test('the browser suggests them in the first field of the login', async () => {
    const { page } = await stack.openAs('fede', 'editUser?section=passkeys')
    const authenticator = await addVirtualAuthenticator(page)
    await press(page, ADD)
    await page.getByText('Todavía no la usaste').waitFor()
    expect(await authenticator.passkeys()).toBe(1)
    // The authenticator chooses the suggestion by itself.
    await page.evaluate(() => sessionStorage.clear())
    await page.goto('about:blank')
    await page.goto(`${stack.app}/#/main`)
    await heading(page, 'Hola, Federico')
  })

  test('the login says that a passkey or its support is missing, and keeps what was typed', async () => {
    const { page } = await stack.open('#/login')
    await addVirtualAuthenticator(page)
    await page.getByLabel('Correo electrónico').fill('ana@demo.surtidor.uy')
    await press(page, USE)
    await page.getByText('No se usó ninguna llave').waitFor()
    const { page: old, context } = await stack.open('')
    await context.addInitScript(() => {
      Object.defineProperty(globalThis, 'PublicKeyCredential', { value: undefined })
      Reflect.deleteProperty(globalThis, 'PublicKeyCredential')
    })
    await old.goto(`${stack.app}/#/login`)
    await old.reload()
    await old.getByLabel('Correo electrónico').fill('ana@demo.surtidor.uy')
    await press(old, USE)
    await old.getByText('Este navegador no permite llaves de acceso').waitFor()
    for (const one of [page, old])
      expect(await one.getByLabel('Correo electrónico').inputValue()).toBe('ana@demo.surtidor.uy')
  })

  test('an operator shows the second factor by one, and signs in by it alone', async () => {
    const { page } = await stack.openAsOperator('diego', 'consola/', { viewport: DESKTOP })
    await page.waitForURL(/#\/home/)
    const authenticator = await addVirtualAuthenticator(page)
    await withoutSuggestions(page)
    await page.goto(`${stack.app}/consola/#/account`)
    await press(page, ADD)
    await page.getByText('Todavía no la usaste').waitFor()
    expect(await screenProblems(page, 'account')).toEqual([])

    const leave = async () => {
      await page.evaluate(() => sessionStorage.clear())
      await authenticator.verifies(false)
      await page.goto('about:blank')
      await page.goto(`${stack.app}/consola/`)
      await heading(page, 'Consola')
    }
    await leave()
    await signInAs(page, 'diego')
    await heading(page, 'Segundo factor')
    const show = page.getByRole('button', { name: 'Usar mi llave de acceso' })
    await show.waitFor()
    expect(await screenProblems(page, 'second factor')).toEqual([])
    await show.click()
    await page.getByText('No se usó ninguna llave').waitFor()
    await authenticator.verifies(true)
    await show.click()
    await page.waitForURL(/#\/home/)

    await leave()
    await authenticator.verifies(true)
    await press(page, USE)
    await page.waitForURL(/#\/home/)
  })
})
