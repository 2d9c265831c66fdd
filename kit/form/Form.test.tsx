// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { ApiError } from '#kit/api/apiError.ts'
import { Button } from '#kit/display/Button.tsx'
import { Field } from '#kit/form/Field.tsx'
import { Form, type FormOptions, PAUSE_MS, useForm } from '#kit/form/Form.tsx'
import { MutationForm, useMutationForm } from '#kit/form/MutationForm.tsx'

const SHORT = 'Tiene que tener tres letras.'
const Three = z.string().check(z.minLength(3, SHORT))
const denied = (reason?: 'invalid_mobile') => new ApiError('05', 'No se puede.', { reason })

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

interface Props extends Pick<FormOptions, 'checks'> {
  error?: ApiError | null
  mutate?: (error?: (error: ApiError) => void) => void
  request?: (fields: object) => object
}
function Example({ error = null, mutate, request = (fields) => fields, ...options }: Props) {
  const form = useMutationForm({
    mutation: {
      mutate: (_request, { onError }) => mutate?.(onError),
      error,
      isPending: false,
    },
    schema: z.object({ one: Three, other: Three }),
    request,
    refusedFields: { invalid_mobile: 'one' },
    ...options,
  })
  return (
    <MutationForm form={form} button="Guardar">
      <Field label="Uno" name="one" />
      <Field label="Otro" name="other" />
    </MutationForm>
  )
}
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const type = (label: string, value: string) => fireEvent.input(field(label), { target: { value } })
const isWrong = (label: string) => field(label).getAttribute('aria-invalid') === 'true'
const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Guardar' }))

describe('a form', () => {
  test('checks and sends a pasted text without its invisible characters, and leaves the field as it is', () => {
    const request = vi.fn<(fields: object) => object>((fields) => fields)
    render(<Example mutate={() => undefined} request={request} />)
    type('Uno', 'u\u200bno')
    type('Otro', 'o\u200b\u200btr')
    submit()
    expect([isWrong('Uno'), isWrong('Otro')]).toEqual([false, false])
    type('Otro', 'o\u200b\u200bt')
    submit()
    expect(isWrong('Otro')).toBe(true)
    expect(request).toHaveBeenCalledExactlyOnceWith({ one: 'uno', other: 'otr' })
  })

  test('removes the error of a field when it is changed, and keeps the others', () => {
    render(<Example />)
    submit()
    expect([isWrong('Uno'), isWrong('Otro')]).toEqual([true, true])
    type('Uno', 'uno')
    expect([isWrong('Uno'), isWrong('Otro')]).toEqual([false, true])
  })

  test('removes a refusal of the server at a field when the field is changed', () => {
    const error = denied('invalid_mobile')
    render(<Example error={error} mutate={(onError) => onError?.(error)} />)
    type('Uno', 'uno')
    type('Otro', 'otro')
    submit()
    expect([isWrong('Uno'), screen.queryAllByText('No se puede.').length]).toEqual([true, 1])
    type('Uno', 'unos')
    expect([isWrong('Uno'), screen.queryAllByText('No se puede.').length]).toEqual([false, 0])
  })

  test('removes the sentence about the form when a field is changed, and shows the next one', () => {
    const { rerender } = render(<Example error={denied()} />)
    expect(screen.queryAllByRole('alert')).toHaveLength(1)
    type('Uno', 'uno')
    expect(screen.queryAllByRole('alert')).toHaveLength(0)
    rerender(<Example error={denied()} />)
    expect(screen.queryAllByRole('alert')).toHaveLength(1)
  })

  test('checks a field after a pause in typing, or when the next field is entered', () => {
    render(<Example checks={{ one: () => Three, other: () => Three }} />)
    type('Uno', 'u')
    expect(isWrong('Uno')).toBe(false)
    act(() => void vi.advanceTimersByTime(PAUSE_MS))
    expect(screen.getByText(SHORT)).toBeTruthy()
    type('Uno', 'uno')
    act(() => void vi.advanceTimersByTime(PAUSE_MS))
    expect(isWrong('Uno')).toBe(false)
    type('Otro', 'o')
    fireEvent.blur(field('Otro'), { relatedTarget: field('Uno') })
    expect([isWrong('Uno'), isWrong('Otro')]).toEqual([false, true])
  })

  test('does not move its button away from the pointer that presses it', () => {
    render(<Example checks={{ one: () => Three }} />)
    type('Uno', 'u')
    fireEvent.blur(field('Uno'), { relatedTarget: screen.getByRole('button') })
    expect(isWrong('Uno')).toBe(false)
  })

  test('is not submitted while its button is busy, also one that stands outside of it', () => {
    const onSubmit = vi.fn<() => void>()
    function Outside({ busy }: { busy: boolean }) {
      return (
        <>
          <Form form={useForm()} id="form" onSubmit={onSubmit}>
            <Field label="Uno" name="one" />
          </Form>
          <Button type="submit" form="form" busy={busy}>
            Guardar
          </Button>
        </>
      )
    }
    const { rerender } = render(<Outside busy={false} />)
    submit()
    rerender(<Outside busy />)
    fireEvent.submit(field('Uno').form as HTMLFormElement)
    expect(onSubmit).toHaveBeenCalledOnce()
  })

  test('does not call a field wrong that is left empty', () => {
    render(<Example checks={{ one: () => Three }} />)
    fireEvent.blur(field('Uno'), { relatedTarget: field('Otro') })
    type('Uno', '')
    act(() => void vi.advanceTimersByTime(PAUSE_MS))
    expect(isWrong('Uno')).toBe(false)
  })
})
