// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { ClockContext } from '#kit/browser/ClockContext.ts'
import { DayField } from '#kit/form/DayField.tsx'
import { code, read } from '#testing/sourceFiles.ts'

afterEach(cleanup)

function renderField(props: Partial<Parameters<typeof DayField>[0]> = {}) {
  const onChange = vi.fn<(value: string) => void>()
  const at = new Date('2026-11-20T12:00:00-03:00')
  const { rerender } = render(
    <ClockContext value={() => at}>
      <DayField label="Fecha" onChange={onChange} {...props} />
    </ClockContext>,
  )
  const input = screen.getByLabelText<HTMLInputElement>('Fecha')
  return { input, rerender, reported: () => onChange.mock.calls.flat(), user: userEvent.setup() }
}

describe('DayField', () => {
  test.each([
    ['07092026', '07/09/2026'],
    ['7/9/2026', '07/09/2026'],
    ['7-9-26', '07/09/2026'],
    ['2026-09-07', '07/09/2026'],
    ['20092026', '20/09/2026'],
  ])('takes %s as it is typed and shows it as %s', async (typed, shown) => {
    const { input, reported, user } = renderField()
    await user.type(input, typed)
    await user.tab()
    expect(input.value).toBe(shown)
    expect(reported().at(-1)).toBe(shown.split('/').toReversed().join(''))
    await user.clear(input)
    expect(reported().at(-1)).toBe('')
  })

  test('takes a pasted day at once, and a short year as the last century after its limit', async () => {
    const { input, user } = renderField({ max: '20261120' })
    input.focus()
    await user.paste('7/9/87')
    await waitFor(() => expect(input.value).toBe('07/09/1987'))
  })

  test.each([
    ['31/02/2026', 'Ese día no existe: revisá 31/02/2026.'],
    ['ayer', 'Escribí el día así: día/mes/año, por ejemplo 07/09/2026.'],
    ['21/11/2026', 'Tiene que ser el 20/11/2026 o antes.'],
    ['31/12/2025', 'Tiene que ser el 01/01/2026 o después.'],
  ])('says what is wrong with %s, keeps it, and reports nothing', async (typed, sentence) => {
    const { input, reported, user } = renderField({ min: '20260101', max: '20261120' })
    await user.type(input, typed)
    expect(screen.queryByText(sentence)).toBeNull()
    await user.tab()
    expect([screen.getByText(sentence).id, input.value]).toEqual([`${input.id}-error`, typed])
    expect(reported()).toEqual([])
  })

  test('shows the day that its owner sets, also an empty one', () => {
    const { input, rerender } = renderField({ value: '20260907' })
    expect(input.value).toBe('07/09/2026')
    rerender(<DayField label="Fecha" value="20261231" />)
    const shown = () => screen.getByLabelText<HTMLInputElement>('Fecha').value
    expect(shown()).toBe('31/12/2026')
    rerender(<DayField label="Fecha" value="" />)
    expect(shown()).toBe('')
  })

  test('chooses a day in the calendar by the keyboard, within the limits', async () => {
    const { input, reported, user } = renderField({ min: '20261102', max: '20261120' })
    fireEvent.click(screen.getByRole('button', { name: 'Abrir el calendario' }))
    const day = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name })
    const today = await day('20 de noviembre de 2026')
    await waitFor(() => expect(document.activeElement).toBe(today))
    expect((await day('1 de noviembre de 2026')).disabled).toBe(true)
    await user.keyboard('{ArrowRight}{ArrowUp}{ArrowLeft}')
    expect(document.activeElement).toBe(await day('12 de noviembre de 2026'))
    await user.keyboard('{PageUp}{End}{Enter}')
    expect([input.value, reported()]).toEqual(['08/11/2026', ['20261108']])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('is the only field of a day: no browser field is used, which follows its language', () => {
    const native = /type(="|: '|=\{')(date|datetime-local|time|month|week)["']/
    const files = code.filter((file) => /^(app|console|kit|shared)\/.*\.tsx?$/.test(file))
    expect(files.filter((file) => !file.endsWith('.test.tsx') && native.test(read(file)))).toEqual(
      [],
    )
  })
})
