import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { DESKTOP, signInAs } from '#e2e/browserSession.ts'
import { newestEmailTo } from '#e2e/devMailbox.ts'
import { stackForFile } from '#e2e/stackForFile.ts'

const stack = stackForFile()
const open = async (route: string, options = {}): Promise<Page> =>
  (await stack.open(`#/${route}`, options)).page
let mailbox: Page
beforeEach(async () => {
  mailbox = await open('login', { viewport: DESKTOP })
})
const press = (page: Page, name: string) => page.getByRole('button', { name }).click()
const waitForHeading = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor()

/** The address, history entry and storage of a page, where a secret may remain. */
const storedByBrowser = (page: Page) =>
  page.evaluate(() => JSON.stringify([location.href, history.state, localStorage, sessionStorage]))

describe('account journeys', () => {
  test('an unconfirmed person is led from login to the confirmation by email', async () => {
    const page = await open('login')
    await signInAs(page, 'beto')
    await waitForHeading(page, 'Confirmá tu cuenta')
    expect(await page.getByLabel('Correo electrónico').inputValue()).toBe('beto@demo.surtidor.uy')
    await press(page, 'Pedir otro código')
    await page.getByText('le mandamos un código nuevo').waitFor()
    const { code } = await newestEmailTo(
      mailbox,
      stack,
      'beto@demo.surtidor.uy',
      'Confirmá tu cuenta',
    )
    await page.getByLabel('Código').fill('AAAA-AAAA')
    await press(page, 'Confirmar mi cuenta')
    await page.getByText('El código no es correcto o ya venció').waitFor()
    await page.getByLabel('Código').fill(code.toLowerCase().replace('-', ' '))
    await press(page, 'Confirmar mi cuenta')
    await page.getByText('Tu cuenta quedó confirmada').waitFor()
    expect(await page.getByLabel('Correo electrónico').inputValue()).toBe('beto@demo.surtidor.uy')
    await signInAs(page, 'beto')
    await waitForHeading(page, 'Hola, Alberto')
  })

  test('a forgotten password is reset by the emailed link, which ends the other sessions', async () => {
    const otherDevice = await open('main')
    await signInAs(otherDevice, 'ana')
    await waitForHeading(otherDevice, 'Hola, Ana')

    const page = await open('login')
    await page.getByLabel('Correo electrónico').fill('ana@demo.surtidor.uy')
    await page.getByRole('link', { name: 'Olvidé mi contraseña' }).click()
    await press(page, 'Mandame el código')
    await page.getByText('Si hay una cuenta con ana@demo.surtidor.uy').waitFor()
    const { link } = await newestEmailTo(
      mailbox,
      stack,
      'ana@demo.surtidor.uy',
      'Elegí una contraseña nueva',
    )
    expect(link).toContain('/#/resetPwdWeb?')
    const tab = await open(link.split('#/')[1] ?? '')
    await tab.getByLabel('Contraseña nueva').fill('nafta del cielo')
    const secret = new URLSearchParams(link.split('?')[1]).get('code') ?? ''
    expect(secret).toHaveLength(43)
    expect(await storedByBrowser(tab)).not.toContain(secret)
    await press(tab, 'Guardar la contraseña')
    await tab.getByText('cerramos las sesiones que tenías abiertas').waitFor()
    await signInAs(tab, 'ana')
    await tab.getByText('El correo o la contraseña no son correctos').waitFor()
    await signInAs(tab, 'ana', 'nafta del cielo')
    await waitForHeading(tab, 'Hola, Ana')

    await otherDevice.reload()
    await otherDevice.getByText('Tu sesión venció').waitFor()
  })

  test('a new person registers, confirms by the emailed link and signs in', async () => {
    const page = await open('register', { viewport: DESKTOP })
    await page.getByLabel('Correo electrónico').fill('nadia@demo.surtidor.uy')
    await page.getByLabel('Nombre').fill('Nadia')
    await page.getByLabel('Apellido').fill('Olivera')
    await page.getByLabel('Cédula de identidad').fill('1.234.567-2')
    await page.getByLabel('Fecha de nacimiento').fill('1990-02-15')
    await page.getByLabel('Sexo').selectOption('Femenino')
    await page.getByLabel('Contraseña', { exact: true }).fill('nafta del cielo')
    await press(page, 'Seguir')
    await page.getByLabel('Celular').fill('099 123 456')
    await page.getByLabel('Calle y número').fill('Rincón 820')
    await page.getByLabel('Ciudad').fill('Minas')
    await page.goBack()
    await page.getByText('Paso 1 de 2').waitFor()
    await page.reload()
    await page.getByText('Seguís donde quedaste').waitFor()
    expect(await storedByBrowser(page)).not.toContain('nafta del cielo')
    await page.getByLabel('Contraseña', { exact: true }).fill('nafta del cielo')
    await press(page, 'Seguir')
    expect(await page.getByLabel('Ciudad').inputValue()).toBe('Minas')
    await page.getByLabel('Acepto').check()
    await press(page, 'Crear mi cuenta')
    await page.getByText('Revisá tu correo').waitFor()
    const { link } = await newestEmailTo(
      mailbox,
      stack,
      'nadia@demo.surtidor.uy',
      'Confirmá tu cuenta',
    )
    await page.goto(link)
    await press(page, 'Confirmar mi cuenta')
    await page.getByText('Tu cuenta quedó confirmada').waitFor()
    expect(await storedByBrowser(page)).not.toContain(link.split('code=')[1])
    await signInAs(page, 'nadia', 'nafta del cielo')
    await waitForHeading(page, 'Hola, Nadia')
    await page.getByText('Te damos la bienvenida a Surtidor').waitFor()
  })
})
