// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { ApiError, noAnswer, unprocessable } from '#kit/api/apiError.ts'
import { Field } from '#kit/form/Field.tsx'
import { SubmitError } from '#kit/form/Form.tsx'

// A captive portal, or another version of the server, answers for the dialog's chunk as well.
vi.mock('#kit/feedback/ConfirmDialog.tsx', () => {
  throw new Error('There is no such chunk')
})
afterEach(cleanup)

describe('SubmitError', () => {
  test.each([
    [new ApiError('05', ''), 'No se pudo procesar tu solicitud'],
    [
      noAnswer('offline'),
      'Necesitás conexión para guardar tus datos. No se pierde nada: probá de nuevo cuando vuelva.',
    ],
    [noAnswer('timeout'), /un minuto.*Lo que escribiste sigue acá/],
    [noAnswer('unreachable'), /No pudimos conectarnos.*Lo que escribiste sigue acá/],
  ])('shows a text for %s, also when the answer has none', (error, text) => {
    render(<SubmitError action="guardar tus datos" mutation={{ error, isPending: false }} />)
    expect(screen.getByRole('alert').textContent).toMatch(text)
  })

  test('keeps the error while it is sent again, and tells the next one anew', () => {
    const of = (error: ApiError | null, isPending: boolean) => (
      <SubmitError mutation={{ error, isPending }} />
    )
    const { rerender } = render(of(new ApiError('05', 'No alcanzan los puntos'), false))
    const first = screen.getByRole('alert')
    rerender(of(null, true))
    expect(screen.getByRole('alert')).toBe(first)
    rerender(of(new ApiError('05', 'No alcanzan los puntos'), false))
    expect(screen.getByRole('alert').textContent).toBe('No alcanzan los puntos')
    expect(screen.getByRole('alert')).not.toBe(first)
    rerender(of(null, false))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('shows the sentence and keeps the form when the chunk of the dialog does not load', async () => {
    render(
      <>
        <Field label="Correo" defaultValue="ana@demo.surtidor.uy" />
        <SubmitError mutation={{ error: unprocessable('<html>'), isPending: false }} />
      </>,
    )
    // This import starts after the component's own and so fails after it.
    await act(
      async () => void (await import('#kit/feedback/ConfirmDialog.tsx').catch(() => undefined)),
    )
    expect(screen.getByRole('alert').textContent).toMatch(/Lo que escribiste sigue acá/)
    expect(screen.getByLabelText<HTMLInputElement>('Correo').value).toBe('ana@demo.surtidor.uy')
  })
})
