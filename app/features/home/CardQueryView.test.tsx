// @vitest-environment jsdom
import type { UseQueryResult } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { CardQueryView } from '#app/features/home/CardQueryView.tsx'
import { type ApiError, noAnswer, transportError } from '#kit/api/apiError.ts'
import { ClockContext } from '#kit/browser/ClockContext.ts'

afterEach(cleanup)

/** The result of a query that has data and whose last refetch ended with this error. */
const refetched = (error: ApiError | null) =>
  ({
    data: 'Tus puntos',
    dataUpdatedAt: new Date('2026-11-20T14:32:05-03:00').getTime(),
    error,
    failureReason: error,
    isFetched: true,
    isRefetchError: error !== null,
    isPaused: false,
    errorUpdateCount: 0,
  }) as UseQueryResult<string>

describe('CardQueryView', () => {
  test.each([
    [null, 'Tus puntos'],
    [noAnswer('offline'), 'Sin conexión · actualizado a las 14:32Tus puntos'],
    [transportError(503), 'No pudimos actualizar · actualizado a las 14:32Tus puntos'],
  ])('shows the time of data whose refetch ended with %s', (error, text) => {
    const { container } = render(
      <ClockContext value={() => new Date('2026-11-20T15:00:00-03:00')}>
        <CardQueryView query={refetched(error)} what="tus puntos" skeleton={null}>
          {(data) => <p>{data}</p>}
        </CardQueryView>
      </ClockContext>,
    )
    expect(container.textContent).toBe(text)
    expect(screen.getByText('Tus puntos')).toBeTruthy()
  })
})
