import { Secret, TOTP } from 'otpauth'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { client } from '#contract/client.ts'
import { loyalties } from '#contract/loyalty/loyalties.ts'
import { membershipRequest } from '#contract/loyalty/membershipRequest.ts'
import { contact } from '#contract/user/contact.ts'
import { login } from '#contract/user/login.ts'
import { notifications } from '#contract/user/notifications.ts'
import { DEMO_SECOND_FACTOR } from '#db/demo/demoPeople.ts'
import {
  axeViolations,
  DESKTOP,
  type BrowserSession,
  signInAs,
  openBrowser,
  PHONE,
  waitUntilIdle,
  openBrowserSession,
} from '#e2e/browser.ts'
import { eventually, startStack, type RunningStack } from '#testing/runningStack.ts'
import { PASSWORD } from '#testing/testServer.ts'

/** The console: a driver asks, the sponsor and the network say yes, and somebody reads the post. */
let stack: RunningStack
let browser: Browser
beforeAll(async () => {
  stack = await startStack()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  await stack.remove()
})

/** The calls of a driver's phone. */
async function phoneOf(name: string) {
  const wire = {
    base: `${stack.app}/api/`,
    post: async (address: string, body: string) => {
      const headers = { 'content-type': 'text/plain; charset=utf-8' }
      const answer = await fetch(address, { method: 'POST', headers, body })
      return { status: answer.status, text: await answer.text() }
    },
    now: () => new Date(),
    random: Math.random,
  }
  const { user } = await client(wire)(login, {
    user: `${name}@demo.surtidor.uy`,
    password: PASSWORD,
  })
  return client(wire, user.userSessionToken)
}

type Scheme = 'light' | 'dark'

/** What is wrong on the screen, light and dark, on a phone and at a desk. */
async function wrongs(
  { page }: BrowserSession,
  screen: string,
  schemes: Scheme[] = ['light', 'dark'],
): Promise<string[]> {
  const found: string[] = []
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // Drawn anew: lines out of sight keep the colours that they were drawn in.
    await page.reload()
    await page.getByRole('heading').first().waitFor()
    await waitUntilIdle(page)
    for (const viewport of [PHONE, DESKTOP]) {
      await page.setViewportSize(viewport)
      const wrong = await axeViolations(page)
      const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      if (sideways > 0) wrong.push(`scrolls sideways by ${sideways} px`)
      found.push(...wrong.map((one) => `${screen}, ${viewport.width} px, ${colorScheme}: ${one}`))
    }
  }
  return found
}

/** Comes in with password and, once it is asked for, the code of the moment. */
async function work(name: string, at = ''): Promise<BrowserSession> {
  const desk = await openBrowserSession(browser, { viewport: DESKTOP })
  const { page } = desk
  await page.goto(`${stack.app}/consola/${at}`)
  await signInAs(page, name)
  const secret = Secret.fromBase32(DEMO_SECOND_FACTOR)
  await page.getByLabel('Código de tu segundo factor').fill(TOTP.generate({ secret }))
  await page.keyboard.press('Enter')
  await page.waitForURL(/#\/(requests|messages)/)
  return desk
}

/** Opens Fede's request and says yes to it, with the keys alone. */
async function authorise(page: Page, observations: string): Promise<void> {
  await page.getByRole('button', { name: 'Federico Cabrera' }).press('Enter')
  const sheet = page.getByRole('dialog', { name: 'Federico Cabrera', exact: true })
  await sheet.getByLabel('Observaciones').fill(observations)
  await sheet.getByRole('button', { name: 'Autorizar' }).press('Enter')
  const question = page.getByRole('alertdialog', { name: /^¿Autorizar la solicitud/ })
  await question.getByRole('button', { name: 'Ok' }).press('Enter')
  await page.getByText('Autorizaste la solicitud de Federico Cabrera.').waitFor()
  await sheet.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Federico Cabrera' }).waitFor({ state: 'detached' })
}

test('fede asks to join, carla lets him through, diego lets him in', async () => {
  const fede = await phoneOf('fede')
  const vehicle = { mark: 'fiat', plate: 'SBA 1234', fuel: 'super' }
  const { reference } = await fede(membershipRequest, { request: { programme: 'uber', vehicle } })

  const carla = await work('carla', `#/requests?reference=${reference}`)
  await carla.page.getByRole('dialog', { name: 'Federico Cabrera', exact: true }).waitFor()
  expect(await wrongs(carla, 'a request', ['dark'])).toEqual([])
  await carla.page.keyboard.press('Escape')
  expect(await wrongs(carla, 'requests')).toEqual([])
  await authorise(carla.page, 'Conduce desde mayo.')

  const diego = await work('diego')
  await authorise(diego.page, '')
  const { loyalties: held } = await fede(loyalties, {})
  expect(held.map(({ programmeName }) => programmeName)).toEqual(['Surtidor Uber'])
  const told = await fede(notifications, {})
  expect(told.notifications.map(({ title }) => title).join()).toMatch(/afiliaci/i)

  // Carla was left with what she saw: what is decided is decided, and says so.
  await carla.page.goto(`${stack.app}/consola/#/requests?reference=${reference}`)
  const sheet = carla.page.getByRole('dialog', { name: 'Federico Cabrera', exact: true })
  await sheet.getByText('Ya está decidida.').waitFor()
  await sheet.getByText('Autorizado por Disa').waitFor()
  expect([...carla.complaints, ...diego.complaints]).toEqual([])
})

test('elena reads what ana wrote, and how the days compare', async () => {
  const ana = await phoneOf('ana')
  const text = 'El martes cargué y los puntos no están.\n¿Qué hago?'
  await ana(contact, { text, title: 'Me faltan puntos', type: 'Reclamo' })

  const elena = await work('elena', '#/messages')
  const { page } = elena
  await page.getByRole('button', { name: 'Me faltan puntos' }).press('Enter')
  const sheet = page.getByRole('dialog', { name: 'Me faltan puntos' })
  await sheet.getByText('¿Qué hago?').waitFor()
  expect(await sheet.getByRole('link').getAttribute('href')).toMatch(/^mailto:ana%40demo/)
  expect(await wrongs(elena, 'a message', ['light'])).toEqual([])
  await page.keyboard.press('Escape')
  expect(await wrongs(elena, 'messages')).toEqual([])

  await page.getByRole('link', { name: 'Comparación' }).press('Enter')
  // A first comparison that the gateway was too slow for is made again a minute later.
  await eventually(async () => {
    await page.reload()
    await page.getByText('Sin diferencias').first().waitFor({ timeout: 2_000 })
    return true
  }, 90_000)
  expect(await wrongs(elena, 'comparison')).toEqual([])
  expect(elena.complaints).toEqual([])
})

test('the app and the console in one browser: one session at a time, and it says so', async () => {
  const desk = await openBrowserSession(browser, { viewport: DESKTOP })
  await desk.page.goto(`${stack.app}/consola`)
  expect(await wrongs(desk, 'login')).toEqual([])
  await signInAs(desk.page, 'ana')
  await desk.page.getByRole('heading', { name: 'Hola, Ana' }).waitFor()

  const app = await desk.context.newPage()
  await app.goto(`${stack.app}/#/main`)
  await signInAs(app, 'ana')
  await app.getByRole('heading', { name: /Hola/ }).waitFor()

  const console = await desk.context.newPage()
  await console.goto(`${stack.app}/consola/`)
  await signInAs(console, 'fede')
  await console.getByRole('heading', { name: 'Hola, Federico' }).waitFor()
  await app.getByRole('link', { name: 'Consumo', exact: true }).click()
  await app.getByText('Tu sesión venció').waitFor()
  expect(desk.complaints).toEqual([])
})
