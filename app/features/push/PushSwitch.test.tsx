// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { noAnswer } from '#kit/api/apiError.ts'
import { press, sent } from '#testing/browser/formSteps.ts'
import { type Replies, renderApp } from '#testing/browser/renderApp.tsx'
import { fakeBrowserPush, removeBrowserPush } from '#testing/push/fakeBrowserPush.ts'

beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  removeBrowserPush()
})

const publicKey = 'the-key'
const PREFERENCES = {
  preferences: [
    { type: 3, channel: 'app', enabled: true, fixed: false },
    { type: 3, channel: 'push', enabled: true, fixed: false },
  ],
}
const open = (replies: Replies = {}) =>
  renderApp('/editUser?section=notifications', {
    replies: {
      notificationPreferences: PREFERENCES,
      pushSettings: { publicKey, subscription: null },
      ...replies,
    },
  })

describe('the notifications of a device, in editUser', () => {
  test('the switch turns them on after the person’s tap and the browser’s own question', async () => {
    const push = fakeBrowserPush()
    const app = open({ registerPush: { id: 'mine' } })
    await screen.findByRole('button', { name: 'Activar los avisos acá' })
    expect(push.questions).toBe(0)
    app.replies.pushSettings = { publicKey, subscription: { id: 'mine', detail: false } }
    await press(app, 'Activar los avisos acá')
    await screen.findByText('Activados')
    expect(push.questions).toBe(1)
    expect(sent(app, 'registerPush')).toMatchObject([
      { device: { platform: 'web', endpoint: push.endpoint }, detail: false },
    ])
  })

  test('show details on the locked screen only if the person wants it', async () => {
    fakeBrowserPush({ permission: 'granted' })
    const app = open({
      pushSettings: { publicKey, subscription: { id: 'mine', detail: false } },
      registerPush: { id: 'mine' },
    })
    const detail = await screen.findByRole('checkbox', { name: /pantalla bloqueada/ })
    screen.getByText(/sin nombres ni importes/)
    app.replies.pushSettings = { publicKey, subscription: { id: 'mine', detail: true } }
    await app.user.click(detail)
    await screen.findByText(/también los importes/)
    expect(sent(app, 'registerPush')).toMatchObject([{ detail: true }])
  })

  test('the switch turns them off in the browser and at the server', async () => {
    const push = fakeBrowserPush({
      permission: 'granted',
      endpoint: 'https://fcm.googleapis.com/x',
    })
    const app = open({
      pushSettings: { publicKey, subscription: { id: 'mine', detail: false } },
      removePush: {},
    })
    await screen.findByText('Activados')
    app.replies.pushSettings = { publicKey, subscription: null }
    await press(app, 'Dejar de recibirlos acá')
    await screen.findByRole('button', { name: 'Activar los avisos acá' })
    expect(push.endpoint).toBeNull()
    expect(sent(app, 'removePush')).toEqual([{}])
  })

  test('say how to undo a refusal, and can be turned on after it was undone', async () => {
    const push = fakeBrowserPush({ answer: 'denied' })
    const app = open()
    await press(app, 'Activar los avisos acá')
    await screen.findByText(/tocá el ícono a la izquierda de la dirección/)
    expect(screen.queryByRole('button', { name: 'Activar los avisos acá' })).toBeNull()
    expect(app.sentCalls.some(({ name }) => name === 'registerPush')).toBe(false)
    push.permission = 'default'
    window.dispatchEvent(new Event('focus'))
    await screen.findByRole('button', { name: 'Activar los avisos acá' })
  })

  test('say so when they could not be stored, and can be tried again', async () => {
    fakeBrowserPush()
    const app = open({ registerPush: noAnswer('unreachable') })
    await press(app, 'Activar los avisos acá')
    await screen.findByText(/Fijate si tenés conexión/)
    app.replies.registerPush = { id: 'mine' }
    app.replies.pushSettings = { publicKey, subscription: { id: 'mine', detail: false } }
    await press(app, 'Activar los avisos acá')
    await screen.findByText('Activados')
  })

  test('an iPhone needs the installed app', async () => {
    const iPhone = vi.spyOn(navigator, 'userAgent', 'get')
    iPhone.mockReturnValue('Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)')
    open()
    await screen.findByText(/elegí «Agregar a inicio»/)
    iPhone.mockRestore()
  })

  test('a browser without push does not offer them', async () => {
    open()
    await screen.findByText('Este navegador no recibe avisos')
  })

  test('pushes of a type are turned off with those inside the app', async () => {
    const app = open({
      setNotificationPreference: {
        preferences: [
          { type: 3, channel: 'app', enabled: false, fixed: false },
          { type: 3, channel: 'push', enabled: true, fixed: false },
        ],
      },
    })
    const box = (channel: string) =>
      screen.getByRole<HTMLInputElement>('checkbox', { name: `Promociones: ${channel}` })
    await screen.findByRole('checkbox', { name: 'Promociones: en la app' })
    expect(box('en el dispositivo').checked).toBe(true)
    app.replies.notificationPreferences = {
      preferences: PREFERENCES.preferences.map((one) =>
        one.channel === 'app' ? { ...one, enabled: false } : one,
      ),
    }
    await app.user.click(box('en la app'))
    await waitFor(() => expect(box('en el dispositivo').disabled).toBe(true))
    expect(box('en el dispositivo').checked).toBe(false)
  })
})
