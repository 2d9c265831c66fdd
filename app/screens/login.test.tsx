// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type ApiError, noAnswer, transportError, unprocessable } from '#kit/api/apiError.ts'
import { renderApp } from '#testing/browser/renderApp.tsx'

beforeEach(() => {
  localStorage.clear()
  vi.spyOn(console, 'error').mockReturnValue()
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

async function anaTries(login: ApiError) {
  const app = renderApp('/login', { name: null, replies: { login } })
  await app.user.type(await screen.findByLabelText('Correo electrónico'), 'ana@demo.surtidor.uy')
  await app.user.type(screen.getByLabelText('Contraseña'), 'demo-surtidor{Enter}')
  return app
}

describe('login', () => {
  test.each([
    [transportError(429), /muchos intentos seguidos. Esperá un ratito/],
    [noAnswer('offline'), /Necesitás conexión para ingresar/],
    [noAnswer('unreachable'), /No pudimos conectarnos/],
    [transportError(503), /Error al procesar - 503. .*probá de nuevo en un momento/],
  ])('%s: shows the message that helps', async (failure, sentence) => {
    await anaTries(failure)
    expect((await screen.findByRole('alert')).textContent).toMatch(sentence)
  })

  test('shows the generic alert for an unreadable answer; Continuar closes it', async () => {
    const { user } = await anaTries(unprocessable('<html>'))
    const dialog = await screen.findByRole('alertdialog', { name: '¡Atención!' })
    expect(dialog.textContent).toContain('No se pudo procesar tu solicitud')
    await user.click(screen.getByRole('button', { name: 'Continuar' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(screen.getByRole('alert').textContent).toMatch(/Lo que escribiste sigue acá/)
  })
})
