import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { payWith, signInAs, waitUntil, waitUntilIdle } from '#e2e/browserSession.ts'
import { type PhoneShell, startPhoneShell } from '#e2e/phoneShell.ts'
import { stackForFile } from '#e2e/stackForFile.ts'
import { tempFolder } from '#testing/harness/tempFolder.ts'
import { readPhoneSettings } from '#tools/phone/phoneSettings.ts'
import { buildPhoneWebApp } from '#tools/phone/webApp.ts'

const stack = stackForFile()
const folder = tempFolder(afterAll)
beforeAll(async () => {
  const settings = readPhoneSettings({ PUBLIC_URL: 'https://surtidor.uy' })
  // A build sets the variable, which the next files of this process would inherit.
  vi.stubEnv('NODE_ENV', 'production')
  // The stack has no TLS; a phone's own build refuses such a server.
  await buildPhoneWebApp(folder, { ...settings, server: new URL(stack.app) })
  vi.unstubAllEnvs()
})

const openPhone = async () =>
  startPhoneShell(await stack.newSession({ permissions: ['local-network-access'] }), folder)
const signIn = async ({ page }: PhoneShell) => {
  await page.getByLabel('Recordarme en este dispositivo').check()
  await signInAs(page, 'ana')
  await page.waitForURL(({ hash }) => hash.startsWith('#/main'))
  await waitUntilIdle(page)
}

describe('the web app of the phone', () => {
  const names = () => readdirSync(folder, { recursive: true }).map(String)
  const page = () => readFileSync(join(folder, 'index.html'), 'utf8')

  test('calls the server by its address and no other machine', () => {
    expect(page()).toContain(`data-server="${stack.app}" data-scheme="uy.surtidor.app"`)
    const scripts = names()
      .filter((name) => /\.(?:js|html|json)$/.test(name))
      .map((name) => readFileSync(join(folder, name), 'utf8').replaceAll(stack.app, ''))
    // The router parses addresses against a base without a port.
    expect(scripts.join('\n').match(/(?:localhost|127\.0\.0\.1):\d+/g) ?? []).toEqual([])
  })

  test('has a Content-Security-Policy for each inline script, and no file of the web only', () => {
    const [, policy = ''] =
      /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(page()) ?? []
    expect(policy).toContain(`connect-src 'self' ${stack.app};`)
    expect(policy).toContain("require-trusted-types-for 'script'")
    expect(policy.match(/sha256-/g)?.length).toBe(page().match(/<(?:script|style)>/g)?.length)
    expect(page()).not.toContain('rel="manifest"')
    expect(
      names().filter((name) => /consola|\.(?:br|gz)$|csp\.json|serviceWorker/.test(name)),
    ).toEqual([])
  })
})

describe('the app in the native shell', () => {
  test('signs in as a phone, unbound, with its token in the secure storage only', async () => {
    const phone = await openPhone()
    const { page, secure } = phone
    const login = page.waitForRequest(/user\/process\/login$/)
    await signIn(phone)
    const request = await login
    const { requestHeader } = request.postDataJSON() as {
      requestHeader: { version: string; additionalData: object }
    }
    expect(requestHeader.version).toBe('a-1.7.0')
    expect(requestHeader.additionalData).toEqual({
      cordova: '1.7.0 (10700)',
      platform: 'Android',
      model: 'SM-A135M',
      version: '14',
      manufacturer: 'samsung',
      serial: 'b1e7c3a2',
    })
    expect(new URL(request.url()).origin).toBe(stack.app)
    expect((await request.allHeaders()).origin).toBe('https://localhost')
    // The content type and the headers need no preflight.
    expect(await (await request.response())?.headerValue('set-cookie')).toBeNull()
    expect(await page.context().cookies()).toEqual([])
    const { userSessionToken } = JSON.parse(JSON.parse(secure.get('currentUser') ?? '')) as {
      userSessionToken: string
    }
    const inWebView = await page.evaluate(() =>
      JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
    )
    expect(userSessionToken).not.toBe('')
    expect(inWebView).not.toContain(userSessionToken)
    expect(await page.evaluate(() => navigator.serviceWorker.getRegistrations())).toEqual([])
    await waitUntil(async () => phone.called('hide').length > 0)
  })

  test('is signed in at its next start, and no more after signing out', async () => {
    const phone = await openPhone()
    const { page, secure } = phone
    await signIn(phone)
    // The phone stores the session some time after the login.
    await waitUntil(async () => secure.has('currentUser'))
    await page.goto('https://localhost/')
    await page.waitForURL(({ hash }) => hash.startsWith('#/main'))
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.getByRole('button', { name: /menú/i }).first().click()
    await page.getByRole('button', { name: 'Cerrar sesión' }).click()
    await page
      .getByRole('button', { name: /^(Ok|Cerrar sesión)$/ })
      .last()
      .click()
    await page.waitForURL(({ hash }) => hash.startsWith('#/login'))
    await waitUntil(async () => secure.size === 0)
  })

  test('pays in a browser over the app and returns by a link into it', async () => {
    const phone = await openPhone()
    const { page } = phone
    await signIn(phone)
    await page.evaluate(() => {
      location.hash = '#/payment'
    })
    await page.getByRole('heading', { level: 1, name: /pagar/i }).waitFor()
    await page
      .getByRole('list')
      .getByRole('button')
      .or(page.getByRole('list').getByRole('link'))
      .first()
      .click()
    const pay = page.getByRole('button', { name: /^(Ir a pagar|Seguir pagando)/ })
    await pay.click()
    await waitUntil(async () => phone.called('open').length === 1)
    const url = String(phone.called('open')[0]?.options.url)
    expect(url).toMatch(/^http:\/\/localhost:\d+\/pagar#./)

    // Closed without a payment: the button works again.
    await phone.fire('Browser', 'browserFinished')
    await pay.waitFor()

    const over = await stack.newSession()
    await over.page.goto(url)
    await over.page.getByLabel('Número de tarjeta').waitFor()
    await payWith(over.page)
    const back = over.page.getByRole('link', { name: 'Volver a la app' })
    await back.waitFor()
    const link = (await back.getAttribute('href')) ?? ''
    expect(link).toMatch(/^uy\.surtidor\.app:\/\/open\/#\/payment\?geopayResponse=[\w-]+$/)
    await phone.fire('App', 'appUrlOpen', { url: link })
    await page.getByText('Pagaste').first().waitFor()
    expect(phone.called('close').length).toBeGreaterThan(0)
  })

  test('closes a sheet, goes back and leaves with the back button; opens links into it', async () => {
    const phone = await openPhone()
    const { page } = phone
    const goBack = () => phone.fire('App', 'backButton', { canGoBack: true })
    await signIn(phone)
    await phone.fire('App', 'appUrlOpen', { url: `${stack.app}/#/payment` })
    await page.getByRole('heading', { level: 1, name: /pagar/i }).waitFor()
    await page
      .getByRole('list')
      .getByRole('button')
      .or(page.getByRole('list').getByRole('link'))
      .first()
      .click()
    const sheet = page.getByRole('dialog')
    await sheet.waitFor()
    await goBack()
    await sheet.waitFor({ state: 'hidden' })
    expect(new URL(page.url()).hash).toMatch(/^#\/payment/)
    await goBack()
    await page.waitForURL(({ hash }) => hash.startsWith('#/main'))
    expect(phone.called('minimizeApp')).toEqual([])
    await goBack()
    await waitUntil(async () => phone.called('minimizeApp').length === 1)
    await phone.fire('App', 'appUrlOpen', { url: 'https://evil.example/#/movements' })
    await phone.fire('App', 'appUrlOpen', { url: 'uy.surtidor.app://open/#/faqAuth' })
    await page.waitForURL(({ hash }) => hash === '#/faqAuth')
  })
})
