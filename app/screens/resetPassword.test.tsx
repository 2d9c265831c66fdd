// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { noAnswer } from '#kit/api/apiError.ts'
import { type Replies, renderApp } from '#testing/browser/renderApp.tsx'

const ANA = 'ana@demo.surtidor.uy'
beforeEach(() => localStorage.clear())
afterEach(cleanup)

const renderScreen = (replies: Replies = { resetPassword: {} }) =>
  renderApp('/resetPassword', { name: null, replies })
const email = () => screen.findByLabelText<HTMLInputElement>('Correo electrónico')
const ask = () => screen.findByRole('button', { name: 'Mandame el código' })

describe('resetPassword', () => {
  test('shows the same answer for any e-mail and passes it on', async () => {
    const { address, sentCalls, user } = renderScreen()
    await user.type(await email(), `${ANA}{Enter}`)
    expect(await screen.findByText(`Si hay una cuenta con ${ANA}`, { exact: false })).toBeTruthy()
    expect(sentCalls).toEqual([{ name: 'resetPassword', params: { user: ANA } }])
    expect(address()).toBe('/confirmResetPassword')
    expect((await email()).value).toBe(ANA)
  })

  test('shows an invalid e-mail without sending it', async () => {
    const { sentCalls, user } = renderScreen()
    await user.type(await email(), 'ana')
    await user.click(await ask())
    expect(await screen.findByText('Ese correo no es válido.')).toBeTruthy()
    expect(document.activeElement).toBe(await email())
    expect(sentCalls).toEqual([])
  })

  test('takes over the e-mail typed at login', async () => {
    const { user } = renderApp('/login', { name: null, replies: {} })
    await user.type(await email(), ANA)
    await user.click(screen.getByRole('link', { name: 'Olvidé mi contraseña' }))
    expect(location.hash).toBe('#/resetPassword?user=ana%40demo.surtidor.uy')
    const { address } = renderApp(location.hash.slice(1), { name: null, replies: {} })
    expect((await email()).value).toBe(ANA)
    await waitFor(() => expect(address()).toBe('/resetPassword'))
  })

  test('keeps what was typed without a connection', async () => {
    const { replies, user, address } = renderScreen({ resetPassword: noAnswer('offline') })
    await user.type(await email(), ANA)
    await user.click(await ask())
    expect(await screen.findByText(/Necesitás conexión para pedir el código/)).toBeTruthy()
    expect((await email()).value).toBe(ANA)
    replies.resetPassword = {}
    await user.click(await ask())
    await waitFor(() => expect(address()).toBe('/confirmResetPassword'))
  })
})
