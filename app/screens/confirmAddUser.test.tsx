// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { DENIED, UNVERIFIED } from '#contract/responseCodes.ts'
import { ApiError, noAnswer, transportError } from '#kit/api/apiError.ts'
import { type Replies, renderApp } from '#testing/browser/renderApp.tsx'

const BETO = 'beto@demo.surtidor.uy'
const LINK = `/confirmAddUser?user=${encodeURIComponent(BETO)}&code=the-secret`
const ASSERTION = {
  id: 'AAAA',
  rawId: 'AAAA',
  response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
}
const WRONG = 'El código no es correcto o ya venció. Pedí uno nuevo.'

beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const beto = (address: string, replies: Replies = { confirmAddUser: {} }) =>
  renderApp(address, { name: null, replies })
const email = () => screen.findByLabelText<HTMLInputElement>('Correo electrónico')
const code = () => screen.findByLabelText<HTMLInputElement>('Código')
const confirm = () => screen.findByRole('button', { name: 'Confirmar mi cuenta' })
const another = () => screen.findByRole('button', { name: 'Pedir otro código' })

describe('confirmAddUser', () => {
  test('removes the link from the address and confirms on a tap only', async () => {
    const { address, sentCalls, user } = beto(LINK)
    expect((await email()).value).toBe(BETO)
    await waitFor(() => expect(address()).toBe('/confirmAddUser'))
    expect(screen.queryByLabelText('Código')).toBeNull()
    expect(sentCalls).toEqual([])
    await user.click(await confirm())
    expect(await screen.findByText(/Tu cuenta quedó confirmada/)).toBeTruthy()
    expect(sentCalls).toEqual([
      { name: 'confirmAddUser', params: { user: BETO, code: 'the-secret' } },
    ])
    expect(address()).toBe('/login')
    expect((await email()).value).toBe(BETO)
  })

  test('uses the second link opened in the same window', async () => {
    const { sentCalls, open, user } = beto(LINK)
    await email()
    open(LINK.replace('the-secret', 'the-newer'))
    await waitFor(async () => expect((await email()).value).toBe(BETO))
    await user.click(await confirm())
    await waitFor(() => expect(sentCalls[0]?.params.code).toBe('the-newer'))
  })

  test('shows missing fields with their message and focuses the first', async () => {
    const { sentCalls, user } = beto('/confirmAddUser')
    await user.click(await confirm())
    expect(document.activeElement).toBe(await email())
    expect((await email()).getAttribute('aria-invalid')).toBe('true')
    const says = (field: HTMLElement) =>
      document.getElementById(field.getAttribute('aria-describedby')?.split(' ')[0] ?? '')
        ?.textContent
    expect(says(await email())).toBe('Escribí tu correo.')
    expect(says(await code())).toBe('Ingresá el código que te mandamos por correo.')
    await user.type(await email(), 'beto@')
    await user.type(await code(), 'abcd-1234{Enter}')
    expect(says(await email())).toBe('Ese correo no es válido.')
    expect(sentCalls).toEqual([])
  })

  test('shows the server’s sentence for a wrong code and keeps what was typed', async () => {
    const { replies, user, sentCalls } = beto('/confirmAddUser', {
      confirmAddUser: new ApiError(DENIED, WRONG),
    })
    await user.type(await email(), ' Beto@Demo.Surtidor.uy ')
    await user.type(await code(), 'abcd 1234{Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe(WRONG)
    expect((await code()).value).toBe('abcd 1234')
    expect(sentCalls.at(-1)?.params).toEqual({ user: BETO, code: 'abcd 1234' })
    replies.confirmAddUser = noAnswer('offline')
    await user.click(await confirm())
    expect(await screen.findByText(/Necesitás conexión para confirmar tu cuenta/)).toBeTruthy()
    expect((await code()).value).toBe('abcd 1234')
    replies.confirmAddUser = transportError(429)
    await user.click(await confirm())
    expect(await screen.findByText(/Fueron muchos intentos/)).toBeTruthy()
  })

  test('sends a new code for an expired link, which is typed in', async () => {
    const { replies, user, sentCalls } = beto(LINK, { confirmAddUser: new ApiError(DENIED, WRONG) })
    await user.click(await confirm())
    expect(await screen.findByText(WRONG)).toBeTruthy()
    replies.confirmAddUser = {}
    await user.click(await another())
    expect(await screen.findByText(/Si hay una cuenta sin confirmar con ese correo/)).toBeTruthy()
    expect(sentCalls.at(-1)?.params).toEqual({ user: BETO, code: '' })
    expect(screen.queryByText(WRONG)).toBeNull()
    await user.type(await code(), 'ABCD-1234{Enter}')
    expect(await screen.findByText(/Tu cuenta quedó confirmada/)).toBeTruthy()
    expect(sentCalls.at(-1)?.params).toEqual({ user: BETO, code: 'ABCD-1234' })
  })

  test('disables the new code while one is checked, then confirms', async () => {
    const { promise: looked, resolve: confirmed } = Promise.withResolvers<object>()
    const { sentCalls, user } = beto('/confirmAddUser', { confirmAddUser: () => looked })
    await user.type(await email(), BETO)
    await user.type(await code(), 'ABCD-1234{Enter}')
    await user.click(await another())
    expect(sentCalls.map(({ params }) => params.code)).toEqual(['ABCD-1234'])
    confirmed({})
    expect(await screen.findByText(/Tu cuenta quedó confirmada/)).toBeTruthy()
  })

  test('keeps the session of another user and shows the confirmation', async () => {
    const { address, user } = renderApp(LINK, { replies: { confirmAddUser: {} } })
    await user.click(await confirm())
    expect(await screen.findByText(/Tu cuenta quedó confirmada/)).toBeTruthy()
    expect(screen.getByText(/está abierta la sesión de Ana/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Ir al inicio' })).toBeTruthy()
    expect(address()).toBe('/confirmAddUser')
  })

  describe('after a login answered with 86', () => {
    afterEach(() => void (globalThis.nativePasskeys = undefined))
    const unverified = new ApiError(UNVERIFIED, 'Todavía no confirmaste tu cuenta.')
    async function logIn(confirmAddUser: Replies['confirmAddUser'], typed = BETO) {
      vi.spyOn(console, 'error').mockReturnValue()
      location.hash = '#/login'
      const app = beto('/login', { login: unverified, confirmAddUser })
      await app.user.type(await email(), typed)
      await app.user.type(screen.getByLabelText('Contraseña'), 'demo-surtidor{Enter}')
      return app
    }
    const send = () => screen.findByRole('button', { name: 'Mandarme un código nuevo' })

    test('offers a new code, sends it on one tap and opens with the e-mail', async () => {
      const { user, sentCalls, open } = await logIn({})
      expect(location.hash).toBe('#/login')
      await user.click(await send())
      await waitFor(() => expect(location.hash).toContain('/confirmAddUser'))
      expect(sentCalls.at(-1)).toEqual({
        name: 'confirmAddUser',
        params: { user: BETO, code: '' },
      })
      open(location.hash.slice(1))
      expect((await code()).value).toBe('')
      expect((await email()).value).toBe(BETO)
      expect(await screen.findByText(/Te escribimos a beto@demo.surtidor.uy/)).toBeTruthy()
    })

    test('keeps what was typed when the code cannot be sent', async () => {
      const { user, replies } = await logIn(noAnswer('offline'))
      await user.click(await send())
      expect(await screen.findByText(/Necesitás conexión para pedir un código/)).toBeTruthy()
      expect((await email()).value).toBe(BETO)
      expect(screen.getByLabelText<HTMLInputElement>('Contraseña').value).toBe('demo-surtidor')
      expect(location.hash).toBe('#/login')
      replies.confirmAddUser = {}
      await user.click(await send())
      await waitFor(() => expect(location.hash).toContain('/confirmAddUser'))
    })

    test('opens without a new code for who has one', async () => {
      const { user, sentCalls } = await logIn({})
      await user.click(await screen.findByRole('button', { name: 'Ya tengo un código' }))
      expect(location.hash).toBe('#/confirmAddUser?user=beto%40demo.surtidor.uy')
      expect(sentCalls.map(({ name }) => name)).toEqual(['login'])
    })

    test('asks for the e-mail after a passkey, which names no address, and sends the code to it', async () => {
      vi.spyOn(console, 'error').mockReturnValue()
      location.hash = '#/login'
      globalThis.nativePasskeys = {
        create: () => Promise.reject(new Error('unused')),
        get: () => Promise.resolve(ASSERTION),
      }
      const { user, sentCalls } = beto('/login', {
        loginPasskeyOptions: { options: { challenge: 'AAAA', rpId: 'localhost' } },
        loginPasskey: unverified,
        confirmAddUser: {},
      })
      await user.click(await screen.findByRole('button', { name: 'Usar una llave de acceso' }))
      expect(await screen.findByText(unverified.message)).toBeTruthy()
      expect(await screen.findByText(/Escribí arriba tu correo/)).toBeTruthy()
      await user.click(await send())
      expect(await screen.findByText('Escribí tu correo.')).toBeTruthy()
      expect(document.activeElement).toBe(await email())
      expect(sentCalls.map(({ name }) => name)).not.toContain('confirmAddUser')
      await user.type(await email(), BETO)
      await user.click(await send())
      await waitFor(() => expect(location.hash).toContain('/confirmAddUser'))
      expect(sentCalls.at(-1)?.params).toEqual({ user: BETO, code: '' })
    })

    test('removes the offer when another e-mail is typed', async () => {
      const { user } = await logIn({})
      await send()
      await user.type(await email(), 'x')
      expect(screen.queryByRole('button', { name: 'Mandarme un código nuevo' })).toBeNull()
      expect(screen.queryByText(unverified.message)).toBeNull()
    })
  })
})
