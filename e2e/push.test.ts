import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { toDate } from '#contract/dates.ts'
import { actOnObject } from '#contract/operator/actOnObject.ts'
import { accessibilityProblems, waitUntil } from '#e2e/browserSession.ts'
import { stackForFile } from '#e2e/stackForFile.ts'
import { startForFile } from '#testing/harness/startForTests.ts'
import { pushDevice } from '#testing/push/pushDevice.ts'
import { startPushService } from '#testing/push/pushServiceStub.ts'

const service = startForFile(startPushService)
const stack = stackForFile(() => ({ PUSH_HOSTS: service.origin }))

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

/** The notifications that the page's browser shows, by their tags. */
const shownIn = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    const shown = await registration.getNotifications()
    const read = shown.map(({ title, body, tag, data }) => ({
      title,
      body,
      tag,
      data: data as unknown,
    }))
    return read.toSorted((a, b) => (a.tag < b.tag ? -1 : 1))
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
    let registrationId = ''
    // A worker that could not be installed is deleted; the next load registers another.
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      registrationId = registrations.find((one) => !one.isDeleted)?.registrationId ?? registrationId
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

    const elena = await stack.clientOf('elena')
    const today = toDate(new Date())
    const { madeId: id } = await elena(actOnObject, {
      kind: 'promotion',
      objectId: '',
      action: 'make',
      fields: {
        title: 'Café de regalo',
        text: 'Con tu carga.',
        programme: 'all',
        from: today,
        to: `${today.slice(0, 4)}1231`,
      },
    })
    await elena(actOnObject, { kind: 'promotion', objectId: id, action: 'send', fields: {} })
    await waitUntil(async () => service.requests.length > 0)
    const message = phone.decrypt(service.requests[0]?.body ?? Buffer.of())
    /** Delivers the messages until the browser shows this. Chromium closes each one after 25 s. */
    const deliverUntil = async (messages: string[], expected: unknown) => {
      const deliverAndRead = async () => {
        for (const data of messages)
          await cdp.send('ServiceWorker.deliverPushMessage', {
            origin: stack.app,
            registrationId,
            data,
          })
        return await shownIn(page)
      }
      await expect.poll(deliverAndRead, { interval: 500 }).toEqual(expected)
    }
    const shown = {
      title: 'Café de regalo',
      body: 'Con tu carga. Hasta el 31/12.',
      tag: message.id,
      data: { page: '/promotion', item: id },
    }
    const sent = JSON.stringify(message)
    // Twice, as after an answer of the push service that was lost.
    await deliverUntil([sent, sent], [shown])
    const [worker] = context.serviceWorkers()
    await worker?.evaluate(TAP_NOTIFICATION)
    await page.waitForURL(({ hash }) => hash === `#/promotion?id=${id}`)
    await page.getByRole('dialog', { name: 'Café de regalo' }).getByText('Con tu carga.').waitFor()

    const others = [
      '',
      'no es JSON',
      JSON.stringify({ ...message, page: 'https://evil.example/' }),
      JSON.stringify({ ...message, page: '/consola/', title: 1 }),
    ]
    const unread = {
      title: 'Surtidor',
      body: 'Tenés una novedad en la app.',
      tag: 'surtidor',
      data: { page: '/notification' },
    }
    await deliverUntil([sent, ...others], [shown, unread])

    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Abrir el menú' }).click()
    await page.locator('dialog').getByRole('button', { name: 'Cerrar sesión' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cerrar sesión' }).click()
    await page.getByRole('button', { name: 'Ingresar' }).waitFor()
    await waitUntil(() =>
      page.evaluate(async () => {
        const { pushManager } = await navigator.serviceWorker.ready
        return (await pushManager.getSubscription()) === null
      }),
    )
    const later = { ...unread, tag: 'later' }
    const sentLater = JSON.stringify({ ...message, id: 'later' })
    await deliverUntil([sentLater], expect.arrayContaining([later]))
  })
})
