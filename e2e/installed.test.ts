import { describe, expect, test } from 'vitest'
import { GUARDED_PAGES } from '#app/routeGuard.ts'
import { OPEN_PAGES } from '#contract/pageAccess.ts'
import { workerIsActive } from '#e2e/browserSession.ts'
import { stackForFile } from '#e2e/stackForFile.ts'

const stack = stackForFile()
const INSTALLED = { serviceWorkers: 'allow' } as const

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
