// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DENIED } from '#contract/responseCodes.ts'
import { ApiError } from '#kit/api/apiError.ts'
import { type Replies, renderApp } from '#testing/browser/renderApp.tsx'

const ANA = 'ana@demo.surtidor.uy'
const COMMON = 'Esa contraseña es de las primeras que cualquiera probaría. Elegí otra.'
beforeEach(() => localStorage.clear())
afterEach(cleanup)

const renderScreen = (replies: Replies = { confirmResetPassword: {}, resetPassword: {} }) =>
  renderApp('/confirmResetPassword', { name: null, replies })
const email = () => screen.findByLabelText<HTMLInputElement>('Correo electrónico')
const code = () => screen.findByLabelText<HTMLInputElement>('Código')
const password = () => screen.findByLabelText<HTMLInputElement>('Contraseña nueva')
const save = () => screen.findByRole('button', { name: 'Guardar la contraseña' })

describe('confirmResetPassword', () => {
  test('changes the password by code; login says that the sessions ended', async () => {
    const { address, sentCalls, user } = renderScreen()
    await user.type(await email(), ANA)
    await user.type(await code(), 'ABCD-1234')
    await user.type(await password(), 'nafta del cielo{Enter}')
    expect(await screen.findByText(/cerramos las sesiones que tenías abiertas/)).toBeTruthy()
    expect(sentCalls).toEqual([
      {
        name: 'confirmResetPassword',
        params: { user: ANA, code: 'ABCD-1234', password: 'nafta del cielo' },
      },
    ])
    expect(address()).toBe('/login')
    expect((await email()).value).toBe(ANA)
  })

  test('names its fields for a password manager and shows the password on request', async () => {
    const { user } = renderScreen()
    expect((await email()).autocomplete).toBe('username')
    expect((await code()).autocomplete).toBe('one-time-code')
    expect((await password()).autocomplete).toBe('new-password')
    await user.click(screen.getByRole('button', { name: 'Mostrar la contraseña' }))
    expect((await password()).type).toBe('text')
    await user.click(await password())
    await user.paste('una frase que solo yo conozco')
    expect((await password()).value).toBe('una frase que solo yo conozco')
  })

  test('shows the contract’s message at each invalid field', async () => {
    const { sentCalls, user } = renderScreen()
    await user.click(await save())
    expect(screen.getByText('Escribí tu correo.')).toBeTruthy()
    expect(screen.getByText('Ingresá el código que te mandamos por correo.')).toBeTruthy()
    expect(screen.getByText('Escribí una contraseña.')).toBeTruthy()
    await user.type(await email(), ANA)
    await user.type(await code(), 'ABCD-1234')
    await user.type(await password(), 'corta{Enter}')
    expect(screen.getByText('La contraseña tiene que tener entre 8 y 128 caracteres.')).toBeTruthy()
    expect(document.activeElement).toBe(await password())
    expect(sentCalls).toEqual([])
  })

  test('keeps what was typed after a refusal and after requesting another code', async () => {
    const { replies, sentCalls, user } = renderScreen({
      confirmResetPassword: new ApiError(DENIED, COMMON, { reason: 'weak_password' }),
    })
    await user.type(await email(), ANA)
    await user.type(await code(), 'ABCD-1234')
    await user.type(await password(), '12345678{Enter}')
    expect(await screen.findByText(COMMON)).toBeTruthy()
    replies.resetPassword = {}
    await user.click(screen.getByRole('button', { name: 'Pedir otro código' }))
    expect(await screen.findByText(/Si hay una cuenta con ese correo/)).toBeTruthy()
    expect(sentCalls.at(-1)).toEqual({ name: 'resetPassword', params: { user: ANA } })
    expect([(await code()).value, (await password()).value]).toEqual(['ABCD-1234', '12345678'])
  })

  test('disables the new code while the password is changed', async () => {
    const { promise: looked, resolve: changed } = Promise.withResolvers<object>()
    const { sentCalls, user } = renderScreen({
      confirmResetPassword: () => looked,
      resetPassword: {},
    })
    await user.type(await email(), ANA)
    await user.type(await code(), 'ABCD-1234')
    await user.type(await password(), 'nafta del cielo{Enter}')
    await user.click(screen.getByRole('button', { name: 'Pedir otro código' }))
    expect(sentCalls.map(({ name }) => name)).toEqual(['confirmResetPassword'])
    changed({})
    expect(await screen.findByText(/cerramos las sesiones que tenías abiertas/)).toBeTruthy()
  })
})
