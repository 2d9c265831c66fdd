import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessibilityProblems, waitUntil } from '#e2e/browserSession.ts'
import { stackForFile } from '#e2e/stackForFile.ts'
import { PASSWORD } from '#testing/harness/testServer.ts'
import { type Autopush, startAutopush } from '#testing/push/autopush.ts'
import { type MarionetteFirefox, startFirefox } from '#testing/push/marionetteFirefox.ts'
import { pushDevice } from '#testing/push/pushDevice.ts'
import { type PushServiceStub, startPushService } from '#testing/push/pushServiceStub.ts'

let autopush: Autopush
let service: PushServiceStub
beforeAll(async () => {
  autopush = await startAutopush()
  service = await startPushService()
})
afterAll(async () => {
  await autopush?.close()
  await service?.close()
})
const stack = stackForFile(() => ({ PUSH_HOSTS: `${autopush.origin},${service.origin}` }))

/** An operator at the command line. */
async function notify(...args: string[]): Promise<string> {
  const child = spawn(process.execPath, ['tools/commands/notify.ts', ...args], {
    env: { ...process.env, ...stack.dataSettings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  await once(child, 'close')
  return output
}

/** Runs in the page: waits for what a selector finds, and a text in it, without a time of its own. */
const FIND = `const find = async (selector, text) => {
  for (;;) {
    const found = [...document.querySelectorAll(selector)].find((one) =>
      (one.labels?.[0] ?? one).textContent.includes(text))
    if (found) return found
    await new Promise((done) => setTimeout(done, 50))
  }
}
const type = (field, value) => {
  field.focus()
  document.execCommand('insertText', false, value)
}`

/** Runs in the browser: keeps what would be shown on the screen instead of showing it. */
const KEEP_ALERTS = `
  globalThis.alerts = []
  const service = {
    QueryInterface: ChromeUtils.generateQI(['nsIAlertsService']),
    showAlert(alert, listener) {
      alerts.push({ alert, listener })
      listener?.observe(null, 'alertshow', alert.cookie)
    },
    closeAlert() {},
    setManualDoNotDisturb() {},
    get suppressForScreenSharing() { return false },
  }
  const registrar = Components.manager.QueryInterface(Ci.nsIComponentRegistrar)
  registrar.registerFactory(Services.uuid.generateUUID(), 'alerts', '@mozilla.org/alerts-service;1', {
    QueryInterface: ChromeUtils.generateQI(['nsIFactory']),
    createInstance: (iid) => service.QueryInterface(iid),
  })`

describe('a promotion sent by an operator, in Firefox', () => {
  let firefox: MarionetteFirefox
  beforeAll(async () => {
    firefox = await startFirefox({
      'dom.push.serverURL': autopush.webSocket,
      'dom.push.connection.enabled': true,
      'dom.push.testing.allowInsecureServerURL': true,
      'permissions.default.desktop-notification': 1,
    })
    await firefox.inBrowser(KEEP_ALERTS)
  })
  afterAll(() => firefox?.close())

  const alerts = () =>
    firefox.inBrowser<{ title: string; text: string; name: string; lang: string }[]>(
      'return alerts.map(({ alert: { title, text, name, lang } }) => ({ title, text, name, lang }))',
    )

  test('arrives encrypted and signed, is shown, and opens its screen', async () => {
    await firefox.navigate(`${stack.app}/#/editUser?section=notifications`)
    await firefox.inPage(
      `${FIND}
      type(await find('input[type=email]', 'Correo'), args[0])
      type(await find('input[type=password]', 'Contraseña'), args[1])
      ;(await find('button', 'Ingresar')).click()
      await navigator.serviceWorker.ready
      ;(await find('button', 'Activar los avisos acá')).click()
      ;(await find('input[type=checkbox]', 'Mostrar el detalle')).click()
      await find('p', 'también los importes')`,
      'ana@demo.surtidor.uy',
      PASSWORD,
    )
    const output = await notify(
      '--title',
      'Lavado a mitad de precio',
      '--text',
      'Los martes, en Pocitos.',
      '--url',
      '/#/promotion',
      '--id',
      'lavado',
    )
    expect(output).toMatch(/^lavado: avisamos a \d+ personas, en 1 dispositivo\.\n$/)
    await waitUntil(async () => (await alerts()).length > 0)
    expect(await alerts()).toMatchObject([
      { title: 'Lavado a mitad de precio', text: 'Los martes, en Pocitos.', lang: 'es-UY' },
    ])
    expect(autopush.acks).toEqual([100])

    await firefox.inBrowser(`
      const [{ alert, listener }] = alerts
      listener.observe(null, 'alertclickcallback', alert.cookie)`)
    await waitUntil(() =>
      firefox.inPage<boolean>(`return location.hash === '#/promotion'
        && document.body.textContent.includes('Lavado a mitad de precio')`),
    )
  })
})

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

describe('pushed notifications, in Chromium', () => {
  test('show what the server sent, and nothing personal to another session', async () => {
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
