import { describe, expect, test } from 'vitest'
import { GUARDED_PAGES } from '#app/routeGuard.ts'
import { OPEN_PAGES } from '#contract/pageAccess.ts'
import { signInAs, waitUntil, workerIsActive } from '#e2e/browserSession.ts'
import { stackForFile } from '#e2e/stackForFile.ts'

const stack = stackForFile()
const INSTALLED = { serviceWorkers: 'allow' } as const

describe('the first visit', () => {
  test('stores nothing for later while a call of the first screens waits', async () => {
    const { page } = await stack.newSession(INSTALLED)
    await page.clock.install()
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/movements', async (route) => {
      await released
      await route.continue()
    })
    await page.goto(stack.app)
    await signInAs(page, 'ana')
    await page.getByRole('heading', { level: 1, name: 'Hola, Ana' }).waitFor()
    const registrations = () =>
      page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)
    for (let waits = 0; waits < 4; waits++) {
      await page.clock.runFor(6_000)
      expect(await registrations()).toBe(0)
    }
    release()
    await waitUntil(async () => {
      await page.clock.runFor(6_000)
      return (await registrations()) === 1
    })
    await workerIsActive(page)
  })
})

describe('the installed app', () => {
  test('a second visit opens from disk with its policy when there is no network', async () => {
    const { page, context } = await stack.openAs('ana', 'main', INSTALLED)
    await workerIsActive(page)
    const policy = (await page.request.get(stack.app)).headers()['content-security-policy']
    await context.setOffline(true)
    const response = await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Hola, Ana' }).waitFor()
    expect(response?.fromServiceWorker()).toBe(true)
    expect(response?.headers()['content-security-policy']).toBe(policy)
  })

  test('every route opens its chunk from disk', async () => {
    const { page, context } = await stack.openAs('ana', 'main', INSTALLED)
    await workerIsActive(page)
    await context.setOffline(true)
    const unopened: string[] = []
    for (const route of [...GUARDED_PAGES, ...OPEN_PAGES]) {
      await page.goto(`${stack.app}/#${route}`)
      await page.reload()
      const title = page.getByRole('heading', { level: 1 }).first()
      await title.waitFor()
      if ((await title.textContent()) === 'No pudimos abrir esta pantalla') unopened.push(route)
    }
    expect(unopened).toEqual([])
  })
})
