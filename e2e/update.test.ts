import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { payWith, signInAs, waitUntil, waitUntilIdle, workerIsActive } from '#e2e/browserSession.ts'
import { stackForFile } from '#e2e/stackForFile.ts'
import { startTwoVersionApp } from '#e2e/twoVersionApp.ts'
import { freePort } from '#testing/harness/freePort.ts'
import { startForFile } from '#testing/harness/startForTests.ts'

const port = await freePort()
const stack = stackForFile(() => ({ PUBLIC_URL: `http://localhost:${port}` }))
const app = startForFile(() => startTwoVersionApp(port, () => stack.app))

const versionOf = (page: Page) => page.locator('html').getAttribute('data-version')
const offer = (page: Page) => page.getByRole('button', { name: 'Actualizar' })
const update = (page: Page) =>
  page.evaluate(async () => {
    const { serviceWorker } = navigator
    await (await serviceWorker.getRegistration())?.update()
  })
const isWaiting = (page: Page) =>
  page.evaluate(async () => Boolean((await navigator.serviceWorker.getRegistration())?.waiting))
/** The tab is behind another one, or not. */
const setVisibility = (page: Page, state: 'hidden' | 'visible') =>
  page.evaluate((visibilityState) => {
    Object.defineProperty(document, 'visibilityState', {
      value: visibilityState,
      configurable: true,
    })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)

/** Ana on the first version of the app, and the server that deploys the second one. */
async function openFirstVersion(route: string, serviceWorkers: 'allow' | 'block' = 'allow') {
  app.deploy(1)
  const session = await stack.newSession({ serviceWorkers })
  const { page } = session
  await page.goto(`${app.url}/#/${route}`)
  await signInAs(page, 'ana')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await waitUntilIdle(page)
  if (serviceWorkers === 'allow') await workerIsActive(page)
  return session
}

/** Opens a debt and goes to the gateway's page. */
async function goToGateway(page: Page, concept: string) {
  const debt = page.getByRole('listitem').filter({ hasText: concept })
  await debt.getByRole('link').or(debt.getByRole('button')).click()
  await page.getByRole('button', { name: /^Ir a pagar/ }).click()
  await page.getByLabel('Número de tarjeta').waitFor()
}

describe('a new version of the app', () => {
  test('waits during a payment, and is applied on the result when the driver asks for it', async () => {
    const { page } = await openFirstVersion('payment')
    await goToGateway(page, 'Cuenta de gasoil')
    app.deploy(2)
    await payWith(page)
    await page.getByText('¡Listo! Pagaste').waitFor()
    expect(await versionOf(page)).toBe(null)
    await offer(page).click()
    await page.waitForFunction(() => document.documentElement.dataset.version === '2')
    await page.getByText('¡Listo! Pagaste').waitFor()
  })

  test('does not interrupt a payment whose tab is hidden, and is not offered meanwhile', async () => {
    const { page } = await openFirstVersion('payment')
    await goToGateway(page, 'Comisión de cobranza')
    await page.goBack()
    await page.getByRole('button', { name: /^(Ir a pagar|Seguir pagando)/ }).waitFor()
    app.deploy(2)
    await update(page)
    await waitUntil(() => isWaiting(page))
    await setVisibility(page, 'hidden')
    await setVisibility(page, 'visible')
    expect([await versionOf(page), await offer(page).count()]).toEqual([null, 0])
  })

  test('waits for typed text in any tab, then updates the hidden tabs by itself', async () => {
    const { page, context } = await openFirstVersion('commnents')
    await page.getByRole('textbox').last().fill('Buenas')
    const other = await context.newPage()
    await other.goto(`${app.url}/#/faq`)
    await other.getByRole('heading', { level: 1 }).waitFor()
    await workerIsActive(other)
    app.deploy(2)
    await update(other)
    await offer(other).click()
    await other.getByText('No actualizamos para que no pierdas nada').waitFor()
    expect(await page.getByRole('textbox').last().inputValue()).toBe('Buenas')
    await page.getByRole('textbox').last().fill('')
    await setVisibility(other, 'hidden')
    expect(await versionOf(other)).toBe(null)
    await setVisibility(page, 'hidden')
    for (const tab of [page, other])
      await tab.waitForFunction(() => document.documentElement.dataset.version === '2')
  })

  test('leaves the old tab its chunks, which the server does not have any more', async () => {
    const { page } = await openFirstVersion('main')
    app.deploy(2)
    await update(page)
    await waitUntil(() => isWaiting(page))
    const [chunk] = await page.evaluate(async () => {
      const keys = await Promise.all(
        (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
      )
      return keys.flat().flatMap(({ url }) => (/\/faq-[\w-]{8}\.js$/.test(url) ? [url] : []))
    })
    const answer = await page.request.get(chunk ?? '')
    expect([answer.status(), answer.headers()['cache-control']]).toEqual([404, 'no-store'])
    await page.goto(`${app.url}/#/faqAuth`)
    await page.getByRole('heading', { name: 'Preguntas frecuentes' }).waitFor()
    expect(await versionOf(page)).toBe(null)
  })

  test('a missing chunk reloads the page at its route without a service worker', async () => {
    const { page } = await openFirstVersion('main', 'block')
    app.deploy(2)
    await page.goto(`${app.url}/#/faqAuth`)
    await page.getByRole('heading', { name: 'Preguntas frecuentes' }).waitFor()
    expect(await versionOf(page)).toBe('2')
  })
})
