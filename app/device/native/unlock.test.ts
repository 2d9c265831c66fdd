// @vitest-environment jsdom
import { describe, expect, test, vi } from 'vitest'
import { shellForEachTest } from '#testing/browser/installFakePhone.ts'

const SESSION = JSON.stringify('{"userSessionToken":"a-token"}')
const MINUTE = 60_000
const phone = shellForEachTest()

/** A phone with a remembered session. */
function remember(choice?: 'locked') {
  localStorage.setItem('installed', 'true')
  phone.secure.set('currentUser', SESSION)
  if (choice) localStorage.setItem('deviceUnlock', 'on')
}
const refuse = (code: string) => {
  phone.answers['BiometricAuthNative.internalAuthenticate'] = { error: { message: 'no', code } }
}
const button = (name: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)

describe('the unlock of a stored session', () => {
  test('shows it to the owner whom the phone recognises', async () => {
    remember('locked')
    await phone.start()
    expect(phone.called('internalAuthenticate')).toHaveLength(1)
    expect(phone.called('internalAuthenticate')[0]?.options).toMatchObject({
      allowDeviceCredential: true,
    })
    expect(phone.secure.has('currentUser')).toBe(true)
    expect(document.documentElement.dataset.first).toBe('app')
  })

  test('asks again after a refusal, and for the password after the third', async () => {
    remember('locked')
    refuse('authenticationFailed')
    const started = phone.start()
    for (const tries of [1, 2]) {
      await expect.poll(() => phone.called('internalAuthenticate')).toHaveLength(tries)
      await expect.poll(() => button('Desbloquear')).toBeDefined()
      expect(document.getElementById('root')?.hasAttribute('inert')).toBe(true)
      // The splash screen would lie over the lock screen.
      await expect.poll(() => phone.called('hide')).toHaveLength(1)
      button('Desbloquear')!.click()
      button('Desbloquear')!.remove()
    }
    await started
    expect(phone.called('internalAuthenticate')).toHaveLength(3)
    expect(phone.secure.size).toBe(0)
    expect(localStorage.getItem('deviceUnlock')).toBeNull()
    expect(document.documentElement.dataset.first).toBe('login')
    expect(document.getElementById('root')?.hasAttribute('inert')).toBe(false)
  })

  test('removes it when the person prefers the password', async () => {
    remember('locked')
    refuse('userCancel')
    const started = phone.start()
    await expect.poll(() => button('Ingresar con mi contraseña')).toBeDefined()
    button('Ingresar con mi contraseña')!.click()
    await started
    expect([phone.called('internalAuthenticate').length, phone.secure.size]).toEqual([1, 0])
  })

  test.each(['biometryLockout', 'noDeviceCredential'])(
    'removes it at once when the phone cannot recognise its owner: %s',
    async (code) => {
      remember('locked')
      refuse(code)
      await phone.start()
      expect([phone.called('internalAuthenticate').length, phone.secure.size]).toEqual([1, 0])
    },
  )

  test('is turned on only for the owner whom the phone recognises', async () => {
    await phone.start()
    const { unlock } = globalThis.nativeImplementations!
    refuse('userCancel')
    expect([await unlock.set(true), unlock.isOn()]).toEqual([false, false])
    phone.answers['BiometricAuthNative.internalAuthenticate'] = {}
    expect([await unlock.set(true), unlock.isOn()]).toEqual([true, true])
    expect([await unlock.set(false), unlock.isOn()]).toEqual([false, false])
    expect(await unlock.isPossible()).toBe(true)
  })
})

describe('the lock in the background', () => {
  async function background(minutes: number, wanted = true) {
    const { createLockScreen, lockInBackground } = await import('#app/device/native/lockScreen.ts')
    let now = 0
    const restart = vi.fn<() => void>()
    lockInBackground({ lock: createLockScreen(), isWanted: () => wanted, now: () => now, restart })
    const pause = () => {
      phone.fire('App', 'pause')
      return isCovered()
    }
    await expect.poll(pause).toBe(wanted)
    now = minutes * MINUTE
    phone.fire('App', 'resume')
    return restart
  }
  const isCovered = () => document.querySelector('[aria-label="Surtidor está bloqueada"]') !== null

  test.each([
    [4, 0],
    [5, 1],
  ])('after %i minutes asks for the owner %i times, and shows the page', async (minutes, times) => {
    const restart = await background(minutes)
    await expect.poll(() => isCovered()).toBe(false)
    expect(phone.called('internalAuthenticate')).toHaveLength(times)
    expect(restart).not.toHaveBeenCalled()
  })

  test('starts again without the session when the owner is not recognised', async () => {
    remember('locked')
    refuse('biometryLockout')
    const restart = await background(6)
    await expect.poll(() => restart).toHaveBeenCalledOnce()
    expect([isCovered(), phone.secure.size]).toEqual([true, 0])
  })

  test('stays over the page while the phone’s own question covers the app', async () => {
    let answer = (_refused: object) => {}
    const { nativeCall } = globalThis as unknown as { nativeCall: (...given: never[]) => object }
    const question = new Promise<object>((done) => {
      answer = done
    })
    vi.stubGlobal('nativeCall', (...given: string[]) => {
      const answered = nativeCall(...(given as never[]))
      return given[1] === 'internalAuthenticate' ? question : answered
    })
    await background(6)
    await expect.poll(() => phone.called('internalAuthenticate')).toHaveLength(1)
    phone.fire('App', 'pause')
    phone.fire('App', 'resume')
    expect(isCovered()).toBe(true)
    answer({})
    await expect.poll(() => isCovered()).toBe(false)
  })

  test('covers nothing that the person does not want locked', async () => {
    await background(6, false)
    expect([isCovered(), phone.called('internalAuthenticate').length]).toEqual([false, 0])
  })
})
