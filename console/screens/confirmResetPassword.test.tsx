// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { renderConsole } from '#testing/browser/renderConsole.tsx'

afterEach(cleanup)

describe('a forgotten password in the console', () => {
  test('is asked for from login, with a link that leads back to the console', async () => {
    const desk = renderConsole('/requests', null, { resetPassword: {}, confirmResetPassword: {} })
    await desk.user.click(await screen.findByRole('link', { name: 'Olvidé mi contraseña' }))
    await screen.findByRole('heading', { name: 'Recuperá tu contraseña' })
    await desk.user.type(
      screen.getByLabelText('Correo electrónico'),
      'elena@demo.surtidor.uy{Enter}',
    )
    await screen.findByText('Revisá tu correo')
    expect(desk.sentCalls).toEqual([
      {
        name: 'resetPassword',
        params: { user: 'elena@demo.surtidor.uy', link: `${location.origin}/consola` },
      },
    ])
    await desk.user.type(screen.getByLabelText('Código'), 'ABCD-1234')
    await desk.user.type(screen.getByLabelText('Contraseña nueva'), 'una nueva bien larga{Enter}')
    await screen.findByRole('heading', { name: 'Consola' })
    expect(screen.getByLabelText<HTMLInputElement>('Correo electrónico').value).toBe(
      'elena@demo.surtidor.uy',
    )
  })
})
