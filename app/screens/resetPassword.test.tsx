// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Replies, renderApp } from '#testing/renderApp.tsx'
import { transportError } from '#kit/api/apiError.ts'

/** Ana forgot her password, and asks for a code. */
const ANA = 'ana@demo.surtidor.uy'
beforeEach(() => localStorage.clear())
afterEach(cleanup)

const ana = (replies: Replies = { resetPassword: {} }) =>
  renderApp('/resetPassword', { name: null, replies })
const email = () => screen.findByLabelText<HTMLInputElement>('Correo electrónico')
const ask = () => screen.findByRole('button', { name: 'Mandame el código' })

test('it is answered the same to everybody, and leads on with the e-mail kept', async () => {
  const { address, asked, user } = ana()
  await user.type(await email(), `${ANA}{Enter}`)
  expect(await screen.findByText(`Si hay una cuenta con ${ANA}`, { exact: false })).toBeTruthy()
  expect(asked).toEqual([{ service: 'resetPassword', params: { user: ANA } }])
  expect(address()).toBe('/confirmResetPassword')
  expect((await email()).value).toBe(ANA)
})

test('an e-mail that is none is said beside it, and nobody is asked', async () => {
  const { asked, user } = ana()
  await user.type(await email(), 'ana')
  await user.click(await ask())
  expect(await screen.findByText('Ese correo no es válido.')).toBeTruthy()
  expect(document.activeElement).toBe(await email())
  expect(asked).toEqual([])
})

test('what she typed at login comes along', async () => {
  const { user } = renderApp('/login', { name: null, replies: {} })
  await user.type(await email(), ANA)
  await user.click(screen.getByRole('link', { name: 'Olvidé mi contraseña' }))
  expect(location.hash).toBe('#/resetPassword?user=ana%40demo.surtidor.uy')
  const { address } = renderApp(location.hash.slice(1), { name: null, replies: {} })
  expect((await email()).value).toBe(ANA)
  await waitFor(() => expect(address()).toBe('/resetPassword'))
})

test('without a connection what was typed stays', async () => {
  const { replies, user, address } = ana({ resetPassword: transportError(0) })
  await user.type(await email(), ANA)
  await user.click(await ask())
  expect(await screen.findByText(/No pudimos conectarnos/)).toBeTruthy()
  expect((await email()).value).toBe(ANA)
  replies.resetPassword = {}
  await user.click(await ask())
  await waitFor(() => expect(address()).toBe('/confirmResetPassword'))
})
