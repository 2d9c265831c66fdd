// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Column, focusedRow, focusRow, Table } from '#kit/display/Table.tsx'

interface Item {
  name: string
  amount: number
}
const items: Item[] = [
  { name: 'Lavado', amount: 100 },
  { name: 'Cuenta de gasoil', amount: 2518 },
]
const columns: Column<Item>[] = [
  { name: 'Concepto', cell: ({ name }) => name, text: ({ name }) => name, place: 'title' },
  { name: 'Importe', cell: ({ amount }) => amount, isFigure: true, place: 'note' },
]
const draw = (given = columns, onPress = vi.fn<(item: Item) => void>()) => {
  render(
    <Table
      label="Pagos"
      columns={given}
      items={items}
      keyOf={(item) => item.name}
      onPress={onPress}
    />,
  )
  return onPress
}
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('Table on a desktop', () => {
  beforeEach(() => {
    const media = {
      matches: true,
      addEventListener: vi.fn<() => void>(),
      removeEventListener: vi.fn<() => void>(),
    }
    vi.stubGlobal('matchMedia', () => media)
  })

  test('figures stand at the right under their heading, and words that are cut off have a title', () => {
    draw()
    const [, figures] = screen.getAllByRole('cell')
    expect(screen.getByTitle('Lavado')).toBeDefined()
    expect(figures?.className).toContain('text-right')
    expect(screen.getByRole('columnheader', { name: 'Importe' }).className).toContain('text-right')
  })

  test('one long text takes no width from the texts that are short in every row', () => {
    const words = (name: string, text: (item: Item) => string) => ({ name, text, cell: text })
    draw([
      words('Concepto', ({ amount }) => (amount > 100 ? 'x'.repeat(36) : 'Café')),
      words('Estación', () => 'x'.repeat(20)),
    ])
    const [concept, station] = screen
      .getAllByRole('columnheader')
      .map(({ style }) => style.getPropertyValue('--share'))
    expect([concept, station]).toEqual(['50%', '50%'])
  })

  test('the heading of the order says it and turns it round; the others are no buttons', async () => {
    const turn = vi.fn<() => void>()
    const [first, ...others] = columns as [Column<Item>, ...Column<Item>[]]
    draw([{ ...first, sort: { direction: 'descending', turn } }, ...others])
    const heading = screen.getByRole('columnheader', { name: 'Concepto' })
    expect(heading.getAttribute('aria-sort')).toBe('descending')
    expect(within(heading).getByRole('button').title).toBe('Lo más viejo primero')
    await userEvent.click(within(heading).getByRole('button'))
    expect(turn).toHaveBeenCalledOnce()
    const other = screen.getByRole('columnheader', { name: 'Importe' })
    expect(within(other).queryByRole('button')).toBeNull()
    expect(other.getAttribute('aria-sort')).toBeNull()
  })

  test('the focus moves between the rows, also with the arrows, and not past the last', () => {
    draw()
    expect(focusedRow()).toBe(-1)
    expect(focusRow(1)).toBe(true)
    expect(focusedRow()).toBe(0)
    fireEvent.keyDown(document.activeElement as Element, { key: 'ArrowDown' })
    expect(document.activeElement?.textContent).toBe('Cuenta de gasoil')
    expect(focusRow(1)).toBe(false)
    expect(focusRow(-1)).toBe(true)
    expect(focusedRow()).toBe(0)
  })
})

describe('Table on a phone', () => {
  test('is a list whose rows take the focus in the same way', async () => {
    const onPress = draw()
    expect(screen.queryByRole('table')).toBeNull()
    focusRow(1)
    focusRow(1)
    expect(focusedRow()).toBe(1)
    await userEvent.keyboard('{Enter}')
    expect(onPress).toHaveBeenCalledWith(items[1])
  })
})
