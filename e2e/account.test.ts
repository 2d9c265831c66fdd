import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  DESKTOP,
  type BrowserSession,
  signInAs,
  openBrowser,
  openBrowserSession,
} from '#e2e/browser.ts'
import { startStack, type RunningStack } from '#testing/runningStack.ts'

/** Accounts from the first day to a forgotten password, each by the mail that a person finds. */
let stack: RunningStack
let browser: Browser
let mailbox: Page
const desks: BrowserSession[] = []
beforeAll(async () => {
  stack = await startStack()
  browser = await openBrowser()
  mailbox = await open('login', { viewport: DESKTOP })
})
afterAll(async () => {
  await browser.close()
  await stack.remove()
})

async function open(route: string, options = {}): Promise<Page> {
  const desk = await openBrowserSession(browser, options)
  desks.push(desk)
  await desk.page.goto(`${stack.app}/#/${route}`)
  return desk.page
}
const press = (page: Page, name: string) => page.getByRole('button', { name }).click()
const heading = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor()

/** The newest mail to somebody, as the development mailbox shows it: its code and its link. */
async function mailTo(email: string, subject: string) {
  const newest = mailbox.getByRole('link', { name: `Para ${email}` }).first()
  await expect
    .poll(async () => {
      await mailbox.goto(`${stack.app}/mailbox`)
      return (await newest.count()) > 0 && (await newest.innerText()).includes(subject)
    })
    .toBe(true)
  await newest.click()
  const text = await mailbox.locator('pre').innerText()
  const link = await mailbox.locator('pre a').getAttribute('href')
  return { code: /Tu código: (\S+)/.exec(text)?.[1] ?? '', link: link ?? '' }
}
/** Whatever the browser would still have of a link's secret. */
const leftOver = (page: Page) =>
  page.evaluate(() => JSON.stringify([location.href, history.state, localStorage, sessionStorage]))

test('beto, who never confirmed, is led from login to his mail and in', async () => {
  const page = await open('login')
  await signInAs(page, 'beto')
  await heading(page, 'Confirmá tu cuenta')
  expect(await page.getByLabel('Correo electrónico').inputValue()).toBe('beto@demo.surtidor.uy')
  await press(page, 'Pedir otro código')
  await page.getByText('le mandamos un código nuevo').waitFor()
  const { code } = await mailTo('beto@demo.surtidor.uy', 'Confirmá tu cuenta')
  await page.getByLabel('Código').fill('AAAA-AAAA')
  await press(page, 'Confirmar mi cuenta')
  await page.getByText('El código no es correcto o ya venció').waitFor()
  await page.getByLabel('Código').fill(code.toLowerCase().replace('-', ' '))
  await press(page, 'Confirmar mi cuenta')
  await page.getByText('Tu cuenta quedó confirmada').waitFor()
  expect(await page.getByLabel('Correo electrónico').inputValue()).toBe('beto@demo.surtidor.uy')
  await signInAs(page, 'beto')
  await heading(page, 'Hola, Alberto')
})

test('ana forgot her password: by the link of her mail, the new one opens and the old one does not', async () => {
  const elsewhere = await open('main')
  await signInAs(elsewhere, 'ana')
  await heading(elsewhere, 'Hola, Ana')

  const page = await open('login')
  await page.getByLabel('Correo electrónico').fill('ana@demo.surtidor.uy')
  await page.getByRole('link', { name: 'Olvidé mi contraseña' }).click()
  await press(page, 'Mandame el código')
  await page.getByText('Si hay una cuenta con ana@demo.surtidor.uy').waitFor()
  const { link } = await mailTo('ana@demo.surtidor.uy', 'Elegí una contraseña nueva')
  expect(link).toContain('/#/resetPwdWeb?')
  const tab = await open(link.split('#/')[1] ?? '')
  await tab.getByLabel('Contraseña nueva').fill('nafta del cielo')
  const secret = new URLSearchParams(link.split('?')[1]).get('code') ?? ''
  expect(secret).toHaveLength(43)
  expect(await leftOver(tab)).not.toContain(secret)
  await press(tab, 'Guardar la contraseña')
  await tab.getByText('cerramos las sesiones que tenías abiertas').waitFor()
  await signInAs(tab, 'ana')
  await tab.getByText('El correo o la contraseña no son correctos').waitFor()
  await signInAs(tab, 'ana', 'nafta del cielo')
  await heading(tab, 'Hola, Ana')

  await elsewhere.reload()
  await elsewhere.getByText('Tu sesión venció').waitFor()
})

test('nadia is new: she registers, confirms with a tap in her mail, and is at home', async () => {
  const page = await open('register', { viewport: DESKTOP })
  await page.getByLabel('Correo electrónico').fill('nadia@demo.surtidor.uy')
  await page.getByLabel('Nombre').fill('Nadia')
  await page.getByLabel('Apellido').fill('Olivera')
  await page.getByLabel('Cédula de identidad').fill('1.234.567-2')
  await page.getByLabel('Fecha de nacimiento').fill('1990-02-15')
  await page.getByLabel('Sexo').selectOption('Femenino')
  await page.getByLabel('Contraseña', { exact: true }).fill('demo-surtidor')
  await press(page, 'Seguir')
  await page.getByLabel('Celular').fill('099 123 456')
  await page.getByLabel('Calle y número').fill('Rincón 820')
  await page.getByLabel('Ciudad').fill('Minas')
  await page.goBack()
  await page.getByText('Paso 1 de 2').waitFor()
  await page.reload()
  await page.getByText('Seguís donde quedaste').waitFor()
  expect(await leftOver(page)).not.toContain('demo-surtidor')
  await page.getByLabel('Contraseña', { exact: true }).fill('demo-surtidor')
  await press(page, 'Seguir')
  expect(await page.getByLabel('Ciudad').inputValue()).toBe('Minas')
  await page.getByLabel('Acepto').check()
  await press(page, 'Crear mi cuenta')
  await page.getByText('Revisá tu correo').waitFor()
  const { link } = await mailTo('nadia@demo.surtidor.uy', 'Confirmá tu cuenta')
  await page.goto(link)
  await press(page, 'Confirmar mi cuenta')
  await page.getByText('Tu cuenta quedó confirmada').waitFor()
  expect(await leftOver(page)).not.toContain(link.split('code=')[1])
  await signInAs(page, 'nadia')
  await heading(page, 'Hola, Nadia')
  await page.getByText('Te damos la bienvenida a Surtidor').waitFor()
  expect(desks.flatMap(({ complaints }) => complaints)).toEqual([])
})
