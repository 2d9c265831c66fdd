// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { DENIED } from '#contract/responseCodes.ts'
import { ApiError } from '#kit/api/apiError.ts'
import { renderConsole } from '#testing/browser/renderConsole.tsx'
import { showMenu } from '#testing/browser/stubCalls.ts'

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
  cleanup()
  localStorage.clear()
})

describe('objectList', () => {
  test('draws the rows, and the filters of the address narrow them and start the first page', async () => {
    const { user, sentCalls, address } = renderConsole('/payments?state=PAID&after=x.y', elena, {
      objects: { columns, rows: [row('p1', 'Cuenta de gasoil')], next: 'cursor' },
    })
    const list = await screen.findByRole('list', { name: 'Pagos' })
    expect(within(list).getByRole('listitem').textContent?.replaceAll('\u00A0', ' ')).toBe(
      'Cuenta de gasoil$ 2.518,0008/11/2026 21:12 · Débito ····0002Pago',
    )
    expect(sentCalls.at(-1)).toMatchObject({
      params: { kind: 'payment', filters: { state: 'PAID' }, after: 'x.y' },
    })
    await user.type(screen.getByLabelText('Tarjeta: últimos 4'), '0002{Enter}')
    expect(address()).toBe('/payments?state=PAID&lastFour=0002')
    await user.click(screen.getByRole('button', { name: 'Página siguiente' }))
    expect(address()).toContain('after=cursor')
  })

  test('an empty list says whether filters made it so, and takes them away', async () => {
    const { user, address } = renderConsole('/payments?state=VOIDED', elena, {
      objects: { rows: [], next: '' },
    })
    await screen.findByText('No hay nada así')
    await user.click(screen.getByRole('button', { name: 'Sacar los filtros' }))
    await screen.findByText('No hay nada en «Pagos»')
    expect(address()).toBe('/payments')
  })

  test('a saved view is named by the words of its filters', async () => {
    const { user, address } = renderConsole('/payments?state=PAID&day=20260907', elena, {
      objects: { rows: [], next: '' },
    })
    await user.click(await screen.findByRole('button', { name: 'Guardar esta vista' }))
    await user.click(screen.getByRole('button', { name: 'Sacar los filtros' }))
    await user.click(await screen.findByRole('link', { name: 'Pago, 07/09/2026' }))
    expect(address()).toBe('/payments?state=PAID&day=20260907')
  })

  test('stays drawn without an error until the next page is there', async () => {
    const failed = vi.spyOn(console, 'error')
    const { user } = renderConsole('/exceptions', elena, { objects: { rows: [], next: '' } })
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
        columns,
        rows: [row('p1', 'Cuenta de gasoil'), row('p2', 'Lavado')],
        listActions: [],
        rowActions: [note],
        next: '',
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
        rows: [],
        listActions: [action('add', 'Nueva estación')],
        rowActions: [],
        next: '',
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
        rows: [],
        filterOptions: { programme: [{ value: 'uber', label: 'Surtidor Uber' }] },
        next: '',
      },
    })
    await screen.findByRole('option', { name: 'Surtidor Uber' })
    await user.selectOptions(screen.getByRole('combobox', { name: 'Programa' }), 'uber')
    expect(address()).toBe('/rewards?programme=uber')
  })

  test('a column that is not wanted stays away', async () => {
    const answers = { objects: { columns, rows: [row('p1', 'Lavado')], next: '' } }
    const { user } = renderConsole('/payments', elena, answers)
    await user.click(await screen.findByText('Columnas'))
    await user.click(screen.getByRole('checkbox', { name: 'Tarjeta' }))
    expect(screen.queryByText(/0002/)).toBeNull()
    cleanup()
    renderConsole('/payments', elena, answers)
    await screen.findByText('Lavado')
    expect(screen.queryByText(/0002/)).toBeNull()
  })
})
