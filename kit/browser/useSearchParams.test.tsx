// @vitest-environment jsdom
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { act } from 'react'
import { afterEach, describe, expect, test } from 'vitest'
import { useSearchParams } from '#kit/browser/useSearchParams.ts'
import { useSelectedParam } from '#kit/browser/useSelectedParam.ts'
import { SearchField } from '#kit/form/SearchField.tsx'

afterEach(cleanup)

describe('parameters of the address', () => {
  test('a search and a selection before the screen is drawn again are both kept', async () => {
    function Screen() {
      const { params, setParams } = useSearchParams()
      const { chosen, choose } = useSelectedParam('id')
      const change = () => {
        setParams({ search: 'Patricia', state: '' })
        choose('SOL-1')
      }
      return (
        <button type="button" onClick={change}>
          {params.search} {params.state} {chosen}
        </button>
      )
    }
    const router = createRouter({
      routeTree: createRootRoute({ component: Screen }),
      history: createMemoryHistory({ initialEntries: ['/?state=VOIDED'] }),
    })
    render(<RouterProvider router={router as never} />)
    fireEvent.click(await screen.findByRole('button', { name: 'VOIDED' }))
    await waitFor(() =>
      expect(router.state.location.search).toEqual({ search: 'Patricia', id: 'SOL-1' }),
    )
  })
})

describe('SearchField', () => {
  test('keeps what is typed while the address still has an earlier search', () => {
    const sent: string[] = []
    const field = (value: string) => (
      <SearchField label="Buscar" value={value} onSearch={(text) => void sent.push(text)} />
    )
    const { rerender } = render(field(''))
    const input = screen.getByLabelText<HTMLInputElement>('Buscar')
    for (const text of ['Pat', 'Patricia']) {
      fireEvent.change(input, { target: { value: text } })
      fireEvent.keyDown(input, { key: 'Enter' })
    }
    expect(sent).toEqual(['Pat', 'Patricia'])
    act(() => rerender(field('Pat')))
    expect(input.value).toBe('Patricia')
    act(() => rerender(field('Patricia')))
    act(() => rerender(field('Raúl')))
    expect(input.value).toBe('Raúl')
  })
})
