import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { pathOf } from '#contract/call.ts'
import { requestHeader } from '#contract/header.ts'
import { SESSION_OVER } from '#contract/responseCodes.ts'
import { logout } from '#contract/user/logout.ts'
import { updateUser } from '#contract/user/updateUser.ts'
import { newBrowserSession, signInAs } from '#e2e/browserSession.ts'
import { stackForFile } from '#e2e/stackForFile.ts'
import { listen } from '#testing/harness/httpProxy.ts'
import { startForFile } from '#testing/harness/startForTests.ts'

/**
 * Ana is signed in. In another tab of the same browser she opens a page of an attacker who knows
 * her session token.
 */
const stack = stackForFile()
const attacker = startForFile(() =>
  listen((_request, response) =>
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>Premio</title>'),
  ),
)
const ana = startForFile(async () => {
  const { page, context } = await newBrowserSession()
  await page.goto(`${stack.app}/#/main`)
  await signInAs(page, 'ana')
  await page.waitForFunction(() => sessionStorage.getItem('currentUser') !== null)
  const session = await page.evaluate(() => sessionStorage.getItem('currentUser') ?? '')
  const { userSessionToken: token } = JSON.parse(session) as { userSessionToken: string }
  return { page, context, session, token, close: () => context.close() }
})

/** The address of the page that Chromium shows instead of one that it blocks. */
const ERROR_PAGE = 'chrome-error://chromewebdata/'
/** Another site, and another origin of the same site, to whose requests Strict cookies are attached. */
const ATTACKER_HOSTS = ['127.0.0.1', 'localhost'] as const

const url = (contract: typeof updateUser | typeof logout) => `${stack.app}/api/${pathOf(contract)}`
let auditNumbers = 0
const body = (firstName: string) =>
  JSON.stringify({
    requestHeader: requestHeader({
      now: new Date(),
      random: ++auditNumbers / 1000,
      platform: 'b',
      token: ana.token,
    }),
    user: { firstName },
  })
/** Sends an `updateUser` from the app's own page and returns the name that results. */
const updateFromOwnPage = (text: string) =>
  ana.page.evaluate(
    async ([to, text]) => {
      const xsrf = /XSRF-TOKEN=([^;]+)/.exec(document.cookie)?.[1] ?? ''
      const headers = { 'content-type': 'text/plain', 'X-XSRF-TOKEN': xsrf }
      const response = await fetch(to, { method: 'POST', body: text, headers })
      const answer = await response.text()
      return (JSON.parse(answer) as { user?: { firstName: string } }).user?.firstName ?? answer
    },
    [url(updateUser), text] as const,
  )
/** The current name, by an update without fields, which needs a live session. */
const currentName = () => updateFromOwnPage(body('').replace('{"firstName":""}', '{}'))

/** The attacker's page, in Ana's browser. */
async function openAttackerPage(host: string): Promise<Page> {
  const page = await ana.context.newPage()
  await page.goto(`http://${host}:${attacker.port}/`)
  return page
}
/** The server's count of refused requests: a page cannot read the result of a beacon or a hidden frame. */
async function refusedRequests(): Promise<number> {
  const counts = await (await fetch(stack.metrics)).text()
  return Number(/^surtidor_cross_site_refused_total (\d+)/m.exec(counts)?.[1])
}
const refusedSince = (before: number) => expect.poll(async () => (await refusedRequests()) - before)

beforeEach(async () => {
  await updateFromOwnPage(body('Anita'))
})

describe('cross-site requests', () => {
  test('the same call from the own page changes the name', async () => {
    expect(await updateFromOwnPage(body('Analía'))).toBe('Analía')
    expect(await currentName()).toBe('Analía')
  })

  test.each(ATTACKER_HOSTS)(
    'fetch from %s with the cookies is refused, simple or preflighted',
    async (host) => {
      const before = await refusedRequests()
      const page = await openAttackerPage(host)
      const seen = await page.evaluate(
        async ([to, text]) => {
          const tries: RequestInit[] = [
            { mode: 'no-cors', headers: { 'content-type': 'text/plain' } },
            { mode: 'cors', headers: { 'content-type': 'text/plain' } },
            { mode: 'cors', headers: { 'content-type': 'application/json' } },
            { mode: 'cors', headers: { 'content-type': 'text/plain', 'X-XSRF-TOKEN': 'x' } },
            { mode: 'no-cors', keepalive: true },
          ]
          const answers: string[] = []
          for (const more of tries)
            answers.push(
              await fetch(to, { method: 'POST', body: text, credentials: 'include', ...more })
                .then((response) => response.text())
                .catch(() => 'refused'),
            )
          return answers
        },
        [url(updateUser), body('Robada')] as const,
      )
      for (const answer of seen) expect(['', 'refused']).toContain(answer)
      // Three are sent without a preflight; the preflight of the other two is refused.
      await refusedSince(before).toBeGreaterThanOrEqual(3)
      expect(await currentName()).toBe('Anita')
      await page.close()
    },
  )

  test.each(ATTACKER_HOSTS)('a form and a beacon of %s are refused', async (host) => {
    const before = await refusedRequests()
    const page = await openAttackerPage(host)
    const beacon = await page.evaluate(
      ([to, text]) => [
        navigator.sendBeacon(to, text),
        navigator.sendBeacon(to, new Blob([text], { type: 'text/plain' })),
      ],
      [url(updateUser), body('Robada')] as const,
    )
    expect(beacon).toEqual([true, true])
    // A text/plain form sends `name=value`: the body is JSON with the equals sign inside a string.
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
      // The next form replaces the document, which would cancel a submission that has not left yet.
      await refusedSince(before).toBe(3 + index)
    }
    await page.waitForURL(/\/api\//)
    expect(await page.locator('body').innerText()).toBe('{"statusCode":403}')
    expect(await currentName()).toBe('Anita')
    await page.close()
  })

  test.each(ATTACKER_HOSTS)(
    '%s can neither frame the app, nor keep a reference to its window, nor end the session',
    async (host) => {
      const page = await openAttackerPage(host)
      const consoleTexts: string[] = []
      page.on('console', (message) => consoleTexts.push(message.text()))
      await page.evaluate((app) => {
        document.body.innerHTML = `<iframe src="${app}/"></iframe><iframe src="${app}/docs"></iframe>`
      }, stack.app)
      await expect
        .poll(() => consoleTexts.filter((text) => text.includes('frame-ancestors')).length)
        .toBe(2)
      // The error page replaces a blocked frame's document some time after the refusal.
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
        ana.context.waitForEvent('page'),
        page.evaluate((app) => {
          ;(globalThis as { popup?: unknown }).popup = open(`${app}/#/main`)
        }, stack.app),
      ])
      await popup.waitForLoadState()
      expect(await popup.evaluate(() => opener)).toBeNull()
      expect(await page.evaluate(() => (globalThis as { popup?: Window }).popup?.closed)).toBe(true)
      await popup.close()

      await page.evaluate(
        ([to, text]) =>
          fetch(to, { method: 'POST', mode: 'no-cors', body: text, credentials: 'include' }).catch(
            () => {},
          ),
        [url(logout), body('')] as const,
      )
      expect(await currentName()).toBe('Anita')
      await page.close()
    },
  )

  test('a session copied from the storage to another browser gets 88', async () => {
    const { page } = await stack.newSession()
    await page.addInitScript((session) => {
      if (sessionStorage.getItem('planted')) return
      sessionStorage.setItem('planted', 'true')
      sessionStorage.setItem('currentUser', session)
    }, ana.session)
    const codes: string[] = []
    page.on('response', async (response) => {
      // The login screen, shown after the refusal, makes open calls without the copied token.
      if (!response.request().postData()?.includes(ana.token)) return
      // The body is no longer available once the page has navigated.
      const text = await response.text().catch(() => '')
      const code = /"responseCode":"(\d+)"/.exec(text)?.[1]
      if (code) codes.push(code)
    })
    await page.goto(`${stack.app}/#/movements`)
    await page.getByText(SESSION_OVER).waitFor()
    // The body arrives after the response event.
    await expect.poll(() => codes.length).toBeGreaterThan(0)
    expect(new Set(codes)).toEqual(new Set(['88']))
    expect(await page.evaluate(() => sessionStorage.getItem('currentUser'))).toBeNull()
    expect(await currentName()).toBe('Anita')
  })
})
