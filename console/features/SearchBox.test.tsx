// @vitest-environment jsdom
import { onlineManager } from '@tanstack/react-query'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { ADMINISTRADOR } from '#contract/roles.ts'
import { ApiError } from '#kit/api/apiError.ts'
import { renderConsole } from '#testing/browser/renderConsole.tsx'
import type { Replies } from '#testing/browser/stubCalls.ts'
import { EMPTY_LIST } from '#testing/fixtures/emptyList.ts'

const elena = { roles: [ADMINISTRADOR] }
const hit = (id: string, title: string, more: object = {}) => ({
  kind: 'payment',
  id,
  title,
  subtitle: 'Ana P. · Pago',
  ...more,
})
const page = {
  title: 'Cuenta de gasoil',
  badges: [],
  masked: true,
  groups: [],
  tables: [],
  timeline: [],
  actions: [],
}
const addStation = {
  name: 'addStation',
  label: 'Nueva estación',
  question: 'Queda en el mapa.',
  danger: false,
  fields: [{ name: 'name', label: 'Nombre', type: 'text' as const, hint: '', options: [] }],
}
const making = { kind: 'station', name: 'addStation', label: 'Nueva estación' }
const found = (...hits: object[]) => ({ hits, requests: [] })

/** What the browser has stored. */
const stores = () => [sessionStorage, localStorage].flatMap((one) => Object.entries<string>(one))

/** The console with the search box open. */
async function openBox(replies: Replies = {}, who: object = elena) {
  const home = { waiting: [], measures: [], health: [], listActions: [making] }
  const desk = renderConsole('/home', who, {
    home,
    object: { page },
    objects: EMPTY_LIST,
    ...replies,
  })
  await screen.findByText('Estás al día')
  await desk.user.keyboard('{Control>}k{/Control}')
  const field = await screen.findByLabelText('Qué buscás')
  const entries = (label: string) =>
    within(screen.getByRole('list', { name: label }))
      .getAllByRole('button')
      .map(({ textContent }) => textContent)
  const searches = () =>
    desk.sentCalls.flatMap(({ name, params }) => (name === 'search' ? [params.text] : []))
  return { ...desk, field, entries, searches }
}

afterEach(() => {
  cleanup()
  onlineManager.setOnline(true)
  sessionStorage.clear()
  localStorage.clear()
})

describe('SearchBox', () => {
  test('shows a hit with its amount, date and driver, and Enter opens the first', async () => {
    const more = { amount: { cents: 251_800, currency: '858' }, date: { stamp: '20261108211200' } }
    const request = { reference: 'SOL-1', title: 'Eva S.', subtitle: 'Uber · Pendiente' }
    const search = { hits: [hit('p2', 'Otra cuenta', more)], requests: [request] }
    const { user, field, entries, address } = await openBox({ search })
    await user.type(field, '0002')
    await screen.findByText('Otra cuenta')
    expect(entries('Resultados').map((text) => text?.replaceAll('\u00A0', ' '))).toEqual([
      'Otra cuenta$ 2.518,00Pagos · Ana P. · Pago08/11/2026 21:12',
      'Eva S.Solicitudes · Uber · Pendiente',
    ])
    await user.keyboard('{Enter}')
    expect(address()).toBe('/payments/p2')
  })

  test('takes what is typed before its field has the focus', async () => {
    const { user, field } = await openBox()
    await waitFor(() => expect(document.activeElement).toBe(field))
    await user.type(field, 'es')
    screen.getByRole('button', { name: 'Cerrar' }).focus()
    await user.keyboard('t')
    await waitFor(() => expect(document.activeElement).toBe(field))
    act(() => field.blur())
    await user.keyboard('a ')
    // The button that opened it has the focus until the sheet takes it.
    screen.getByRole('button', { name: /^Buscar en todo/, hidden: true }).focus()
    await user.keyboard(' b')
    expect(field).toHaveProperty('value', 'esta  b')
  })

  test('opens a membership request in its list', async () => {
    const request = { reference: 'SOL-1', title: 'Eva S.', subtitle: 'Uber · Pendiente' }
    const { user, field, address } = await openBox({ search: { hits: [], requests: [request] } })
    await user.type(field, 'SOL-1')
    await user.click(await screen.findByText('Eva S.'))
    expect(address()).toBe('/requests?reference=SOL-1')
  })

  test('the arrows go through all entries, and what is typed on one goes to the field', async () => {
    const search = found(hit('p1', 'Una'), hit('p2', 'Dos'))
    const { user, field, address } = await openBox({ search })
    await user.type(field, 'pa')
    await screen.findByText('Una')
    const focused = () => document.activeElement?.textContent ?? ''
    await user.keyboard('{ArrowDown}')
    expect(focused()).toBe('Ir a Pagos')
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
    expect(focused()).toContain('Dos')
    await user.keyboard('{ArrowUp}')
    expect(focused()).toContain('Una')
    await user.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}')
    expect(document.activeElement).toBe(field)
    await user.keyboard('{ArrowDown}z')
    expect((field as HTMLInputElement).value).toBe('paz')
    await user.clear(field)
    await user.type(field, 'zz')
    await waitFor(() => expect(screen.queryByText('Ir a Pagos')).toBeNull())
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
    expect(address()).toBe('/payments/p2')
  })

  test('Ctrl K and Escape close it', async () => {
    const { user } = await openBox()
    await user.keyboard('{Control>}k{/Control}')
    await waitFor(() => expect(screen.queryByLabelText('Qué buscás')).toBeNull())
    await user.keyboard('{Control>}k{/Control}')
    await screen.findByLabelText('Qué buscás')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByLabelText('Qué buscás')).toBeNull())
  })

  test('a late answer replaces no later one, and Enter opens nothing that an earlier text found', async () => {
    const answers = new Map<string, (answer: object) => void>()
    const search = ({ text }: { text: string }) =>
      new Promise((resolve) => answers.set(text, resolve))
    const { user, field, address, searches } = await openBox({ search })
    await user.type(field, 'zz1{Enter}')
    await waitFor(() => expect(searches()).toEqual(['zz1']))
    await user.type(field, '2{Enter}')
    await waitFor(() => expect(searches()).toEqual(['zz1', 'zz12']))
    answers.get('zz12')?.(found(hit('p2', 'De la segunda')))
    await screen.findByText('De la segunda')
    answers.get('zz1')?.(found(hit('p1', 'De la primera')))
    await user.type(field, '3{Enter}')
    await waitFor(() => expect(searches()).toEqual(['zz1', 'zz12', 'zz123']))
    expect([screen.queryByText('De la primera'), address()]).toEqual([null, '/home'])
    answers.get('zz123')?.(found())
    await screen.findByText('Nada con «zz123».')
  })

  test('an error is told, and it is tried again', async () => {
    const { user, field, replies } = await openBox({ search: new ApiError('05', 'No pudimos.') })
    await user.type(field, 'zz1')
    await screen.findByRole('alert')
    replies.search = found(hit('p1', 'Ahora sí'))
    await user.keyboard('{ArrowDown}{Enter}')
    await screen.findByText('Ahora sí')
  })

  test('a command is found without a search, and opens the form of the list', async () => {
    const { user, field, entries, address, searches } = await openBox({
      objects: { ...EMPTY_LIST, listActions: [addStation] },
      actOnObject: { outcome: 'Quedó hecha.', madeId: 'E100' },
    })
    await user.type(field, 'NUEVA estac')
    expect(entries('Qué hacer')).toEqual(['Nueva estaciónEstaciones'])
    await user.keyboard('{Enter}')
    await waitFor(() => expect(address()).toBe('/stations?action=addStation'))
    await screen.findByLabelText('Nombre')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(address()).toBe('/stations'))
    await user.click(await screen.findByRole('button', { name: 'Nueva estación' }))
    await user.type(await screen.findByLabelText('Nombre'), 'Ceibo{Enter}')
    await waitFor(() => expect(address()).toBe('/stations/E100'))
    expect(searches()).toEqual([])
  })

  test.each([
    ['ir a dif', ['Ir a Diferencias']],
    ['AUDITORIA', ['Ir a Auditoría']],
    ['oscuros', ['Colores oscuros']],
    ['ir a nueva', []],
    ['diferencia x', []],
  ])('«%s» is the command of %j', async (text, wanted) => {
    const { user, field, entries } = await openBox({ search: found() })
    await user.type(field, text)
    if (wanted.length > 0) expect(entries('Qué hacer')).toEqual(wanted)
    else expect(screen.queryByRole('list', { name: 'Qué hacer' })).toBeNull()
  })

  test('names only what the role opens, and sets the theme', async () => {
    const { user, field, entries } = await openBox({}, {})
    const all = entries('Qué hacer')
    expect(all).toContain('Ir a Pagos')
    expect(all).not.toContain('Ir a Auditoría')
    await user.type(field, 'colores osc{Enter}')
    expect(document.documentElement.dataset.theme).toBe('dark')
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await screen.findByLabelText('Qué buscás'), 'automa{Enter}')
    expect(document.documentElement.dataset.theme).toBeUndefined()
  })

  test('shows at first the objects that were opened, masked, until the operator signs out', async () => {
    const titles: Record<string, string> = { p1: 'Una cuenta', p2: 'Otra cuenta' }
    const object = ({ objectId, shown }: { objectId: string; shown: boolean }) => ({
      page: { ...page, title: shown ? 'Ana Pérez' : titles[objectId], masked: !shown },
    })
    const search = found(hit('p1', 'Primera'), hit('p2', 'Segunda'))
    const { user, field, entries, address, session } = await openBox({ object, search })
    const open = async (box: HTMLElement, place: number, id: string) => {
      await user.type(box, 'zz')
      await screen.findByText('Primera')
      await user.keyboard(`${'{ArrowDown}'.repeat(place)}{Enter}`)
      await screen.findByRole('heading', { level: 1, name: titles[id] ?? '' })
    }
    const again = async () => {
      await user.keyboard('{Control>}k{/Control}')
      return await screen.findByLabelText('Qué buscás')
    }
    await open(field, 1, 'p1')
    await user.click(screen.getByRole('button', { name: 'Mostrar datos personales' }))
    await screen.findByRole('heading', { level: 1, name: 'Ana Pérez' })
    await open(await again(), 2, 'p2')
    await again()
    expect(entries('Lo último que abriste')).toEqual(['Otra cuentaPagos', 'Una cuentaPagos'])
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
    await waitFor(() => expect(address()).toBe('/payments/p1'))
    await waitFor(() => {
      const stored = stores().find(([, text]) => text.includes('cuenta'))?.[1]
      expect(stored).toMatch(/^\[\{"kind":"payment","id":"p1".*Una cuenta.*Otra cuenta/)
    })
    expect(JSON.stringify(stores())).not.toContain('Pérez')
    session.end()
    expect(JSON.stringify(stores())).not.toContain('cuenta')
  })

  test('without a network it does not show what an earlier text found', async () => {
    const { user, field } = await openBox({ search: found(hit('p1', 'Cuenta de gasoil')) })
    await user.type(field, '4242')
    await screen.findByRole('button', { name: /^Cuenta de gasoil/ })
    act(() => onlineManager.setOnline(false))
    await user.type(field, '7')
    await screen.findByText('No pudimos traer eso.', { exact: false })
    expect(screen.queryByRole('button', { name: /^Cuenta de gasoil/ })).toBeNull()
  })
})
