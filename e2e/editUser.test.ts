import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { DESKTOP, signInAs } from '#e2e/browserSession.ts'
import { stackForFile } from '#e2e/stackForFile.ts'
import { PASSWORD } from '#testing/harness/testServer.ts'

const stack = stackForFile()
const open = async (route: string): Promise<Page> => (await stack.open(`#/${route}`)).page
const openAs = async (name: string, route: string, options = {}): Promise<Page> =>
  (await stack.openAs(name, route, options)).page
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const waitForHeading = (page: Page, name: string) =>
  page.getByRole('heading', { name, level: 1 }).waitFor()

describe('editUser', () => {
  test('the email changes with a code from each address, and the old one takes the account back', async () => {
    const page = await openAs('fede', 'editUser?section=email')
    const otherDevice = await openAs('fede', 'main')
    await page.getByLabel('Correo nuevo').fill('federico@correo.example')
    await page.getByLabel('Tu contraseña').fill(PASSWORD)
    await press(page, 'Mandar los códigos')
    await page.getByText('Revisá los dos correos').waitFor()
    // The phone's mail app may push the page out of memory.
    await page.reload()
    const old = await stack.emailTo('fede@demo.surtidor.uy', 'Código para cambiar tu correo')
    const fresh = await stack.emailTo('federico@correo.example', 'Confirmá tu correo nuevo')
    const [oldField, newField] = [
      page.getByLabel('Código que mandamos a fede@demo.surtidor.uy'),
      page.getByLabel('Código que mandamos a federico@correo.example'),
    ]
    await oldField.fill(fresh.code)
    await newField.fill(old.code)
    await press(page, 'Cambiar mi correo')
    await page.getByText('Alguno de los códigos no es correcto').waitFor()
    await oldField.fill(old.code.toLowerCase())
    await newField.fill(fresh.code.replace('-', ' '))
    await press(page, 'Cambiar mi correo')
    await waitForHeading(page, 'Mis Datos')
    await page
      .getByRole('link', { name: /federico@correo\.example/ })
      .first()
      .waitFor()
    await otherDevice.reload()
    await otherDevice.getByText('se cerró desde otro dispositivo').waitFor()

    const { link } = await stack.emailTo('fede@demo.surtidor.uy', 'Tu cuenta ya no usa este correo')
    const tab = await open(link.split('#/')[1] ?? '')
    await tab.getByLabel('Contraseña nueva').fill('la cuenta es mía')
    await press(tab, 'Guardar la contraseña')
    await tab.getByText('cerramos las sesiones que tenías abiertas').waitFor()
    await signInAs(tab, 'fede', 'la cuenta es mía')
    await waitForHeading(tab, 'Hola, Federico')
    await page.reload()
    await page.getByText('se cerró desde otro dispositivo').waitFor()
  })

  test('the data are downloaded', async () => {
    const page = await openAs('ana', 'editUser?section=data', { viewport: DESKTOP })
    for (const [format, start] of [
      ['JSON', '{'],
      ['PDF', '%PDF-'],
    ] as const) {
      const download = page.waitForEvent('download')
      await press(page, `Descargar mis datos en ${format}`)
      const file = await download
      expect(file.suggestedFilename()).toMatch(
        new RegExp(`^mis-datos-surtidor-[\\d-]{10}\\.${format.toLowerCase()}$`),
      )
      const bytes = await (await file.createReadStream()).toArray()
      expect(
        Buffer.concat(bytes as Buffer[])
          .toString('latin1')
          .startsWith(start),
      ).toBe(true)
    }
  })
})
