import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { type Browser, chromium as engine, type Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ROLES } from '#contract/pages.ts'
import { PETROBRAS, UBER, USER } from '#contract/roles.ts'
import { builtApp } from '#tools/builtApp.ts'
import { CHROMIUM_FLAGS, chromium } from '#tools/chromium.ts'

/** The built shell in a real browser, under the policy that its hashes are for. */

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}
const people = { ana: ROLES[USER], carla: ROLES[UBER], diego: ROLES[PETROBRAS] }

let folder: string
let policy: string
let server: Server
let browser: Browser
let page: Page
let home: string
/** What the browser complained about: a broken policy, a page drawn anew, an exception. */
let complaints: string[]
/** How many logins there were: no token comes twice. */
let logins = 0
/** Tokens that the server does not know any more. */
let over: Set<string>
/** Holds back the scripts until it is called. */
let letScriptsIn: () => void
let scripts: Promise<void>

function answerTo(
  service: string,
  header: { userSessionToken: string },
  body: { user?: string; password?: string },
) {
  const name = (header.userSessionToken || (body.user ?? '')).split(/[@-]/)[0] ?? ''
  const role = people[name as keyof typeof people]
  const user = {
    email: `${name}@demo.surtidor.uy`,
    firstName: name,
    firstSurname: 'Pérez',
    documentNumber: '',
    birthdate: '',
    sex: 'X',
    mobile: '',
    address: '',
  }
  if (service === 'login' && body.password !== 'demo-surtidor') return ['05', {}]
  if (service === 'login')
    return ['00', { user: { ...user, userSessionToken: `${name}-${++logins}` }, loyalties: [] }]
  if (over.has(header.userSessionToken)) return ['88', {}]
  if (service === 'roles') return ['00', { list: [role] }]
  if (service === 'logout') over.add(header.userSessionToken)
  return service === 'logout' ? ['00', {}] : ['05', {}]
}

/** Answers calls, and serves the built files under their policy. */
async function serve(request: IncomingMessage, response: ServerResponse) {
  const path = new URL(request.url ?? '/', 'http://any').pathname
  if (request.method === 'POST') {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const { requestHeader, ...body } = JSON.parse(Buffer.concat(parts).toString())
    const [responseCode, fields] = answerTo(path.split('/').at(-1) ?? '', requestHeader, body)
    const responseHeader = {
      responseCode,
      responseDescription: 'No se puede.',
      rrn: '000000000001',
      updatedData: null,
    }
    return response.end(JSON.stringify({ responseHeader, ...(fields as object) }))
  }
  const file = path === '/' ? '/index.html' : path
  if (file.endsWith('.js')) await scripts
  response.setHeader('Content-Type', TYPES[extname(file)] ?? 'application/json')
  response.setHeader('Content-Security-Policy', policy)
  return response.end(await readFile(join(folder, file)))
}

beforeAll(async () => {
  folder = builtApp()
  const { script, style } = JSON.parse(await readFile(join(folder, 'csp.json'), 'utf8')) as Record<
    string,
    string[]
  >
  policy = `default-src 'none'; script-src 'self' ${script?.join(' ')}; style-src 'self' ${style?.join(' ')}; img-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'`
  server = createServer((request, response) => void serve(request, response))
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  home = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  browser = await engine.launch({ executablePath: chromium(), args: CHROMIUM_FLAGS })
}, 60_000)
afterAll(async () => {
  await browser?.close()
  server?.closeAllConnections()
  server?.close()
})

beforeEach(async () => {
  complaints = []
  over = new Set()
  scripts = Promise.resolve()
  letScriptsIn = () => undefined
  const context = await browser.newContext({ viewport: { width: 390, height: 760 } })
  page = await context.newPage()
  page.setDefaultTimeout(10_000)
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    const text = message.text()
    if (message.type() === 'error' && !text.includes('al invocar login')) complaints.push(text)
  })
  return async () => {
    await context.close()
    if (complaints.length > 0) throw new Error(complaints.join('\n'))
  }
})

const holdScripts = () => {
  scripts = new Promise((go) => {
    letScriptsIn = go
  })
}
const email = () => page.getByLabel('Correo electrónico')
const password = () => page.getByLabel('Contraseña', { exact: true })
const enter = () => page.getByRole('button', { name: 'Ingresar' })
const at = (hash: string) => page.waitForFunction((hash) => location.hash === hash, hash)
const title = () => page.getByRole('heading', { level: 1 }).innerText()
const stored = () =>
  page.evaluate(() =>
    [localStorage, sessionStorage].map((place) => place.getItem('currentUser') !== null),
  )
async function signIn(name: keyof typeof people) {
  await email().fill(`${name}@demo.surtidor.uy`)
  await password().fill('demo-surtidor')
  await enter().click()
}

test('login stands there before any script, and takes over what was typed in it', async () => {
  holdScripts()
  await page.goto(`${home}#/movements`, { waitUntil: 'commit' })
  await email().fill('ana@demo.surtidor.uy')
  await password().fill('demo')
  const field = await email().elementHandle()
  letScriptsIn()
  await at('#/login?returnUrl=%2Fmovements')
  // The eye works only once the script does.
  await page.getByRole('button', { name: 'Mostrar la contraseña' }).click()
  await page.locator('input[name=password][type=text]').waitFor()
  expect(await page.locator('input[name=password]').inputValue()).toBe('demo')
  expect(
    await field?.evaluate((node) => [node.isConnected, (node as HTMLInputElement).value]),
  ).toEqual([true, 'ana@demo.surtidor.uy'])
})

test('login sent before the script leaves at once, and is answered when the script comes', async () => {
  holdScripts()
  const before = logins
  await page.goto(home, { waitUntil: 'commit' })
  await page.getByLabel('Recordarme').check()
  await signIn('ana')
  await expect.poll(() => logins).toBe(before + 1)
  // A second tap of an impatient person is the same login.
  await enter().click()
  expect(page.url()).toBe(home)
  letScriptsIn()
  await at('#/main')
  expect(await stored()).toEqual([true, false])
  expect(logins).toBe(before + 1)
})

test('a refusal that came before the script is told by it, and what was mended since is sent anew', async () => {
  holdScripts()
  await page.goto(home, { waitUntil: 'commit' })
  await email().fill('ana@demo.surtidor.uy')
  await password().fill('wrong')
  await enter().click()
  letScriptsIn()
  expect(await page.getByRole('alert').innerText()).toBe('No se puede.')
  const before = logins
  holdScripts()
  await page.goto('about:blank')
  await page.goto(home, { waitUntil: 'commit' })
  await email().fill('ana@demo.surtidor.uy')
  await password().fill('wrong')
  await enter().click()
  await password().fill('demo-surtidor')
  letScriptsIn()
  await at('#/main')
  expect(logins).toBe(before + 1)
})

test('an early login without a password goes nowhere, and the field says why', async () => {
  holdScripts()
  await page.goto(home, { waitUntil: 'commit' })
  await email().fill('ana@demo.surtidor.uy')
  await enter().click()
  letScriptsIn()
  await page.getByText('Escribí tu contraseña.').waitFor()
})

test('with a session login is never seen', async () => {
  await page.goto(`${home}#/login`)
  await signIn('ana')
  await at('#/main')
  expect(await stored()).toEqual([false, true])
  holdScripts()
  await page.reload({ waitUntil: 'commit' })
  await page.waitForFunction(() => document.querySelector('#root > *') !== null)
  expect(await enter().isVisible()).toBe(false)
  letScriptsIn()
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await page.evaluate(() => location.hash)).toBe('#/main')
})

test('a wrong password says so, keeps what was typed, and the way back is kept too', async () => {
  await page.goto(`${home}#/payment?geopayResponse=e30`)
  await email().fill('ana@demo.surtidor.uy')
  await password().fill('wrong')
  await password().press('Enter')
  expect(await page.getByRole('alert').innerText()).toBe('No se puede.')
  expect([await email().inputValue(), await password().inputValue()]).toEqual([
    'ana@demo.surtidor.uy',
    'wrong',
  ])
  await password().fill('demo-surtidor')
  await password().press('Enter')
  // The gateway's message has left the address, and waits in the history entry.
  await at('#/payment')
  expect(
    await page.evaluate(() => (history.state as { geopayResponse?: string }).geopayResponse),
  ).toBe('{}')
})

test('leaving asks first, and then leads to a login without a way back', async () => {
  await page.goto(`${home}#/listPayment`)
  await signIn('ana')
  await at('#/listPayment')
  await page.getByRole('button', { name: 'Abrir el menú' }).click()
  await page.locator('dialog').getByRole('button', { name: 'Cerrar sesión' }).click()
  await page.getByRole('button', { name: 'Cancelar' }).click()
  expect(over.size).toBe(0)
  await page.getByRole('button', { name: 'Abrir el menú' }).click()
  await page.locator('dialog').getByRole('button', { name: 'Cerrar sesión' }).click()
  await page.getByRole('button', { name: 'Ok' }).click()
  await at('#/login')
  expect([over.size, await stored()]).toEqual([1, [false, false]])
})

test('a session that expired goes to login, says so, and comes back', async () => {
  await page.goto(`${home}#/map`)
  await signIn('ana')
  await at('#/map')
  over.add(`ana-${logins}`)
  await page.evaluate(() => {
    location.hash = '#/listPayment'
  })
  await at('#/login?returnUrl=%2FlistPayment')
  await expect.poll(() => page.getByText('Tu sesión venció').isVisible()).toBe(true)
  await signIn('ana')
  await at('#/listPayment')
})

test('each address shows its screen, and each role its own', async () => {
  await page.goto(`${home}#/nowhere`)
  expect(await title()).toBe('No encontramos esa página')
  await page.goto(`${home}#/register`)
  await expect.poll(title).toBe('Creá tu cuenta')
  await page.goto(`${home}#/login?returnUrl=//evil.example`)
  await signIn('carla')
  await at('#/listDrivers')
  await page.goto(`${home}#/movements`)
  await at('#/listDrivers')
  await page.evaluate(() => sessionStorage.clear())
  await page.goto(home)
  await page.reload()
  await signIn('diego')
  await page.getByText('Tu lugar es la consola').waitFor()
})
