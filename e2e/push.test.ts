import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { waitUntil } from '#e2e/browserSession.ts'
import { stackForFile } from '#e2e/stackForFile.ts'
import { type Autopush, startAutopush } from '#testing/push/autopush.ts'
import { type MarionetteFirefox, startFirefox } from '#testing/push/marionetteFirefox.ts'
import { PASSWORD } from '#testing/testServer.ts'

let autopush: Autopush
beforeAll(async () => {
  autopush = await startAutopush()
})
afterAll(() => autopush?.close())
const stack = stackForFile(() => ({ PUSH_HOSTS: autopush.origin }))

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
      ...['--title', 'Lavado a mitad de precio', '--text', 'Los martes, en Pocitos.'],
      ...['--url', '/#/promotion', '--id', 'lavado'],
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
