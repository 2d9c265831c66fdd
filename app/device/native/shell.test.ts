// @vitest-environment jsdom
import { describe, expect, test, vi } from 'vitest'
import { shellForEachTest } from '#testing/browser/installFakePhone.ts'

const SESSION = JSON.stringify('{"userSessionToken":"a-token"}')
const phone = shellForEachTest()

/** A phone with a remembered session. */
function remember() {
  localStorage.setItem('installed', 'true')
  phone.secure.set('currentUser', SESSION)
}

describe('startShell', () => {
  test('gives the app the session of the secure storage, and says that login is not first', async () => {
    remember()
    await phone.start()
    const { lastingStorage } = globalThis.nativeImplementations!.sessionStorages
    expect(lastingStorage.getItem('currentUser')).toBe(JSON.parse(SESSION))
    expect(document.documentElement.dataset.first).toBe('app')
    expect(phone.called('internalAuthenticate')).toEqual([])
  })

  test('opens the link that started the app, and each later one', async () => {
    phone.answers['App.getLaunchUrl'] = { value: { url: 'https://surtidor.uy/#/movements' } }
    await phone.start()
    expect(location.hash).toBe('#/movements')
    phone.fire('App', 'appUrlOpen', { url: 'uy.surtidor.app://open/#/payment?geopayResponse=e30' })
    expect(location.hash).toBe('#/payment?geopayResponse=e30')
    await expect.poll(() => phone.called('close')).toHaveLength(2)
  })

  test('opens the page of a tapped notification, and no other address', async () => {
    remember()
    await phone.start()
    for (const [page, opened, item] of [
      ['/promotion', '#/promotion'],
      ['/promotion', '#/promotion?id=lavado', 'lavado'],
      ['/promotion', '#/promotion', 'a&b=c'],
      ['/editUser', '#/notification'],
      ['https://malo.example', '#/notification'],
      [undefined, '#/notification'],
    ]) {
      location.hash = '#/main'
      phone.fire('PushNotifications', 'pushNotificationActionPerformed', {
        actionId: 'tap',
        notification: { id: '1', data: { page, item } },
      })
      expect(location.hash).toBe(opened)
    }
  })

  test('starts with the page of a link, also without a session', async () => {
    phone.answers['App.getLaunchUrl'] = {
      value: { url: 'uy.surtidor.app://open/#/confirmAddUser?user=ana' },
    }
    await phone.start()
    expect(document.documentElement.dataset.first).toBe('app')
  })

  test('shows the prerendered login only when it is known that there is no session', async () => {
    document.getElementById('root')!.append('Ingresá')
    const answer = phone.answers['SecureStorage.internalGetItem'] as (given: object) => object
    let atReading: unknown
    phone.answers['SecureStorage.internalGetItem'] = (options) => {
      atReading = [document.documentElement.dataset.first, phone.called('hide').length]
      return answer(options)
    }
    await phone.start()
    expect(atReading).toEqual(['app', 0])
    expect(document.documentElement.dataset.first).toBe('login')
    await expect.poll(() => phone.called('hide')).toHaveLength(1)
  })

  test('hides the splash screen when the first screen is drawn', async () => {
    remember()
    await phone.start()
    expect(phone.called('hide')).toEqual([])
    document.getElementById('root')!.append('Hola')
    document.documentElement.dataset.first = 'drawn'
    await expect.poll(() => phone.called('hide')).toHaveLength(1)
  })

  test('tells the screens that the app is shown again', async () => {
    await phone.start()
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
    await phone.start()
    document.documentElement.dataset.theme = 'dark'
    await expect
      .poll(() => phone.called('setStyle').map(({ options }) => options.style))
      .toEqual(['DEFAULT', 'DARK'])
  })

  test('scrolls the focused field into view above the keyboard', async () => {
    await phone.start()
    const field = document.body.appendChild(document.createElement('input'))
    const scrollIntoView = vi.fn<Element['scrollIntoView']>()
    field.scrollIntoView = scrollIntoView
    field.focus()
    phone.fire('Keyboard', 'keyboardDidShow', { keyboardHeight: 300 })
    expect(scrollIntoView).toHaveBeenCalledWith({ block: 'center', behavior: 'instant' })
  })

  test('opens its own links for another tab in this view', async () => {
    await phone.start()
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
    await phone.start()
    location.hash = hash
    phone.fire('App', 'backButton', { canGoBack })
    await expect.poll(() => phone.called(method)).toHaveLength(1)
  })

  test('goes back, or to the first screen where there is no way back', async () => {
    await phone.start()
    const back = vi.spyOn(history, 'back').mockReturnValue()
    location.hash = '#/movements'
    phone.fire('App', 'backButton', { canGoBack: true })
    expect(back).toHaveBeenCalledOnce()
    phone.fire('App', 'backButton', { canGoBack: false })
    expect(location.hash).toBe('#/main')
  })

  test('closes the topmost dialog first', async () => {
    await phone.start()
    location.hash = '#/main'
    const closed: string[] = []
    for (const role of ['dialog', 'alertdialog']) {
      const dialog = document.body.appendChild(document.createElement('div'))
      dialog.setAttribute('role', role)
      dialog.addEventListener('keydown', ({ key }) => closed.push(`${role} ${key}`))
    }
    phone.fire('App', 'backButton', { canGoBack: true })
    expect(closed).toEqual(['alertdialog Escape'])
    expect(phone.called('minimizeApp')).toEqual([])
  })
})
