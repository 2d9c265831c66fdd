// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { ApiError, noAnswer, transportError } from '#kit/api/apiError.ts'
import { ErrorState } from '#kit/feedback/QueryView.tsx'

afterEach(cleanup)

describe('ErrorState', () => {
  test.each([
    [noAnswer('offline'), 'Estás sin conexión'],
    [noAnswer('timeout'), 'Está tardando demasiado'],
    [noAnswer('unreachable'), 'No pudimos conectarnos'],
    [transportError(503), 'No pudimos cargar esto'],
    [new ApiError('05', ''), 'No pudimos cargar esto'],
  ])('says what happened for %s, with a text and a way to try again', (error, title) => {
    const refetch = vi.fn<() => Promise<never>>()
    render(<ErrorState query={{ refetch }} error={error} />)
    const alert = screen.getByRole('alert')
    expect(alert.querySelector('h2, h3, p')?.textContent).toBe(title)
    expect(alert.textContent.length).toBeGreaterThan(title.length + 'Probar de nuevo'.length + 10)
    expect(screen.getByRole('button', { name: 'Probar de nuevo' })).toBeTruthy()
  })

  test('announces the retry that the person asked for until it ends', async () => {
    const answer = Promise.withResolvers<void>()
    render(<ErrorState query={{ refetch: () => answer.promise }} error={transportError(503)} />)
    fireEvent.click(screen.getByRole('button', { name: 'Probar de nuevo' }))
    expect(screen.getByText('Probando de nuevo…')).toBeTruthy()
    answer.resolve()
    await waitFor(() => expect(screen.queryByText('Probando de nuevo…')).toBeNull())
  })
})
