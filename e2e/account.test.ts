import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { signInAs } from '#e2e/browserSession.ts'
import { stackForFile } from '#e2e/stackForFile.ts'

const stack = stackForFile()
const open = async (route: string): Promise<Page> => (await stack.open(`#/${route}`)).page
const press = (page: Page, name: string) => page.getByRole('button', { name }).click()
const waitForHeading = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor()

/** The address, history entry and storage of a page, where a secret may remain. */
const storedByBrowser = (page: Page) =>
  page.evaluate(() => JSON.stringify([location.href, history.state, localStorage, sessionStorage]))

describe('account journeys', () => {
  test('a forgotten password is reset by the emailed link, which ends the other sessions', async () => {
    const otherDevice = await open('main')
    await signInAs(otherDevice, 'ana')
    await waitForHeading(otherDevice, 'Hola, Ana')

    const page = await open('login')
    await page.getByLabel('Correo electrónico').fill('ana@demo.surtidor.uy')
    await page.getByRole('link', { name: 'Olvidé mi contraseña' }).click()
    await press(page, 'Mandame el código')
    await page.getByText('Si hay una cuenta con ana@demo.surtidor.uy').waitFor()
    const { link } = await stack.emailTo('ana@demo.surtidor.uy', 'Elegí una contraseña nueva')
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
    await otherDevice.getByText('se cerró desde otro dispositivo').waitFor()
  })
})
