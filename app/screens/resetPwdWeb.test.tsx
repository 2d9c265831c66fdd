// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DENIED } from '#contract/responseCodes.ts'
import { ApiError } from '#kit/api/apiError.ts'
import { type Replies, renderApp } from '#testing/browser/renderApp.tsx'

const linkOf = (email: string) =>
  `/resetPwdWeb?${new URLSearchParams({ user: email, code: 'the-secret' })}`
const ANA = 'ana@demo.surtidor.uy'
const WRONG = 'El código no es correcto o ya venció. Pedí uno nuevo.'
beforeEach(() => localStorage.clear())
afterEach(cleanup)

const renderScreen = (name: string | null, replies: Replies = { confirmResetPassword: {} }) =>
  renderApp(linkOf(ANA), { name, replies })
const email = () => screen.findByLabelText<HTMLInputElement>('Correo electrónico')
const password = () => screen.findByLabelText<HTMLInputElement>('Contraseña nueva')

describe('resetPwdWeb', () => {
  test('asks for the password only and removes the secret from the address', async () => {
    const { address, sentCalls, user } = renderScreen(null)
    expect([(await email()).value, (await email()).readOnly]).toEqual([ANA, true])
    await waitFor(() => expect(address()).toBe('/resetPwdWeb'))
    expect(screen.queryByLabelText('Código')).toBeNull()
    await user.type(await password(), 'nafta del cielo{Enter}')
    expect(await screen.findByText(/Tu contraseña cambió/)).toBeTruthy()
    expect(sentCalls[0]?.params).toEqual({
      user: ANA,
      code: 'the-secret',
      password: 'nafta del cielo',
    })
    expect(address()).toBe('/login')
  })

  test('ends the session of the same user', async () => {
    const { address, user } = renderScreen('Ana')
    await user.type(await password(), 'nafta del cielo{Enter}')
    expect(await screen.findByText(/Tu contraseña cambió/)).toBeTruthy()
    expect(address()).toBe('/login')
    expect((await email()).value).toBe(ANA)
    expect(sessionStorage.getItem('currentUser')).toBeNull()
  })

  test('keeps the session of another user', async () => {
    const { user } = renderScreen('Federico')
    await user.type(await password(), 'nafta del cielo{Enter}')
    expect(await screen.findByText(/está abierta la sesión de Federico/)).toBeTruthy()
    expect(sessionStorage.getItem('currentUser')).toContain('federico@')
  })

  test('says that the link of a changed bank account undoes it, and what it did', async () => {
    const query = new URLSearchParams({ user: ANA, code: 'the-secret', undoes: 'bank' })
    const { address, sentCalls, user } = renderApp(`/resetPwdWeb?${query}`, {
      name: null,
      replies: { confirmResetPassword: {} },
    })
    const title = { name: 'Deshacé el cambio de tu cuenta bancaria' }
    expect(await screen.findByRole('heading', title)).toBeTruthy()
    await waitFor(() => expect(address()).toBe('/resetPwdWeb'))
    expect(screen.getByText(/vuelve a ser la de antes y cerramos todas/)).toBeTruthy()
    await user.type(await password(), 'nafta del cielo')
    await user.click(screen.getByRole('button', { name: /^Deshacer el cambio/ }))
    expect(await screen.findByText(/Tu cuenta bancaria volvió a ser la de antes/)).toBeTruthy()
    expect(sentCalls[0]?.params).toEqual({
      user: ANA,
      code: 'the-secret',
      password: 'nafta del cielo',
    })
    expect(address()).toBe('/login')
  })

  test('shows why a used link of a bank account is refused, and offers a reset', async () => {
    const used = 'Ese enlace ya se usó, y la cuenta bancaria volvió a ser la de antes.'
    const query = new URLSearchParams({ user: ANA, code: 'the-secret', undoes: 'bank' })
    const { user } = renderApp(`/resetPwdWeb?${query}`, {
      name: null,
      replies: { confirmResetPassword: new ApiError(DENIED, used), resetPassword: {} },
    })
    await user.type(await password(), 'nafta del cielo{Enter}')
    expect(await screen.findByText(used)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Pedir otro código' }))
    const title = { name: 'Elegí una contraseña nueva' }
    expect(await screen.findByRole('heading', title)).toBeTruthy()
    expect((await password()).value).toBe('nafta del cielo')
  })

  test('sends a new code for an expired link and keeps the password', async () => {
    const { replies, user, sentCalls } = renderScreen(null, {
      confirmResetPassword: new ApiError(DENIED, WRONG),
      resetPassword: {},
    })
    await user.type(await password(), 'nafta del cielo{Enter}')
    expect(await screen.findByText(WRONG)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Pedir otro código' }))
    await user.type(await screen.findByLabelText('Código'), 'ABCD-1234')
    expect((await password()).value).toBe('nafta del cielo')
    replies.confirmResetPassword = {}
    await user.click(screen.getByRole('button', { name: 'Guardar la contraseña' }))
    expect(await screen.findByText(/Tu contraseña cambió/)).toBeTruthy()
    expect(sentCalls.at(-1)?.params.code).toBe('ABCD-1234')
  })
})
