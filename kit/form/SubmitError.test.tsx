// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { unprocessable } from '#kit/api/apiError.ts'
import { Field } from '#kit/form/Field.tsx'
import { SubmitError } from '#kit/form/SubmitError.tsx'

// Another network's page, or another version of the server, answers for the dialog's chunk as well.
vi.mock('#kit/feedback/AlertDialog.tsx', () => {
  throw new Error('There is no such chunk')
})
afterEach(cleanup)

test('where the dialog does not come either, the sentence and what was typed stay', async () => {
  render(
    <>
      <Field label="Correo" defaultValue="ana@demo.surtidor.uy" />
      <SubmitError error={unprocessable('<html>')} />
    </>,
  )
  // Asked for after the form did, it is refused after the form has heard it.
  await act(async () => void (await import('#kit/feedback/AlertDialog.tsx').catch(() => undefined)))
  expect(screen.getByRole('alert').textContent).toMatch(/Lo que escribiste sigue acá/)
  expect(screen.getByLabelText<HTMLInputElement>('Correo').value).toBe('ana@demo.surtidor.uy')
})
