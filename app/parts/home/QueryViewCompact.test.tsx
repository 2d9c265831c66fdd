// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { QueryViewCompact } from '#app/parts/home/QueryViewCompact.tsx'
import { type ApiError, transportError } from '#kit/api/apiError.ts'

afterEach(cleanup)
const draw = (failure: ApiError | null) =>
  render(
    <QueryViewCompact
      of={{
        state: 'here',
        answer: 'Tus puntos',
        failure,
        offline: failure?.noAnswer ?? false,
        refreshing: false,
        retrying: false,
        at: '20261120143205',
        again: () => undefined,
      }}
      what="tus puntos"
      hold={null}
    >
      {(answer) => <p>{answer}</p>}
    </QueryViewCompact>,
  )

test.each([
  [null, 'Tus puntos'],
  [transportError(0), 'Sin conexión · actualizado a las 14:32Tus puntos'],
  [transportError(503), 'No pudimos actualizar · datos de las 14:32Tus puntos'],
])('an answer that could not be refreshed (%s) says of when it is', (failure, text) => {
  expect(draw(failure).container.textContent).toBe(text)
  expect(screen.getByText('Tus puntos')).toBeTruthy()
})
