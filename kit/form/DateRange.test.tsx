// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { DateFilter } from '#contract/dates.ts'
import { DateRange } from '#kit/form/DateRange.tsx'
import { fromInput, periodText, presetPeriod } from '#kit/format/period.ts'

const now = new Date('2026-11-20T12:00:00-03:00')
const tomorrow = new Date('2026-11-21T12:00:00-03:00')
const between = (from: string, to: string) =>
  ({ dateFrom: fromInput(from), dateTo: fromInput(to) }) as DateFilter
const week = between('2026-06-01', '2026-06-07')

afterEach(cleanup)

/** The control of a list; `show` sets another period from outside, as the list does. */
function renderDateRange(first: DateFilter) {
  const onChange = vi.fn<(period: DateFilter) => void>()
  const element = (value: DateFilter, at: Date) => (
    <DateRange value={value} now={at} onChange={onChange} />
  )
  const { rerender } = render(element(first, now))
  return {
    reported: () => onChange.mock.calls.map(([period]) => periodText(period)),
    show: (value: DateFilter, at = now) => rerender(element(value, at)),
  }
}
const checked = () =>
  screen.getByRole('radio', { checked: true }).closest('label')?.textContent ?? ''
const day = (label: string) => screen.queryByLabelText<HTMLInputElement>(label)
const write = (label: string, value: string) =>
  fireEvent.input(screen.getByLabelText(label), { target: { value } })

describe('DateRange', () => {
  test('reports typed dates when they are a valid period, and keeps them while they are not', () => {
    const { reported, show } = renderDateRange(presetPeriod('days90', now))
    expect([checked(), day('Desde')]).toEqual(['90 días', null])
    fireEvent.click(screen.getByRole('radio', { name: 'A medida' }))
    expect([checked(), day('Desde')?.value, reported()]).toEqual(['A medida', '22/08/2026', []])
    write('Desde', '')
    expect([day('Desde')?.value, reported()]).toEqual(['', []])
    write('Desde', '01/11/2026')
    expect(reported()).toEqual(['del 01/11/2026 al 20/11/2026'])
    show(between('2026-11-01', '2026-11-20'))
    expect([checked(), day('Desde')?.value]).toEqual(['A medida', '01/11/2026'])
    // Also when they equal a preset.
    write('Desde', '01/01/2026')
    show(presetPeriod('year', now))
    expect([checked(), day('Desde')?.value]).toEqual(['A medida', '01/01/2026'])
  })

  test('keeps the date fields when typed dates happen to equal a preset', () => {
    const { show } = renderDateRange(week)
    write('Desde', '01/01/2026')
    write('Hasta', '20/11/2026')
    show(presetPeriod('year', now))
    expect([checked(), day('Desde')?.value]).toEqual(['A medida', '01/01/2026'])
    fireEvent.click(screen.getByRole('radio', { name: 'Este año' }))
    expect([checked(), day('Desde')]).toEqual(['Este año', null])
  })

  test('shows a period that the list sets itself', () => {
    const { reported, show } = renderDateRange(week)
    expect([checked(), day('Desde')?.value]).toEqual(['A medida', '01/06/2026'])
    show(presetPeriod('year', now))
    expect([checked(), day('Desde')]).toEqual(['Este año', null])
    show(between('2026-07-01', '2026-07-07'))
    write('Hasta', '08/07/2026')
    expect(reported()).toEqual(['del 01/07/2026 al 08/07/2026'])
  })

  test('turns the preset of 30 days into typed dates when the day changes', () => {
    const { show } = renderDateRange(presetPeriod('days30', now))
    expect([checked(), day('Desde')]).toEqual(['30 días', null])
    show(presetPeriod('days30', now), tomorrow)
    expect([checked(), day('Desde')?.value]).toEqual(['A medida', '21/10/2026'])
  })
})
