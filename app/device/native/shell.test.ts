// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { phoneInTest } from '#testing/browser/installFakePhone.ts'

const SESSION = JSON.stringify('{"userSessionToken":"a-token"}')
const observers: MutationObserver[] = []
let phone: ReturnType<typeof phoneInTest>
const called = (method: string) => phone.calls.filter((call) => call.method === method)

beforeEach(() => {
  localStorage.clear()
  location.hash = ''
  document.body.innerHTML = '<div id="root"></div>'
  document.documentElement.dataset.server = 'https://surtidor.uy'
  document.documentElement.dataset.scheme = 'uy.surtidor.app'
  phone = phoneInTest('android')
  // The shell observes its page for ever; here the page is the next test's too.
  vi.stubGlobal(
    'MutationObserver',
    class extends MutationObserver {
      constructor(callback: MutationCallback) {
        super(callback)
        observers.push(this)
      }
    },
  )
})
afterEach(() => {
  for (const observer of observers.splice(0)) observer.disconnect()
  globalThis.nativeImplementations = undefined
  for (const name of ['server', 'scheme', 'first', 'theme'])
    delete document.documentElement.dataset[name]
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** A phone with a remembered session. */
function remember() {
  localStorage.setItem('installed', 'true')
  phone.secure.set('currentUser', SESSION)
}
async function start() {
  const { startShell } = await import('#app/device/native/startShell.ts')
  await startShell()
}

describe('startShell', () => {
  test('gives the app the session of the secure storage, and says that login is not first', async () => {
    remember()
    await start()
    const { lastingStorage } = globalThis.nativeImplementations!.sessionStorages
    expect(lastingStorage.getItem('currentUser')).toBe(JSON.parse(SESSION))
    expect(document.documentElement.dataset.first).toBe('app')
    expect(called('internalAuthenticate')).toEqual([])
  })

  test('starts with login without a session', async () => {
    await start()
    expect(document.documentElement.dataset.first).toBe('login')
  })

  test('opens the link that started the app, and each later one', async () => {
    phone.answers['App.getLaunchUrl'] = { value: { url: 'https://surtidor.uy/#/movements' } }
    await start()
    expect(location.hash).toBe('#/movements')
    phone.fire('App', 'appUrlOpen', { url: 'uy.surtidor.app://open/#/payment?geopayResponse=e30' })
    expect(location.hash).toBe('#/payment?geopayResponse=e30')
    await vi.waitFor(() => expect(called('close')).toHaveLength(2))
  })

  test('opens the page of a tapped notification, and no other address', async () => {
    remember()
    await start()
    for (const [page, opened] of [
      ['/promotion', '#/promotion'],
      ['/editUser', '#/notification'],
      ['https://malo.example', '#/notification'],
      [undefined, '#/notification'],
    ]) {
      location.hash = '#/main'
      phone.fire('PushNotifications', 'pushNotificationActionPerformed', {
        actionId: 'tap',
        notification: { id: '1', data: { page } },
      })
      expect(location.hash).toBe(opened)
    }
  })

  test('starts with the page of a link, also without a session', async () => {
    phone.answers['App.getLaunchUrl'] = {
      value: { url: 'uy.surtidor.app://open/#/confirmAddUser?user=ana' },
    }
    await start()
    expect(document.documentElement.dataset.first).toBe('app')
  })

  test('shows the prerendered login only when it is known that there is no session', async () => {
    document.getElementById('root')!.append('Ingresá')
    const answer = phone.answers['SecureStorage.internalGetItem'] as (given: object) => object
    let atReading: unknown
    phone.answers['SecureStorage.internalGetItem'] = (options) => {
      atReading = [document.documentElement.dataset.first, called('hide').length]
      return answer(options)
    }
    await start()
    expect(atReading).toEqual(['app', 0])
    await vi.waitFor(() => expect(called('hide')).toHaveLength(1))
  })

  test('opens no link of another site', async () => {
    await start()
    phone.fire('App', 'appUrlOpen', { url: 'https://evil.example/#/movements' })
    expect(location.hash).toBe('')
  })

  test('hides the splash screen when the first screen is drawn', async () => {
    remember()
    await start()
    expect(called('hide')).toEqual([])
    document.getElementById('root')!.append('Hola')
    document.documentElement.dataset.first = 'drawn'
    await vi.waitFor(() => expect(called('hide')).toHaveLength(1))
  })

  test('tells the screens that the app is shown again', async () => {
    await start()
    const shown = vi.fn<() => void>()
    document.addEventListener('visibilitychange', shown)
    addEventListener('pageshow', shown)
    phone.fire('App', 'resume')
    phone.fire('Browser', 'browserFinished')
    expect(shown).toHaveBeenCalledTimes(4)
    document.removeEventListener('visibilitychange', shown)
    removeEventListener('pageshow', shown)
  })

  test('gives the bars of the phone the style of the theme', async () => {
    await start()
    document.documentElement.dataset.theme = 'dark'
    await vi.waitFor(() =>
      expect(called('setStyle').map(({ options }) => options.style)).toEqual(['DEFAULT', 'DARK']),
    )
  })

  test('scrolls the focused field into view above the keyboard', async () => {
    await start()
    const field = document.body.appendChild(document.createElement('input'))
    const scrollIntoView = vi.fn<Element['scrollIntoView']>()
    field.scrollIntoView = scrollIntoView
    field.focus()
    phone.fire('Keyboard', 'keyboardDidShow', { keyboardHeight: 300 })
    expect(scrollIntoView).toHaveBeenCalledWith({ block: 'center', behavior: 'instant' })
  })

  test('opens its own links for another tab in this view', async () => {
    await start()
    const link = document.body.appendChild(document.createElement('a'))
    link.href = '#/termandCondition'
    link.target = '_blank'
    link.click()
    expect(location.hash).toBe('#/termandCondition')
  })
})

describe('the back button', () => {
  test.each([
    ['leaves the app at its first screen', '#/main', true, 'minimizeApp'],
    ['leaves the app at login', '#/login?returnUrl=%2Fmain', true, 'minimizeApp'],
  ])('%s', async (_what, hash, canGoBack, method) => {
    await start()
    location.hash = hash
    phone.fire('App', 'backButton', { canGoBack })
    await vi.waitFor(() => expect(called(method)).toHaveLength(1))
  })

  test('goes back, or to the first screen where there is no way back', async () => {
    await start()
    const back = vi.spyOn(history, 'back').mockReturnValue()
    location.hash = '#/movements'
    phone.fire('App', 'backButton', { canGoBack: true })
    expect(back).toHaveBeenCalledOnce()
    phone.fire('App', 'backButton', { canGoBack: false })
    expect(location.hash).toBe('#/main')
  })

  test('closes the topmost dialog first', async () => {
    await start()
    location.hash = '#/main'
    const closed: string[] = []
    for (const role of ['dialog', 'alertdialog']) {
      const dialog = document.body.appendChild(document.createElement('div'))
      dialog.setAttribute('role', role)
      dialog.addEventListener('keydown', ({ key }) => closed.push(`${role} ${key}`))
    }
    phone.fire('App', 'backButton', { canGoBack: true })
    expect(closed).toEqual(['alertdialog Escape'])
    expect(called('minimizeApp')).toEqual([])
  })
})
