// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { useHeldRows } from '#console/features/list/useHeldRows.ts'

const answer = (rows: readonly (string | [id: string, state: string])[], next = '') => ({
  rows: rows.map((row) => {
    const [id, text] = typeof row === 'string' ? [row, 'Abierto'] : row
    return { id, cells: [{ text }] }
  }),
  next,
})
type Answer = ReturnType<typeof answer>

function hold(first: Answer | undefined) {
  let updatedAt = 0
  const initialProps = { key: 'a', given: first, updatedAt }
  const { result, rerender } = renderHook(
    (props: typeof initialProps) => useHeldRows(props.key, props.given, props.updatedAt),
    { initialProps },
  )
  return {
    ids: () => result.current.rows.map(({ id }) => id).join(''),
    held: () => result.current,
    come: (given: Answer | undefined, key = 'a') =>
      rerender({ key, given, updatedAt: ++updatedAt }),
    show: (isOutdated = false) => act(() => result.current.showNew(isOutdated)),
  }
}

describe('useHeldRows', () => {
  test('keeps the rows in their places and counts the new ones, until they are asked for', () => {
    const { come, show, ids, held } = hold(answer(['c', 'b', 'a'], 'after a'))
    come(answer(['e', 'd', 'c'], 'after c'))
    expect(ids()).toBe('cba')
    expect(held()).toMatchObject({ added: 2, left: 0, isMore: false, next: 'after a' })
    show()
    expect(ids()).toBe('edc')
    expect(held()).toMatchObject({ added: 0, left: 0, next: 'after c' })
  })

  test('a page of new ones alone says that there may be more', () => {
    const { come, held } = hold(answer(['b', 'a'], 'after a'))
    come(answer(['d', 'c'], 'after c'))
    expect(held()).toMatchObject({ added: 2, isMore: true })
  })

  test('changes the cells of its rows in place', () => {
    const { come, held } = hold(answer(['b', 'a']))
    come(answer(['c', ['b', 'Pago'], 'a']))
    expect(held().rows[0]?.cells).toEqual([{ text: 'Pago' }])
  })

  test('adds what comes after its last row', () => {
    const { come, ids, held } = hold(answer(['a', 'b']))
    come(answer(['a', 'b', 'c'], 'after c'))
    expect(ids()).toBe('abc')
    expect(held()).toMatchObject({ added: 0, next: 'after c' })
  })

  test('keeps a row that left the list with what was known of it, and counts it', () => {
    const { come, show, ids, held } = hold(answer(['c', 'b', 'a']))
    come(answer(['c', 'a']))
    expect(ids()).toBe('cba')
    expect(held()).toMatchObject({ added: 0, left: 1 })
    show()
    expect(ids()).toBe('ca')
  })

  test('the answer after the operator’s own change is drawn as it is, and the one after that is held', () => {
    const { come, show, ids } = hold(answer(['b', 'a']))
    show(true)
    come(answer(['b']))
    expect(ids()).toBe('b')
    come(answer(['c', 'b']))
    expect(ids()).toBe('b')
  })

  test('an empty list takes what comes, and another question its own answer', () => {
    const { come, ids } = hold(answer([]))
    come(answer(['a']))
    expect(ids()).toBe('a')
    come(undefined, 'b')
    expect(ids()).toBe('a')
    come(answer(['x', 'a']), 'b')
    expect(ids()).toBe('xa')
  })
})
