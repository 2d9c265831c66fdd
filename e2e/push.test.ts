import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessibilityProblems, waitUntil } from '#e2e/browserSession.ts'
import { stackForFile } from '#e2e/stackForFile.ts'
import { pushDevice } from '#testing/push/pushDevice.ts'
import { type PushServiceStub, startPushService } from '#testing/push/pushServiceStub.ts'
import { startProcess } from '#tools/startProcess.ts'

let service: PushServiceStub
beforeAll(async () => {
  service = await startPushService()
})
afterAll(() => service?.close())
const stack = stackForFile(() => ({ PUSH_HOSTS: service.origin }))

async function notify(...args: string[]): Promise<void> {
  const { ended, output } = startProcess('tools/commands/notify.ts', {
    args,
    env: { ...process.env, ...stack.dataSettings },
  })
  if ((await ended) !== 0) throw new Error(output())
}

/**
 * Runs in the page, before its scripts. Chromium has no push service without Google's: the browser's
 * subscription is one whose keys the test knows.
 */
function subscribeWith(device: { endpoint: string; p256dh: string; auth: string }): void {
  const { endpoint, ...keys } = device
  let current: object | null = null
  Object.assign(PushManager.prototype, {
    getSubscription: async () => current,
    subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
      const key = applicationServerKey.replaceAll('-', '+').replaceAll('_', '/')
      const bytes = Uint8Array.from(atob(key), (character) => character.charCodeAt(0))
      current = {
        endpoint,
        options: { applicationServerKey: bytes.buffer },
        toJSON: () => ({ endpoint, keys }),
        unsubscribe: async () => {
          current = null
          return true
        },
      }
      return current
    },
  })
}

/** The notifications that the page's browser shows. */
const shownIn = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    const shown = await registration.getNotifications()
    return shown.map(({ title, body, tag, data }) => ({ title, body, tag, data: data as unknown }))
  })

/**
 * Runs in the service worker: what the browser does when the person taps its only notification. Only
 * a real tap lets a worker bring a tab to the front.
 */
const TAP_NOTIFICATION = `(async () => {
  WindowClient.prototype.focus = async function () { return this }
  const [notification] = await registration.getNotifications()
  dispatchEvent(new NotificationEvent('notificationclick', { notification }))
})()`

describe('pushed notifications', () => {
  test('show what the server sent, open its screen, and tell another session nothing personal', async () => {
    const phone = pushDevice(`${service.origin}/phone`)
    const { page, context } = await stack.openAs('ana', 'main', { serviceWorkers: 'allow' })
    await context.grantPermissions(['notifications'], { origin: stack.app })
    const cdp = await context.newCDPSession(page)
    const registered = new Promise<string>((resolve) => {
      cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const [first] = registrations
        if (first) resolve(first.registrationId)
      })
    })
    await cdp.send('ServiceWorker.enable')
    await page.addInitScript(subscribeWith, phone.device as never)
    await page.reload()
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    await page.goto(`${stack.app}/#/editUser?section=notifications`)
    await page.getByRole('button', { name: 'Activar los avisos acá' }).click()
    await page.getByLabel('Mostrar el detalle en la pantalla bloqueada').click()
    await page.getByText('también los importes').waitFor()
    expect(await accessibilityProblems(page, 'device that is pushed to')).toEqual([])

    await notify('--title', 'Café de regalo', '--text', 'Con tu carga.', '--id', 'cafe')
    await waitUntil(async () => service.requests.length > 0)
    const message = phone.decrypt(service.requests[0]?.body ?? Buffer.of())
    const deliver = async (data: string) =>
      await cdp.send('ServiceWorker.deliverPushMessage', {
        origin: stack.app,
        registrationId: await registered,
        data,
      })
    const shown = {
      title: 'Café de regalo',
      body: 'Con tu carga.',
      tag: message.id,
      data: { page: '/promotion' },
    }
    // Twice, as after an answer of the push service that was lost.
    for (const _ of [1, 2]) await deliver(JSON.stringify(message))
    await waitUntil(async () => (await shownIn(page)).length > 0)
    expect(await shownIn(page)).toEqual([shown])
    const [worker] = context.serviceWorkers()
    await worker?.evaluate(TAP_NOTIFICATION)
    await page.waitForURL(/#\/promotion/)
    await page.getByText('Con tu carga.').first().waitFor()
    await deliver(JSON.stringify(message))
    await waitUntil(async () => (await shownIn(page)).length > 0)

    const generic = { ...shown, title: 'Surtidor', body: 'Tenés una novedad en la app.' }
    const others = [
      '',
      'no es JSON',
      JSON.stringify({ ...message, page: 'https://evil.example/' }),
      JSON.stringify({ ...message, page: '/consola/', title: 1 }),
    ]
    for (const data of others) await deliver(data)
    await waitUntil(async () => (await shownIn(page)).length > 1)
    expect((await shownIn(page)).find(({ tag }) => tag !== message.id)).toEqual({
      ...generic,
      tag: 'surtidor',
      data: { page: '/notification' },
    })

    await page.getByRole('button', { name: 'Abrir el menú' }).click()
    await page.locator('dialog').getByRole('button', { name: 'Cerrar sesión' }).click()
    await page.getByRole('button', { name: 'Ok' }).click()
    await page.getByRole('button', { name: 'Ingresar' }).waitFor()
    await waitUntil(() =>
      page.evaluate(async () => {
        const { pushManager } = await navigator.serviceWorker.ready
        return (await pushManager.getSubscription()) === null
      }),
    )
    await deliver(JSON.stringify({ ...message, id: 'later' }))
    await waitUntil(async () => (await shownIn(page)).some(({ tag }) => tag === 'later'))
    expect((await shownIn(page)).find(({ tag }) => tag === 'later')).toEqual({
      ...generic,
      tag: 'later',
      data: { page: '/notification' },
    })
  })
})
