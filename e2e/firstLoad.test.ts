import { type Browser, chromium as engine, type Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startStubbedApp, type Person } from '#testing/stubbedAppServer.ts'
import { CHROMIUM_FLAGS, chromium } from '#testing/chromium.ts'

/** The built shell in a real browser, under the policy that its hashes are for. */

let shell: Awaited<ReturnType<typeof startStubbedApp>>
let browser: Browser
let page: Page
let home: string
/** What the browser complained about: a broken policy, a page drawn anew, an exception. */
let complaints: string[]
beforeAll(async () => {
  shell = await startStubbedApp()
  home = shell.home
  browser = await engine.launch({ executablePath: chromium(), args: CHROMIUM_FLAGS })
}, 60_000)
afterAll(async () => {
  await browser?.close()
  shell?.close()
})

beforeEach(async () => {
  complaints = []
  shell.startAnew()
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

const email = () => page.getByLabel('Correo electrónico')
const password = () => page.getByLabel('Contraseña', { exact: true })
const enter = () => page.getByRole('button', { name: 'Ingresar' })
const at = (hash: string) => page.waitForFunction((hash) => location.hash === hash, hash)
const title = () => page.getByRole('heading', { level: 1 }).innerText()
const stored = () =>
  page.evaluate(() =>
    [localStorage, sessionStorage].map((place) => place.getItem('currentUser') !== null),
  )
/** Leaves first: what the page was still fetching would be held too, and leave the new one no connection. */
async function comeBackWithoutScripts(hash: string, before: () => void = () => undefined) {
  await page.goto('about:blank')
  shell.holdScripts()
  before()
  await page.goto(`${home}${hash}`, { waitUntil: 'commit' })
}
async function signIn(name: Person) {
  await email().fill(`${name}@demo.surtidor.uy`)
  await password().fill('demo-surtidor')
  await enter().click()
}

test('login stands there before any script, and takes over what was typed in it', async () => {
  shell.holdScripts()
  await page.goto(`${home}#/movements`, { waitUntil: 'commit' })
  await email().fill('ana@demo.surtidor.uy')
  await password().fill('demo')
  const field = await email().elementHandle()
  shell.letScriptsIn()
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
  shell.holdScripts()
  const before = shell.logins()
  await page.goto(home, { waitUntil: 'commit' })
  await page.getByLabel('Recordarme').check()
  await signIn('ana')
  await expect.poll(shell.logins).toBe(before + 1)
  // A second tap of an impatient person is the same login.
  await enter().click()
  expect(page.url()).toBe(home)
  shell.letScriptsIn()
  await at('#/main')
  expect(await stored()).toEqual([true, false])
  expect(shell.logins()).toBe(before + 1)
})

test('a refusal that came before the script is told by it, and what was mended since is sent anew', async () => {
  shell.holdScripts()
  await page.goto(home, { waitUntil: 'commit' })
  await email().fill('ana@demo.surtidor.uy')
  await password().fill('wrong')
  await enter().click()
  shell.letScriptsIn()
  expect(await page.getByRole('alert').innerText()).toBe('No se puede.')
  const before = shell.logins()
  shell.holdScripts()
  await page.goto('about:blank')
  await page.goto(home, { waitUntil: 'commit' })
  await email().fill('ana@demo.surtidor.uy')
  await password().fill('wrong')
  await enter().click()
  await password().fill('demo-surtidor')
  shell.letScriptsIn()
  await at('#/main')
  expect(shell.logins()).toBe(before + 1)
})

test('an early login without a password goes nowhere, and the field says why', async () => {
  shell.holdScripts()
  await page.goto(home, { waitUntil: 'commit' })
  await email().fill('ana@demo.surtidor.uy')
  await enter().click()
  shell.letScriptsIn()
  await page.getByText('Escribí tu contraseña.').waitFor()
})

test('with a session login is never seen', async () => {
  await page.goto(`${home}#/login`)
  await signIn('ana')
  await at('#/main')
  expect(await stored()).toEqual([false, true])
  await comeBackWithoutScripts('#/main')
  await page.waitForFunction(() => document.querySelector('#root > *') !== null)
  expect(await enter().isVisible()).toBe(false)
  shell.letScriptsIn()
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await page.evaluate(() => location.hash)).toBe('#/main')
})

test('with a session, what the address needs is asked for beside the script', async () => {
  await page.goto(`${home}#/movements`)
  await signIn('ana')
  await at('#/movements')
  const asked: string[] = []
  await comeBackWithoutScripts('#/movements', () =>
    page.on('request', (request) => asked.push(new URL(request.url()).pathname)),
  )
  for (const part of ['index', 'whole', 'shared', 'movements', 'tokens'])
    await expect
      .poll(() => asked.some((path) => path.includes(`/${part}-`)), { message: part })
      .toBe(true)
  shell.letScriptsIn()
  await page.getByRole('heading', { level: 1 }).waitFor()
})

test.each([['index'], ['whole']])(
  'when %s does not come, a signed-in person is told, and may try again',
  async (part) => {
    await page.goto(`${home}#/listPayment`)
    await signIn('ana')
    await at('#/listPayment')
    await page.route(`**/assets/${part}-*.js`, (route) => route.abort())
    await page.reload({ waitUntil: 'commit' })
    const again = page.getByRole('button', { name: 'Probar de nuevo' })
    await again.waitFor()
    await page.unroute(`**/assets/${part}-*.js`)
    await again.click()
    await expect.poll(title).toBe('Mis pagos')
    expect(complaints.splice(0).filter((told) => !told.includes('ERR_FAILED'))).toEqual([])
  },
)

test("somebody else's script that does not come is no news", async () => {
  await page.route('**/nowhere.js', (route) => route.abort())
  await page.goto(home, { waitUntil: 'commit' })
  await page.evaluate(
    () =>
      new Promise((failed) => {
        const script = document.createElement('script')
        script.src = '/nowhere.js'
        script.addEventListener('error', failed)
        document.head.append(script)
      }),
  )
  expect(await page.locator('#unreached').isVisible()).toBe(false)
  expect(await enter().isVisible()).toBe(true)
  expect(complaints.splice(0).filter((told) => !told.includes('ERR_FAILED'))).toEqual([])
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
  expect(shell.ended()).toBe(0)
  await page.getByRole('button', { name: 'Abrir el menú' }).click()
  await page.locator('dialog').getByRole('button', { name: 'Cerrar sesión' }).click()
  await page.getByRole('button', { name: 'Ok' }).click()
  await at('#/login')
  expect([shell.ended(), await stored()]).toEqual([1, [false, false]])
})

test('a session that expired goes to login, says so, and comes back', async () => {
  await page.goto(`${home}#/map`)
  await signIn('ana')
  await at('#/map')
  shell.endLast('ana')
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
