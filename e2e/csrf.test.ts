import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SESSION_OVER } from '#contract/responseCodes.ts'
import { requestHeader } from '#contract/header.ts'
import { pathOf } from '#contract/service.ts'
import { logout } from '#contract/user/logout.ts'
import { updateUser } from '#contract/user/updateUser.ts'
import { signInAs, openBrowser, openBrowserSession } from '#e2e/browser.ts'
import { startStack, type RunningStack } from '#testing/runningStack.ts'

/**
 * Ana is signed in, and in another tab of the same browser opens a page of somebody who even knows
 * her token. Whatever that page tries, nothing of hers is read or changed.
 */
let stack: RunningStack
let browser: Browser
let elsewhere: Server
let context: BrowserContext
let home: Page
let token: string
let evil: number
beforeAll(async () => {
  stack = await startStack()
  browser = await openBrowser()
  elsewhere = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>Premio</title>'),
  )
  await new Promise<void>((done) => elsewhere.listen(0, done))
  evil = (elsewhere.address() as AddressInfo).port
  const desk = await openBrowserSession(browser)
  context = desk.context
  home = desk.page
  await home.goto(`${stack.app}/#/main`)
  await signInAs(home, 'ana')
  await home.waitForFunction(() => sessionStorage.getItem('currentUser') !== null)
  token = await home.evaluate(
    () =>
      (JSON.parse(sessionStorage.getItem('currentUser') ?? '{}') as { userSessionToken: string })
        .userSessionToken,
  )
})
afterAll(async () => {
  await browser.close()
  elsewhere.closeAllConnections()
  elsewhere.close()
  await stack.remove()
})

/** What Chromium shows in the place of a page that may not be shown. */
const ERROR_PAGE = 'chrome-error://chromewebdata/'
/** Another site, and another origin of the same site: to the second, Strict cookies do travel. */
const SITES = ['127.0.0.1', 'localhost'] as const

const url = (service: typeof updateUser | typeof logout) => `${stack.app}/api/${pathOf(service)}`
let drawn = 0
const body = (firstName: string) =>
  JSON.stringify({
    requestHeader: requestHeader({ now: new Date(), random: ++drawn / 1000, platform: 'b', token }),
    user: { firstName },
  })
/** What the app itself would do, from its own page: her name as it is then. */
const fromHome = (text: string) =>
  home.evaluate(
    async ([to, text]) => {
      const xsrf = /XSRF-TOKEN=([^;]+)/.exec(document.cookie)?.[1] ?? ''
      const headers = { 'content-type': 'text/plain', 'X-XSRF-TOKEN': xsrf }
      const response = await fetch(to, { method: 'POST', body: text, headers })
      const answer = await response.text()
      return (JSON.parse(answer) as { user?: { firstName: string } }).user?.firstName ?? answer
    },
    [url(updateUser), text] as const,
  )
/** A change of nothing: it needs her session alive, and tells her name. */
const nameNow = () => fromHome(body('').replace('{"firstName":""}', '{}'))

/** A page of theirs in her browser. */
async function visit(site: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`http://${site}:${evil}/`)
  return page
}
/** What the server counts: a browser tells nobody what became of a beacon, or of a hidden frame. */
async function refused(): Promise<number> {
  const counts = await (await fetch(stack.metrics)).text()
  return Number(/^surtidor_cross_site_refused_total (\d+)/m.exec(counts)?.[1])
}
const refusedSince = (before: number) => expect.poll(async () => (await refused()) - before)

test('from her own page the same call does change her name', async () => {
  expect(await fromHome(body('Anita'))).toBe('Anita')
  expect(await nameNow()).toBe('Anita')
})

test.each(SITES)('fetch from %s: with her cookies, simple or not, nothing', async (site) => {
  const before = await refused()
  const page = await visit(site)
  const seen = await page.evaluate(
    async ([to, text]) => {
      const tries: RequestInit[] = [
        { mode: 'no-cors', headers: { 'content-type': 'text/plain' } },
        { mode: 'cors', headers: { 'content-type': 'text/plain' } },
        { mode: 'cors', headers: { 'content-type': 'application/json' } },
        { mode: 'cors', headers: { 'content-type': 'text/plain', 'X-XSRF-TOKEN': 'x' } },
        { mode: 'no-cors', keepalive: true },
      ]
      const told: string[] = []
      for (const more of tries)
        told.push(
          await fetch(to, { method: 'POST', body: text, credentials: 'include', ...more })
            .then((response) => response.text())
            .catch(() => 'refused'),
        )
      return told
    },
    [url(updateUser), body('Robada')] as const,
  )
  for (const told of seen) expect(['', 'refused']).toContain(told)
  // The three that need no leave to be sent; of the two others the browser asks first.
  await refusedSince(before).toBeGreaterThanOrEqual(3)
  expect(await nameNow()).toBe('Anita')
  await page.close()
})

test.each(SITES)('a form and a beacon of %s: nothing', async (site) => {
  const before = await refused()
  const page = await visit(site)
  const beacon = await page.evaluate(
    ([to, text]) => [
      navigator.sendBeacon(to, text),
      navigator.sendBeacon(to, new Blob([text], { type: 'text/plain' })),
    ],
    [url(updateUser), body('Robada')] as const,
  )
  expect(beacon).toEqual([true, true])
  // A form's text is `name=value`: the sign falls inside a string that nobody reads.
  for (const [index, target] of ['inside', '_top'].entries()) {
    await page.evaluate(
      ([to, text, frame]) => {
        document.body.innerHTML = '<iframe name="inside"></iframe>'
        const form = document.createElement('form')
        Object.assign(form, { method: 'post', action: to, enctype: 'text/plain', target: frame })
        const field = document.createElement('input')
        field.name = text.replace(/\}$/, ',"ignored":"')
        field.value = '"}'
        form.append(field)
        document.body.append(form)
        form.submit()
      },
      [url(updateUser), body('Robada'), target] as const,
    )
    // The next one clears the page, and would take a form that is still leaving with it.
    await refusedSince(before).toBe(3 + index)
  }
  await page.waitForURL(/\/api\//)
  expect(await page.locator('body').innerText()).toBe('{"statusCode":403}')
  expect(await nameNow()).toBe('Anita')
  await page.close()
})

test.each(SITES)(
  '%s can neither frame the app, nor hold its window, nor end her session',
  async (site) => {
    const page = await visit(site)
    const complaints: string[] = []
    page.on('console', (message) => complaints.push(message.text()))
    await page.evaluate((app) => {
      document.body.innerHTML = `<iframe src="${app}/"></iframe><iframe src="${app}/docs"></iframe>`
    }, stack.app)
    await expect
      .poll(() => complaints.filter((text) => text.includes('frame-ancestors')).length)
      .toBe(2)
    // Refused is not yet shown: what stands in a frame meanwhile can be neither read nor relied on.
    await expect
      .poll(() => page.frames().map((frame) => frame.url()))
      .toEqual([page.url(), ERROR_PAGE, ERROR_PAGE])
    const texts = await Promise.all(
      page
        .frames()
        .slice(1)
        .map((frame) => frame.content()),
    )
    for (const text of texts) expect(text).not.toContain('Surtidor')

    const [popup] = await Promise.all([
      context.waitForEvent('page'),
      page.evaluate((app) => {
        ;(globalThis as { held?: unknown }).held = open(`${app}/#/main`)
      }, stack.app),
    ])
    await popup.waitForLoadState()
    expect(await popup.evaluate(() => opener)).toBeNull()
    expect(await page.evaluate(() => (globalThis as { held?: Window }).held?.closed)).toBe(true)
    await popup.close()

    await page.evaluate(
      ([to, text]) =>
        fetch(to, { method: 'POST', mode: 'no-cors', body: text, credentials: 'include' }).catch(
          () => {},
        ),
      [url(logout), body('')] as const,
    )
    expect(await nameNow()).toBe('Anita')
    await page.close()
  },
)

test('her session, copied out of her storage into another browser, opens nothing', async () => {
  const stored = await home.evaluate(() => sessionStorage.getItem('currentUser') ?? '')
  const { page, context: thief } = await openBrowserSession(browser)
  await page.addInitScript((session) => {
    if (sessionStorage.getItem('planted')) return
    sessionStorage.setItem('planted', 'true')
    sessionStorage.setItem('currentUser', session)
  }, stored)
  const codes: string[] = []
  page.on('response', async (response) => {
    if (!response.url().includes('/api/')) return
    // A page that moved on has let go of the text of what it was answered before.
    const text = await response.text().catch(() => '')
    const code = /"responseCode":"(\d+)"/.exec(text)?.[1]
    if (code) codes.push(code)
  })
  await page.goto(`${stack.app}/#/movements`)
  await page.getByText(SESSION_OVER).waitFor()
  // The answer's text arrives a moment after the answer itself.
  await expect.poll(() => codes.length).toBeGreaterThan(0)
  expect(new Set(codes)).toEqual(new Set(['88']))
  expect(await page.evaluate(() => sessionStorage.getItem('currentUser'))).toBeNull()
  expect(await nameNow()).toBe('Anita')
  await thief.close()
})
