// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Passkey } from '#contract/entities/passkey.ts'
import { WRONG_CURRENT_PASSWORD } from '#contract/fields/password.ts'
import { PASSWORD_REQUIRED } from '#contract/passkey/registerPasskeyOptions.ts'
import { DENIED } from '#contract/responseCodes.ts'
import { ApiError } from '#kit/api/apiError.ts'
import { errorOf, fillFields, press, sent } from '#testing/browser/formSteps.ts'
import { type Replies, renderApp } from '#testing/browser/renderApp.tsx'

const ADD = 'Agregar una llave de este dispositivo'
const passkey = (name: string, lastUse = ''): Passkey => ({
  passkeyId: name,
  name,
  since: '20261119090000',
  lastUse,
  synced: true,
})
const open = (replies: Replies) => renderApp('/editUser?section=passkeys', { replies })
const credential = {
  id: 'a',
  rawId: 'a',
  type: 'public-key' as const,
  response: { clientDataJSON: 'b', attestationObject: 'c', transports: [] },
}
/** The data that the account has left. */
const accepted = { rpId: 'localhost', userId: 'AAAA', allAcceptedCredentialIds: [] }

beforeEach(() => {
  localStorage.clear()
  vi.spyOn(console, 'warn').mockReturnValue()
  globalThis.nativePasskeys = {
    create: () => Promise.resolve(credential),
    get: () => Promise.reject(new Error('not used here')),
  }
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  globalThis.nativePasskeys = undefined
})

describe('passkeys of Mis Datos', () => {
  test('asks for the password only when the server wants it, and adds the passkey of the device', async () => {
    const app = open({
      passkeys: { passkeys: [] },
      registerPasskeyOptions: ({ password }: { password: string }) => {
        if (password === '')
          return new ApiError(DENIED, PASSWORD_REQUIRED, { reason: 'password_required' })
        return password === 'mal'
          ? new ApiError(DENIED, WRONG_CURRENT_PASSWORD, { reason: 'wrong_password' })
          : { options: {} }
      },
      registerPasskey: { passkey: passkey('Teléfono') },
    })
    await screen.findByText('Todavía no agregaste ninguna.')
    await press(app, ADD)
    await screen.findByText('Para agregar una llave escribí antes tu contraseña.')
    expect(screen.queryByRole('alert')).toBeNull()
    await press(app, ADD)
    expect(await errorOf('Tu contraseña')).toBe('Escribí tu contraseña.')
    await fillFields(app, { 'Tu contraseña': 'mal' })
    await press(app, ADD)
    await screen.findByText(WRONG_CURRENT_PASSWORD)
    app.replies.passkeys = { passkeys: [passkey('Teléfono')] }
    await fillFields(app, { 'Tu contraseña': 'demo-surtidor' })
    await press(app, ADD)
    const list = await screen.findByRole('list', { name: 'Tus llaves de acceso' })
    expect(within(list).getByText('Teléfono')).toBeTruthy()
    expect(sent(app, 'registerPasskey')).toEqual([{ credential }])
    expect(screen.queryByLabelText('Tu contraseña')).toBeNull()
  })

  test.each([
    ['NotAllowedError', /se canceló o pasó demasiado tiempo/],
    ['InvalidStateError', /ya tiene una llave/],
    ['NotSupportedError', /bloqueo de pantalla/],
    ['SecurityError', /Desde esta dirección/],
  ])('says in plain words what %s of the device means', async (name, sentence) => {
    globalThis.nativePasskeys = {
      create: () => Promise.reject(new DOMException('', name)),
      get: () => Promise.reject(new Error('not used here')),
    }
    const app = open({ passkeys: { passkeys: [] }, registerPasskeyOptions: { options: {} } })
    await press(app, ADD)
    expect((await screen.findByRole('alert')).textContent).toMatch(sentence)
    expect(sent(app, 'registerPasskey')).toEqual([])
  })

  test('renames and removes one, after a question that says what will happen', async () => {
    const app = open({
      passkeys: { passkeys: [passkey('Teléfono', '20261120090000')] },
      renamePasskey: {},
      removePasskey: { accepted },
    })
    await press(app, 'Cambiar el nombre de Teléfono')
    await fillFields(app, { 'Nombre de la llave': 'Notebook' })
    app.replies.passkeys = { passkeys: [passkey('Notebook')] }
    await press(app, 'Guardar el nombre')
    await press(app, 'Quitar Notebook')
    const dialog = await screen.findByRole('alertdialog', { name: '¿Quitar esa llave?' })
    expect(dialog.textContent).toContain('Tu contraseña sigue sirviendo')
    app.replies.passkeys = { passkeys: [] }
    await app.user.click(within(dialog).getByRole('button', { name: 'Quitar la llave' }))
    await screen.findByText('Todavía no agregaste ninguna.')
    expect(sent(app, 'renamePasskey')).toEqual([{ passkeyId: 'Teléfono', name: 'Notebook' }])
    expect(sent(app, 'removePasskey')).toEqual([{ passkeyId: 'Notebook' }])
  })
})
