import type { Browser, Page } from 'puppeteer-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stackForFile } from '#e2e/stackForFile.ts'
import { audit, launchForLighthouse, signInForLighthouse } from '#testing/browser/lighthouse.ts'

const stack = stackForFile()

let browser: Browser
let page: Page
beforeAll(async () => {
  browser = await launchForLighthouse()
  page = await browser.newPage()
})
afterAll(() => browser?.close())

/** The audits that cost points; the performance depends on the machine and has a bench. */
async function failuresOf(addresses: readonly string[], isSignedIn: boolean) {
  const found: Record<string, unknown> = {}
  for (const address of addresses) {
    const { scores, failures } = await audit(
      page,
      `${stack.app}${address}`,
      ['accessibility', 'best-practices'],
      isSignedIn,
    )
    const isPerfect = scores.accessibility === 100 && scores['best-practices'] === 100
    if (!isPerfect) found[address] = { scores, failures }
  }
  return found
}

describe('Lighthouse gives 100 for accessibility and best practices', () => {
  // `npm run bench -- lighthouse` audits every open route, and payments and map too.
  test('on the login of each client program', async () => {
    expect(await failuresOf(['/#/login', '/consola/'], false)).toEqual({})
  })

  test('on home', async () => {
    await signInForLighthouse(page, stack.app, 'ana')
    expect(await failuresOf(['/#/main'], true)).toEqual({})
  })
})
