// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { CreationOptions, RequestOptions } from '#contract/entities/passkey.ts'
import { phoneInTest } from '#testing/browser/installFakePhone.ts'

const creation = { challenge: 'AAAA', rp: { id: 'surtidor.uy', name: 'Surtidor' } }
const request = { challenge: 'BBBB', rpId: 'surtidor.uy' }
let phone: ReturnType<typeof phoneInTest>
beforeEach(async () => {
  vi.resetModules()
  document.documentElement.dataset.server = 'https://surtidor.uy'
  phone = phoneInTest('android')
  const { nativePasskeys } = await import('#app/device/native/passkeys.ts')
  globalThis.nativePasskeys = nativePasskeys
})
afterEach(() => {
  globalThis.nativePasskeys = undefined
  delete document.documentElement.dataset.server
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})
const browserFace = () => import('#kit/browser/passkey.ts')

describe('passkeys of a phone', () => {
  test('a phone creates a passkey for the origin of the server, and answers as the contract has it', async () => {
    phone.answers['CapacitorPasskey.createCredential'] = {
      value: {
        id: 'a',
        rawId: 'a',
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON: 'b', attestationObject: 'c', publicKeyAlgorithm: -7 },
      },
    }
    const { createPasskey } = await browserFace()
    expect(await createPasskey(creation as CreationOptions)).toEqual({
      id: 'a',
      rawId: 'a',
      type: 'public-key',
      response: { clientDataJSON: 'b', attestationObject: 'c', transports: [] },
    })
    expect(phone.calls.at(-1)?.options).toEqual({
      publicKey: creation,
      origin: 'https://surtidor.uy',
    })
  })

  test('a phone signs a challenge', async () => {
    const response = {
      clientDataJSON: 'b',
      authenticatorData: 'c',
      signature: 'd',
      userHandle: null,
    }
    phone.answers['CapacitorPasskey.getCredential'] = {
      value: { id: 'a', rawId: 'a', type: 'public-key', clientExtensionResults: {}, response },
    }
    const { signWithPasskey } = await browserFace()
    expect(await signWithPasskey(request as RequestOptions)).toEqual({
      id: 'a',
      rawId: 'a',
      type: 'public-key',
      response: { ...response, userHandle: '' },
    })
  })

  test('fail with the sentence of the error that the phone names', async () => {
    vi.spyOn(console, 'warn').mockReturnValue()
    phone.answers['CapacitorPasskey.createCredential'] = {
      error: { message: 'exists', code: 'InvalidStateError' },
    }
    const { createPasskey } = await browserFace()
    await expect(createPasskey(creation as CreationOptions)).rejects.toThrow('ya tiene una llave')
  })
})
