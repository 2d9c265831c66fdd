// @vitest-environment jsdom
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { RefusalReason } from '#contract/refusalReasons.ts'
import { DENIED } from '#contract/responseCodes.ts'
import { ApiError } from '#kit/api/apiError.ts'
import { signalAccepted } from '#kit/browser/passkey.ts'
import { callLoginPasskey } from '#shared/passkeys/callLoginPasskey.ts'
import { stubCalls } from '#testing/browser/stubCalls.ts'

const ACCEPTED = { rpId: 'surtidor.uy', userId: 'AAAA', allAcceptedCredentialIds: ['BBBB'] }
const OFFERED = { id: 'BBBB' }
const NOTHING = () => Promise.resolve()
afterEach(() => {
  globalThis.nativePasskeys = undefined
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function stubBrowser(answer = NOTHING) {
  const browser = {
    signalAllAcceptedCredentials: vi.fn<(options: object) => Promise<void>>(answer),
    signalUnknownCredential: vi.fn<(options: object) => Promise<void>>(answer),
  }
  vi.stubGlobal('PublicKeyCredential', browser)
  return browser
}
async function refusedWith(reason: RefusalReason) {
  const refusal = new ApiError(DENIED, 'No se puede.', { reason })
  const { call } = stubCalls({
    loginPasskeyOptions: { options: { rpId: 'surtidor.uy' } },
    loginPasskey: refusal,
  })
  const signingIn = callLoginPasskey(call, { platform: 'browser' }, OFFERED as never)
  await expect(signingIn).rejects.toBe(refusal)
}

describe('what the password managers are told', () => {
  test('they are told the passkeys that an account has left', async () => {
    const browser = stubBrowser()
    await signalAccepted(ACCEPTED)
    expect(browser.signalAllAcceptedCredentials).toHaveBeenCalledExactlyOnceWith(ACCEPTED)
  })

  test('they are told a passkey that the server does not know, with the host that it belongs to', async () => {
    const browser = stubBrowser()
    await refusedWith('passkey_unknown')
    await expect
      .poll(() => browser.signalUnknownCredential)
      .toHaveBeenCalledExactlyOnceWith({
        rpId: 'surtidor.uy',
        credentialId: 'BBBB',
      })
  })

  test('another refusal, which may be a fault of the server, tells them nothing', async () => {
    const browser = stubBrowser()
    await refusedWith('passkey_refused')
    expect(browser.signalUnknownCredential).not.toHaveBeenCalled()
  })

  test('the page of the phone app, whose passkeys are not its own, tells them nothing', async () => {
    const browser = stubBrowser()
    const unused = () => Promise.reject(new Error('not used here'))
    globalThis.nativePasskeys = { create: unused, get: unused }
    await signalAccepted(ACCEPTED)
    expect(browser.signalAllAcceptedCredentials).not.toHaveBeenCalled()
  })

  test.each<[what: string, stub: () => void]>([
    ['without the method', () => void vi.stubGlobal('PublicKeyCredential', () => undefined)],
    ['without passkeys', () => undefined],
    [
      'that refuses it',
      () => void stubBrowser(() => Promise.reject(new DOMException('', 'SecurityError'))),
    ],
  ])('nothing that the person notices, in a browser %s', async (_what, stub) => {
    vi.spyOn(console, 'warn').mockReturnValue()
    stub()
    await expect(signalAccepted(ACCEPTED)).resolves.toBeUndefined()
    await refusedWith('passkey_unknown')
  })
})
