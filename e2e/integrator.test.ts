import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { HOSTED_PAGE } from '#contract/geopay.ts'
import { resetPassword } from '#contract/user/resetPassword.ts'
import { axeViolations, DESKTOP } from '#e2e/browserSession.ts'
import { stackForFile } from '#e2e/stackForFile.ts'
import { runToEnd } from '#testing/programs/runToEnd.ts'

const stack = stackForFile()

describe('a client written from the specification', () => {
  test('calls each of the 28 services and gets 00, also with null, empty and absent fields', async () => {
    const args = [stack.app, stack.sandbox]
    const { code, output } = await runToEnd('e2e/integrator.mjs', { args })
    const done = output.match(/^✓ \w+ \w+\/process\/\w+ 00$/gm) ?? []
    expect(done, output).toHaveLength(4 * 28)
    expect(code, output).toBe(0)
  })
})

describe('the page of the calls', () => {
  test('sends a call and shows its answer', async () => {
    const { page } = await stack.open('docs/', { viewport: DESKTOP })
    await page.locator('#operations-user-login .opblock-summary-control').click()
    await page.getByRole('button', { name: 'Execute' }).click()
    await expect
      .poll(() => page.locator('.live-responses-table').innerText())
      .toContain('"AUTORIZADO"')
  })

  test('opens a section of the guide by the keyboard, and scrolls sideways on no phone', async () => {
    const { page } = await stack.open('docs/', { viewport: { width: 360, height: 800 } })
    const table = page.getByRole('columnheader', { name: 'Limit' })
    await page.locator('summary', { hasText: 'Limits' }).press('Enter')
    await table.waitFor()
    expect(await page.locator('details[open]').count()).toBe(1)
    await page.locator('summary', { hasText: 'First program' }).press('Enter')
    await page.getByText('import json').waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  })
})

describe('the root of the gateway’s sandbox', () => {
  test('copies the number of a test card, and leads to the app', async () => {
    const { page, context } = await stack.open('')
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(stack.sandbox)
    await page.getByRole('button', { name: 'Copiar Débito' }).click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('9999 0100 0001 0002')
    await page.getByRole('link', { name: 'Ir al comercio' }).click()
    await page.getByLabel('Correo electrónico').waitFor()
  })
})

describe('the pages outside app and console', () => {
  test('violate no policy, run no inline script and take no text as HTML', async () => {
    const { page, context } = await stack.newSession({ viewport: DESKTOP })
    const fede = await stack.clientOf('fede')
    await fede(resetPassword, { user: 'ana@demo.surtidor.uy' })
    await page.goto(`${stack.app}/mailbox`)
    await page.getByRole('link', { name: 'Para ana@demo.surtidor.uy' }).first().click()
    await page.frameLocator('iframe').getByText('Surtidor').first().waitFor()
    const email = page.url()
    const ours = ['/mailbox', '/docs/', '/api/', '/', '/consola/'].map((path) => stack.app + path)
    const sandbox = ['/', '/nada', HOSTED_PAGE].map((path) => stack.sandbox + path)
    for (const url of [...ours, ...sandbox]) await page.goto(url, { waitUntil: 'networkidle' })
    // The refusals on this page are the expected ones.
    const attempts = await context.newPage()
    for (const url of [email, ...ours, ...sandbox])
      expect([url, await takesHtml(attempts, url)]).toEqual([url, false])
  })

  test('a keyboard can scroll the code and the tables of the API guide', async () => {
    const { page } = await stack.open('docs/')
    await page.locator('.info details').first().waitFor()
    await page.evaluate(() => {
      for (const section of document.querySelectorAll<HTMLDetailsElement>('.info details'))
        section.open = true
    })
    expect(await axeViolations(page, ['scrollable-region-focusable'])).toEqual([])
    const code = page.getByRole('region', { name: 'Example: First program' })
    await code.focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => code.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0)
  })

  test('the sandbox takes no form of another site, and one of its own', async () => {
    const { page } = await stack.open('')
    // Another site than the sandbox's `localhost`.
    await page.route('http://127.0.0.1:9/', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<form method="post" action="${stack.sandbox}${HOSTED_PAGE}/cancel"><input name="token" value="x"></form>`,
      }),
    )
    const submit = async () => {
      const answered = page.waitForResponse((response) => response.url().endsWith('/cancel'))
      await page.locator('form').evaluate((form) => (form as HTMLFormElement).submit())
      const status = (await answered).status()
      await page.waitForURL('**/cancel')
      return status
    }
    await page.goto('http://127.0.0.1:9/')
    expect(await submit()).toBe(403)
    await page.goto(stack.sandbox)
    await page.evaluate((action) => {
      const form = document.body.appendChild(document.createElement('form'))
      Object.assign(form, { method: 'post', action })
    }, `${HOSTED_PAGE}/cancel`)
    // The token is unknown.
    expect(await submit()).toBe(404)
  })
})

/** Whether a page accepts a text as HTML. */
async function takesHtml(page: Page, url: string): Promise<boolean> {
  await page.goto(url)
  return await page.evaluate(() => {
    try {
      document.body.insertAdjacentHTML('beforeend', '<img src="x" alt="hostile">')
    } catch {
      return false
    }
    return document.querySelector('img[alt=hostile]') !== null
  })
}
