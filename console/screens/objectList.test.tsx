// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { DENIED } from '#contract/responseCodes.ts'
import { ApiError } from '#kit/api/apiError.ts'
import { renderConsole } from '#testing/browser/renderConsole.tsx'
import { showMenu } from '#testing/browser/stubCalls.ts'
import { EMPTY_LIST } from '#testing/fixtures/emptyList.ts'

const elena = { roles: ['1' as const] }
const columns = [
  { name: 'Concepto', place: 'title' as const },
  { name: 'Importe', place: 'note' as const },
  { name: 'Cuándo', place: 'detail' as const },
  { name: 'Tarjeta', place: 'detail' as const },
  { name: 'Estado', place: 'below' as const },
]
const row = (id: string, concept: string) => ({
  id,
  cells: [
    { text: concept },
    { cents: 251_800, currency: '858' as const },
    { stamp: '20261108211200' },
    { text: 'Débito ····0002' },
    { text: 'Pago', tone: 'good' as const },
  ],
})
const action = (name: string, label: string) => ({
  name,
  label,
  question: 'Queda en el historial.',
  danger: false,
  fields: [{ name: 'text', label: 'Nota', type: 'text' as const, hint: '', options: [] }],
})
afterEach(() => {
  vi.useRealTimers()
  cleanup()
  localStorage.clear()
})

describe('objectList', () => {
  test('draws the rows, and the filters of the address narrow them and start the first page', async () => {
    const { user, sentCalls, address } = renderConsole('/payments?state=PAID&after=x.y', elena, {
      objects: { ...EMPTY_LIST, columns, rows: [row('p1', 'Cuenta de gasoil')], next: 'cursor' },
    })
    const list = await screen.findByRole('list', { name: 'Pagos' })
    expect(within(list).getByRole('listitem').textContent?.replaceAll('\u00A0', ' ')).toBe(
      'Cuenta de gasoil$ 2.518,0008/11/2026 21:12 · Débito ····0002Pago',
    )
    expect(sentCalls.find(({ name }) => name === 'objects')).toMatchObject({
      params: { kind: 'payment', filters: { state: 'PAID' }, after: 'x.y' },
    })
    await user.click(screen.getByRole('button', { name: 'Más filtros' }))
    await user.type(screen.getByLabelText('Tarjeta: últimos 4'), '0002{Enter}')
    expect(address()).toBe('/payments?state=PAID&lastFour=0002')
    await user.click(screen.getByRole('button', { name: 'Página siguiente' }))
    expect(address()).toContain('after=cursor')
  })

  test.each([
    ['asks again by itself', 'state=matched', true],
    [
      'does not ask again for a number of a person, which the server counts',
      'plate=SBD1234',
      false,
    ],
  ])('%s', async (_title, search, again) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const { sentCalls } = renderConsole(`/sales?${search}`, elena, {
      objects: { ...EMPTY_LIST, columns, rows: [row('s1', 'A 1')] },
    })
    await screen.findByRole('list', { name: 'Ventas' })
    vi.advanceTimersByTime(60_000)
    const asked = () => sentCalls.filter(({ name }) => name === 'objects').length
    if (again) await waitFor(() => expect(asked()).toBeGreaterThan(1))
    else expect(asked()).toBe(1)
  })

  test('an empty list says whether filters made it so, and takes them away', async () => {
    const { user, address } = renderConsole('/payments?state=VOIDED', elena, {
      objects: EMPTY_LIST,
    })
    await screen.findByText('No hay nada así')
    await user.click(screen.getByRole('button', { name: 'Sacar los filtros' }))
    await screen.findByText('No hay nada en «Pagos»')
    expect(address()).toBe('/payments')
  })

  test('the shared and own views of the answer lead to their filters; one that is open is not saved again', async () => {
    const views = [
      { id: 'v1', name: 'Pagos de hoy', search: { state: 'PAID' }, shared: true, own: false },
    ]
    const { user, address } = renderConsole('/payments', elena, {
      objects: { ...EMPTY_LIST, views },
    })
    await user.click(await screen.findByRole('link', { name: 'Pagos de hoy' }))
    expect(address()).toBe('/payments?state=PAID')
    const link = screen.getByRole('link', { name: 'Pagos de hoy' })
    expect(link.getAttribute('aria-current')).toBe('page')
    expect(screen.queryByRole('button', { name: /esta vista/ })).toBeNull()
  })

  test('a view is saved under the words of its filters or another name, also for the team', async () => {
    const { user, sentCalls } = renderConsole('/payments?state=PAID&first=oldest&after=x', elena, {
      objects: EMPTY_LIST,
      saveView: { id: 'v1' },
    })
    await user.click(await screen.findByRole('button', { name: 'Guardar esta vista' }))
    const name = await screen.findByLabelText('Nombre')
    expect(name).toHaveProperty('value', 'Pago')
    await user.type(name, ' primero')
    await user.click(screen.getByRole('checkbox', { name: 'La ve todo el equipo' }))
    await user.click(screen.getByRole('button', { name: 'Guardar' }))
    await screen.findByText('Guardamos la vista.')
    expect(sentCalls.find(({ name }) => name === 'saveView')?.params).toEqual({
      kind: 'payment',
      name: 'Pago primero',
      search: { state: 'PAID', first: 'oldest' },
      shared: true,
    })
  })

  test('an own view is removed after a confirmation', async () => {
    const views = [{ id: 'v1', name: 'Pagos', search: { state: 'PAID' }, shared: true, own: true }]
    const { user, sentCalls } = renderConsole('/payments?state=PAID', elena, {
      objects: { ...EMPTY_LIST, views },
      removeView: {},
    })
    await user.click(await screen.findByRole('button', { name: 'Quitar esta vista' }))
    await screen.findByText(/La pierde todo el equipo/)
    await user.click(screen.getByRole('button', { name: 'Quitar' }))
    await waitFor(() =>
      expect(sentCalls).toContainEqual({ name: 'removeView', params: { viewId: 'v1' } }),
    )
  })

  test('below the rows are their count and sums, asked for with the filters', async () => {
    const { sentCalls } = renderConsole('/payments?state=PAID', elena, {
      objects: { ...EMPTY_LIST, columns, rows: [row('p1', 'Lavado')] },
      totals: {
        count: 1234,
        isMore: false,
        sums: [
          { currency: '858', cents: 1_234_500 },
          { currency: '840', cents: 2000 },
        ],
      },
    })
    const text = '1.234 con estos filtros · $ 12.345,00 · US$ 20,00'
    await screen.findByText((shown) => shown.replaceAll('\u00A0', ' ') === text)
    expect(sentCalls.find(({ name }) => name === 'totals')?.params).toMatchObject({
      kind: 'payment',
      filters: { state: 'PAID' },
    })
  })

  test('a count that stops at its limit says so', async () => {
    renderConsole('/payments', elena, {
      objects: { ...EMPTY_LIST, columns, rows: [row('p1', 'Lavado')] },
      totals: { count: 10_000, isMore: true, sums: [] },
    })
    await screen.findByText('Más de 10.000 en total')
  })

  test('keys focus the filters, move between the rows, select them and ask for the first action', async () => {
    const { user, address } = renderConsole('/payments', elena, {
      objects: {
        ...EMPTY_LIST,
        columns,
        rows: [row('p1', 'Cuenta de gasoil'), row('p2', 'Lavado')],
        rowActions: [action('note', 'Anotar')],
      },
      object: new ApiError(DENIED, 'No existe.'),
    })
    await screen.findByText('Lavado')
    await user.keyboard('/')
    expect(document.activeElement?.matches('[data-filters] *')).toBe(true)
    await user.keyboard('jx')
    expect(document.activeElement?.matches('[data-filters] *')).toBe(true)
    expect(screen.getByLabelText('Elegir Lavado')).toHaveProperty('checked', false)
    ;(document.activeElement as HTMLElement).blur()

    await user.keyboard('jjx')
    expect(screen.getByLabelText('Elegir Lavado')).toHaveProperty('checked', true)
    await user.keyboard('ke')
    await screen.findByRole('dialog', { name: 'Anotar' })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Anotar' })).toBeNull())
    await user.keyboard('{Enter}')
    await waitFor(() => expect(address()).toBe('/payments/p1'))
  })

  test('stays drawn without an error until the next page is there', async () => {
    const failed = vi.spyOn(console, 'error')
    const { user } = renderConsole('/exceptions', elena, { objects: EMPTY_LIST })
    await screen.findByText('No hay nada en «Excepciones»')
    await showMenu(user)
    await user.click(screen.getByRole('link', { name: 'Mi cuenta' }))
    await screen.findByRole('heading', { name: 'Mi cuenta' })
    expect(failed.mock.calls.filter(([, error]) => `${error}`.includes('of no kind'))).toEqual([])
    failed.mockRestore()
  })

  test('an action of several rows is done with each, and says which did not take it', async () => {
    const note = action('note', 'Anotar')
    const { user, sentCalls } = renderConsole('/payments', elena, {
      objects: {
        ...EMPTY_LIST,
        columns,
        rows: [row('p1', 'Cuenta de gasoil'), row('p2', 'Lavado')],
        rowActions: [note],
      },
      actOnObject: ({ objectId }: { objectId: string }) =>
        objectId === 'p2'
          ? new ApiError(DENIED, 'Eso ya no se puede hacer.')
          : { outcome: 'Anotado.', madeId: '' },
    })
    await user.click(await screen.findByLabelText('Elegir Cuenta de gasoil'))
    await user.click(screen.getByLabelText('Elegir Lavado'))
    await user.click(screen.getByRole('button', { name: 'Anotar (2)' }))
    await user.type(await screen.findByLabelText('Nota'), 'Revisado')
    await user.click(screen.getByRole('button', { name: 'Anotar' }))
    await screen.findByText('1 de 2: listo.')
    screen.getByText('Lavado: Eso ya no se puede hacer.')
    expect(sentCalls.filter(({ name }) => name === 'actOnObject')).toMatchObject(
      ['p1', 'p2'].map((objectId) => ({ params: { objectId, fields: { text: 'Revisado' } } })),
    )
  })

  test('an action of the list opens what it made', async () => {
    const { user, address } = renderConsole('/stations', elena, {
      objects: {
        ...EMPTY_LIST,
        listActions: [action('add', 'Nueva estación')],
      },
      actOnObject: { outcome: 'Quedó hecha.', madeId: 'E100' },
      object: new ApiError(DENIED, 'No existe.'),
    })
    await user.click(await screen.findByRole('button', { name: 'Nueva estación' }))
    await user.type(await screen.findByLabelText('Nota'), 'Ceibo{Enter}')
    await waitFor(() => expect(address()).toBe('/stations/E100'))
  })

  test('a filter by rows has the choices of the answer', async () => {
    const { user, address } = renderConsole('/rewards', elena, {
      objects: {
        ...EMPTY_LIST,
        filterOptions: { programme: [{ value: 'uber', label: 'Surtidor Uber' }] },
      },
    })
    await screen.findByRole('option', { name: 'Surtidor Uber' })
    await user.selectOptions(screen.getByRole('combobox', { name: 'Programa' }), 'uber')
    expect(address()).toBe('/rewards?programme=uber')
  })

  test('a column that is not wanted stays away', async () => {
    const answers = { objects: { ...EMPTY_LIST, columns, rows: [row('p1', 'Lavado')] } }
    const { user } = renderConsole('/payments', elena, answers)
    await user.click(await screen.findByRole('button', { name: 'Columnas' }))
    await user.click(await screen.findByRole('checkbox', { name: 'Tarjeta' }))
    expect(screen.queryByText(/0002/)).toBeNull()
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('checkbox', { name: 'Tarjeta' })).toBeNull()
    cleanup()
    renderConsole('/payments', elena, answers)
    await screen.findByText('Lavado')
    expect(screen.queryByText(/0002/)).toBeNull()
  })
})
