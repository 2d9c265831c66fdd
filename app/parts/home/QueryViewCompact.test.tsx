// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { ShownSmall } from '#app/parts/home/QueryViewCompact.tsx'
import { type CallFailure, failedTransport } from '#kit/api/apiError.ts'

afterEach(cleanup)
const draw = (failure: CallFailure | null) =>
  render(
    <ShownSmall
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
    </ShownSmall>,
  )

test.each([
  [null, 'Tus puntos'],
  [failedTransport(0), 'Sin conexión · actualizado a las 14:32Tus puntos'],
  [failedTransport(503), 'No pudimos actualizar · datos de las 14:32Tus puntos'],
])('an answer that could not be refreshed (%s) says of when it is', (failure, text) => {
  expect(draw(failure).container.textContent).toBe(text)
  expect(screen.getByText('Tus puntos')).toBeTruthy()
})
