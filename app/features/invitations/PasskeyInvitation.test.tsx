// @vitest-environment jsdom
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { watchInstallPrompt } from '#app/features/install/installPrompt.ts'
import { recordUse } from '#app/features/invitations/invitationTiming.ts'
import { markPayment } from '#app/features/payments/paymentInProgress.ts'
import { ROLES } from '#contract/pageAccess.ts'
import { PASSWORD_REQUIRED } from '#contract/passkey/registerPasskeyOptions.ts'
import { DENIED } from '#contract/responseCodes.ts'
import { USER } from '#contract/roles.ts'
import { ApiError, noAnswer } from '#kit/api/apiError.ts'
import { whenIdle } from '#kit/browser/whenIdle.ts'
import { fillFields, press, sent } from '#testing/browser/formSteps.ts'
import { NOON, type Replies, renderApp } from '#testing/browser/renderApp.tsx'
import { aUser } from '#testing/fixtures/entities.ts'

const TITLE = 'La próxima vez, sin escribir la contraseña'
const INSTALL = 'Surtidor en tu pantalla de inicio'
const ana = { ...aUser(), userSessionToken: 'token' }
const replies = {
  login: { user: ana, loyalties: [], secondFactor: 'none' },
  roles: { list: [ROLES[USER]] },
  loyalties: { loyalties: [] },
  getDebts: { debts: [], geopay: { netId: 'n', merchantId: 'm', pageUrl: '' } },
  notifications: { notifications: [] },
  branches: { branches: [] },
  passkeys: { passkeys: [] },
}
const owned = {
  passkeyId: 'one',
  name: 'Teléfono',
  since: '20261119090000',
  lastUse: '',
  synced: true,
}
/** Signs in by the password and waits for home. */
async function signIn(more: Replies = {}) {
  const app = renderApp('/login', { name: null, replies: { ...replies, ...more } })
  await fillFields(app, { 'Correo electrónico': ana.email, Contraseña: 'demo-surtidor' })
  await press(app, 'Ingresar')
  await screen.findByRole('heading', { level: 1, name: 'Hola, Ana' })
  return app
}
/** Chromium offers to install the app, which was of use. */
function offerInstallation() {
  recordUse(localStorage)
  dispatchEvent(new Event('beforeinstallprompt', { cancelable: true }))
}
const isShown = async (title: string) =>
  await screen.findByRole('heading', { name: title }).then(
    () => true,
    () => false,
  )

const create = vi.fn<() => Promise<unknown>>()
function stubBrowser({ holds }: { holds: boolean }) {
  const PublicKeyCredential = Object.assign(() => undefined, {
    isUserVerifyingPlatformAuthenticatorAvailable: () => Promise.resolve(holds),
    isConditionalMediationAvailable: () => Promise.resolve(false),
  })
  vi.stubGlobal('PublicKeyCredential', PublicKeyCredential)
  const bytes = new Uint8Array(2).buffer
  create.mockResolvedValue({
    id: 'AAA',
    rawId: bytes,
    response: {
      clientDataJSON: bytes,
      attestationObject: bytes,
      getTransports: () => ['internal'],
    },
    getClientExtensionResults: () => ({}),
  })
  Object.defineProperty(navigator, 'credentials', { value: { create }, configurable: true })
}
const options = {
  rp: { id: 'localhost', name: 'Surtidor' },
  user: { id: 'AAAA', name: ana.email, displayName: 'Ana' },
  challenge: 'AAAA',
  pubKeyCredParams: [],
  excludeCredentials: [],
}

watchInstallPrompt()
beforeEach(() => {
  localStorage.clear()
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  vi.spyOn(console, 'warn').mockReturnValue()
  stubBrowser({ holds: true })
})
afterEach(() => {
  cleanup()
  dispatchEvent(new Event('appinstalled'))
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'credentials')
})

describe('the invitation to create a passkey', () => {
  test('comes after a login by password, alone, and creates one without the password again', async () => {
    offerInstallation()
    const app = await signIn({
      registerPasskeyOptions: { options },
      registerPasskey: { passkey: owned },
    })
    expect(await isShown(TITLE)).toBe(true)
    expect(screen.queryByText(INSTALL)).toBeNull()
    await press(app, 'Crear mi llave')
    await waitFor(() => expect(screen.queryByText(TITLE)).toBeNull())
    expect(create).toHaveBeenCalledOnce()
    expect(sent(app, 'registerPasskeyOptions')).toEqual([{ password: '' }])
    expect(sent(app, 'registerPasskey')).toHaveLength(1)
    expect(screen.queryByText(INSTALL)).toBeNull()
  })

  test('asks for the password when the login was a while ago', async () => {
    const registerPasskeyOptions = new ApiError(DENIED, PASSWORD_REQUIRED, {
      reason: 'password_required',
    })
    const app = await signIn({ registerPasskeyOptions })
    await press(app, 'Crear mi llave')
    expect(await screen.findByLabelText('Tu contraseña')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Ahora no' })).toBeTruthy()
  })

  test('takes a no, and gives way to the other one at the next login', async () => {
    const app = await signIn()
    await press(app, 'Ahora no')
    expect(screen.queryByText(TITLE)).toBeNull()
    cleanup()
    offerInstallation()
    await signIn()
    expect(await isShown(INSTALL)).toBe(true)
    expect(screen.queryByText(TITLE)).toBeNull()
  })

  test.each<[when: string, more: Replies, holds: boolean]>([
    ['the person has a passkey', { passkeys: { passkeys: [owned] } }, true],
    ['the device can hold none', {}, false],
    ['the passkeys cannot be read', { passkeys: noAnswer('offline') }, true],
  ])('is not made when %s: the app may be installed instead', async (_when, more, holds) => {
    stubBrowser({ holds })
    offerInstallation()
    await signIn(more)
    expect(await isShown(INSTALL)).toBe(true)
    expect(screen.queryByText(TITLE)).toBeNull()
  })

  test('is not made in a session that began otherwise', async () => {
    offerInstallation()
    const app = renderApp('/main', { name: 'Ana', replies })
    expect(await isShown(INSTALL)).toBe(true)
    expect(screen.queryByText(TITLE)).toBeNull()
    expect(sent(app, 'passkeys')).toEqual([])
  })

  test('is not made during a payment, and neither is the other one', async () => {
    markPayment(localStorage, NOON)
    offerInstallation()
    const app = await signIn()
    // The first idle period is the one that chooses; the second follows its import of a module.
    for (const _ of [1, 2]) await act(() => new Promise<void>(whenIdle))
    expect(screen.queryByText(TITLE)).toBeNull()
    expect(screen.queryByText(INSTALL)).toBeNull()
    expect(sent(app, 'passkeys')).toEqual([])
  })
})
