// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { ApiError } from '#kit/api/apiError.ts'
import { renderConsole } from '#testing/browser/renderConsole.tsx'
import { EMPTY_LIST } from '#testing/fixtures/emptyList.ts'

const elena = { roles: ['1' as const] }
const page = {
  title: 'Cuenta de gasoil',
  badges: [{ text: 'Pago', tone: 'good' as const }],
  masked: true,
  groups: [
    {
      title: '',
      facts: [
        { name: 'Importe', value: { cents: 251_800 } },
        { name: 'Respuesta', value: { text: '' } },
      ],
    },
    { title: 'Tarjeta y pasarela', facts: [{ name: 'Tarjeta', value: { text: '' } }] },
  ],
  tables: [{ title: 'Ventas', columns: ['Ticket'], rows: [], empty: 'Ninguna venta.' }],
  timeline: [{ stamp: '20261108211300', title: 'Pasó a Pago', remark: '', by: 'Elena R.' }],
  actions: [
    {
      name: 'note',
      label: 'Anotar',
      question: 'Queda en el historial.',
      danger: false,
      fields: [{ name: 'text', label: 'Nota', type: 'longText' as const, hint: '', options: [] }],
    },
  ],
}
afterEach(cleanup)

describe('objectPage', () => {
  test('draws facts with a value, tables and history, and does an action with its fields', async () => {
    const { user, sentCalls } = renderConsole('/payments/p1', elena, {
      object: { page },
      actOnObject: { outcome: 'Anotado.' },
    })
    await screen.findByRole('heading', { name: 'Cuenta de gasoil' })
    expect(screen.queryByText('Respuesta')).toBeNull()
    expect(screen.queryByText('Tarjeta y pasarela')).toBeNull()
    screen.getByText('Ninguna venta.')
    screen.getByText(/08\/11\/2026 21:13 · Elena R\./)
    await user.click(screen.getByRole('button', { name: 'Anotar' }))
    const sheet = within(await screen.findByRole('dialog'))
    await user.type(sheet.getByLabelText('Nota'), 'Llamó')
    await user.click(sheet.getByRole('button', { name: 'Anotar' }))
    await screen.findByText('Anotado.')
    expect(sentCalls.find(({ name }) => name === 'actOnObject')).toMatchObject({
      params: { kind: 'payment', objectId: 'p1', action: 'note', fields: { text: 'Llamó' } },
    })
  })

  test('opens the form of the action that changes a fact, filled in as the fact says, where the action is offered', async () => {
    const fact = (name: string, action: string) => ({
      name,
      value: { text: '$ 80', edit: { action, fields: { text: `${name} 80` } } },
    })
    const { user } = renderConsole('/stations/E002', elena, {
      object: {
        page: {
          ...page,
          groups: [{ title: '', facts: [fact('Super', 'note'), fact('Gasoil', 'undo')] }],
        },
      },
    })
    const edit = await screen.findByRole('button', { name: 'Cambiar: Super' })
    expect(screen.queryByRole('button', { name: 'Anotar' })).toBeNull()
    await user.click(edit)
    const sheet = within(await screen.findByRole('dialog', { name: 'Anotar' }))
    expect(sheet.getByLabelText('Nota')).toHaveProperty('value', 'Super 80')
    expect(screen.queryByRole('button', { name: 'Cambiar: Gasoil' })).toBeNull()
  })

  test('shows what a person wrote beside the form of an answer, and its remark as the last action', async () => {
    const [note] = page.actions
    const texts = [{ title: 'Mensaje', text: '¿Puedo pagar con dos tarjetas?' }]
    const answer = { ...note, name: 'answer', label: 'Contestar' }
    const { user } = renderConsole('/messages/m1', elena, {
      object: { page: { ...page, texts, actions: [note, answer] } },
    })
    const buttons = await screen.findAllByRole('button', { name: /Anotar|Contestar/ })
    expect(buttons.map(({ textContent }) => textContent)).toEqual(['Contestar', 'Anotar'])
    await user.click(screen.getByRole('button', { name: 'Contestar' }))
    const sheet = within(await screen.findByRole('dialog'))
    expect(sheet.getByRole('region', { name: 'Mensaje' }).textContent).toBe(texts[0]?.text)
  })

  test('draws a conversation with the form of an answer in the page, and goes on to the next', async () => {
    const [note] = page.actions
    const conversation = [
      { side: 'driver', by: 'Ana P.', stamp: '20261108211300', text: '¿Abren hoy?' } as const,
    ]
    const answer = { ...note, name: 'answer', label: 'Contestar', inline: true }
    const next = { kind: 'message', id: 'm2' } as const
    const first = { ...page, conversation, next, actions: [note, answer] }
    const desk = renderConsole('/messages/m1', elena, {
      object: { page: first },
      actOnObject: { outcome: 'Contestado.', madeId: '' },
    })
    const said = within(await screen.findByRole('list', { name: 'Conversación' }))
    said.getByText('¿Abren hoy?')
    expect(screen.getAllByRole('button', { name: /Contestar/ })).toHaveLength(1)
    const type = async (text: string) => desk.user.type(await screen.findByLabelText('Nota'), text)
    await type('Sí, a las ocho.')
    // Another operator answers first: what was typed stays.
    desk.replies.object = { page: { ...first, actions: [note] } }
    await desk.user.click(screen.getByRole('button', { name: 'Mostrar datos personales' }))
    await waitFor(() => expect(desk.sentCalls.at(-1)?.params).toMatchObject({ shown: true }))
    const [box] = screen.getAllByLabelText<HTMLTextAreaElement>('Nota')
    expect(box?.value).toBe('Sí, a las ocho.')
    desk.replies.object = { page: { ...first, title: 'Otro', next: undefined } }
    await desk.user.click(screen.getByRole('button', { name: 'Contestar y seguir' }))
    await screen.findByRole('heading', { name: 'Otro' })
    expect(desk.address()).toBe('/messages/m2')
    // Of the next one nothing is shown yet, and its box has the focus.
    expect(desk.sentCalls.at(-1)?.params).toMatchObject({ objectId: 'm2', shown: false })
    const focused = document.activeElement as HTMLTextAreaElement
    expect([focused.tagName, focused.value]).toEqual(['TEXTAREA', ''])
    await screen.findByRole('button', { name: 'Contestar' })
  })

  test('asks for a tab, which is in the address, and a table leads to the list of all', async () => {
    const tabs = [
      { value: 'summary', label: 'Resumen' },
      { value: 'payments', label: 'Pagos' },
    ]
    const [table] = page.tables
    const all = { kind: 'payment', search: { driver: 'd1' } } as const
    const summary = { ...page, tabs, tab: 'summary', timeline: [] }
    const desk = renderConsole('/drivers/d1', elena, { object: { page: summary } })
    await screen.findByRole('tab', { name: 'Resumen', selected: true })
    expect(screen.queryByRole('link', { name: /Ver todos/ })).toBeNull()
    desk.replies.object = { page: { ...summary, tab: 'payments', tables: [{ ...table, all }] } }
    await desk.user.click(screen.getByRole('tab', { name: 'Pagos' }))
    const link = await screen.findByRole('link', { name: 'Ver todos: Ventas' })
    expect(link.getAttribute('href')).toBe('/payments?driver=d1')
    expect(desk.address()).toBe('/drivers/d1?tab=payments')
    expect(desk.sentCalls.at(-1)?.params).toMatchObject({ objectId: 'd1', tab: 'payments' })
  })

  test('a code that is told once stays, with a button that copies it, until it is closed', async () => {
    const action = { ...page.actions[0], label: 'Agregar caja', toldOnce: true, fields: [] }
    const { user } = renderConsole('/stations/E001', elena, {
      object: { page: { ...page, actions: [action] } },
      actOnObject: { outcome: 'Caja 2: este es su código.', code: 'AB12-CD34-EF56-GH78' },
    })
    await user.click(await screen.findByRole('button', { name: 'Agregar caja' }))
    const sheet = within(await screen.findByRole('dialog'))
    await user.click(sheet.getByRole('button', { name: 'Agregar caja' }))
    await sheet.findByText('Caja 2: este es su código.')
    for (const part of ['AB12', 'CD34', 'EF56', 'GH78']) sheet.getByText(part)
    await user.click(sheet.getByRole('button', { name: 'Copiar: código' }))
    expect(await navigator.clipboard.readText()).toBe('AB12-CD34-EF56-GH78')
    await user.keyboard('{Escape}')
    await user.pointer({ target: document.body, keys: '[MouseLeft]' })
    screen.getByText('AB12')
    await user.click(sheet.getByRole('button', { name: 'Ya lo copié' }))
    await waitFor(() => expect(screen.queryByText('AB12')).toBeNull())
  })

  test('a code has a button that copies it, and says when it cannot', async () => {
    const groups = [
      { title: '', facts: [{ name: 'Ticket', value: { text: 'A 12', copied: true as const } }] },
    ]
    const { user } = renderConsole('/sales/s1', elena, { object: { page: { ...page, groups } } })
    const copy = await screen.findByRole('button', { name: 'Copiar: Ticket' })
    await user.click(copy)
    expect(await navigator.clipboard.readText()).toBe('A 12')
    await screen.findByText('Copiado.')
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'))
    await user.click(copy)
    await screen.findByText(/^No se pudo copiar/)
  })

  test('keys open the first action and the rows beside it in its list, and ? lists them', async () => {
    const rows = ['p1', 'p2', 'p3'].map((id) => ({ id, cells: [{ text: `Pago ${id}` }] }))
    const columns = [{ name: 'Concepto', place: 'title' as const }]
    const refund = { ...page.actions[0], name: 'refund', label: 'Devolver' }
    const { user, address } = renderConsole('/payments', elena, {
      objects: { ...EMPTY_LIST, columns, rows },
      object: { page: { ...page, actions: [...page.actions, refund] } },
    })
    await user.click(await screen.findByText('Pago p2'))
    await screen.findByRole('heading', { name: 'Cuenta de gasoil' })
    await user.keyboard(']')
    await waitFor(() => expect(address()).toBe('/payments/p3'))
    await screen.findByRole('link', { name: /^Fila anterior/ })
    expect(screen.queryByRole('link', { name: /^Fila siguiente/ })).toBeNull()
    await user.keyboard(']')
    await user.keyboard('[[')
    await waitFor(() => expect(address()).toBe('/payments/p2'))
    await user.keyboard('[[')
    await waitFor(() => expect(address()).toBe('/payments/p1'))
    await user.keyboard('?')
    const keys = within(await screen.findByRole('dialog', { name: 'Teclas' }))
    for (const text of [']', 'Fila siguiente de la lista', 'e', 'Devolver', 'Ctrl K'])
      keys.getByText(text)
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.keyboard('e')
    await screen.findByRole('dialog', { name: 'Devolver' })
  })

  test('personal data are asked for on demand', async () => {
    const { user, sentCalls } = renderConsole('/payments/p1', elena, { object: { page } })
    await user.click(await screen.findByRole('button', { name: 'Mostrar datos personales' }))
    await screen.findByText('Qué pasó')
    expect(sentCalls.filter(({ name }) => name === 'object').at(-1)).toMatchObject({
      params: { shown: true },
    })
  })

  test('a chart is a table of its values', async () => {
    const charts = [
      {
        title: 'Ventas por día',
        columns: ['Día', 'Ventas'],
        bars: [
          { name: 'lun 23/11', value: { count: 12 } },
          { name: 'mar 24/11', value: { count: 24 } },
        ],
      },
    ]
    renderConsole('/stations/E001', elena, { object: { page: { ...page, charts } } })
    const chart = await screen.findByRole('table', { name: 'Ventas por día' })
    expect(within(chart).getAllByRole('row')).toHaveLength(3)
    expect(chart.querySelector<HTMLElement>('.bg-brand')?.style.width).toBe('50%')
  })

  test('a chosen template is written below what was typed, and an unsent text is kept', async () => {
    const option = (value: string, text: string) => ({
      value,
      label: value,
      fills: { field: 'text', text },
    })
    const options = [option('Breve', 'Gracias.'), option('Larga', 'Muchas gracias.')]
    const choice = { name: 'template', label: 'Plantilla', type: 'choice' as const, hint: '' }
    const [note] = page.actions
    const action = { ...note, fields: [{ ...choice, options }, ...(note?.fields ?? [])] }
    const { user } = renderConsole('/payments/p1', elena, {
      object: { page: { ...page, actions: [action] } },
    })
    const open = async () => {
      await user.click(await screen.findByRole('button', { name: 'Anotar' }))
      return await screen.findByLabelText<HTMLTextAreaElement>('Nota')
    }
    const text = await open()
    const choose = (label: string) => user.selectOptions(screen.getByLabelText('Plantilla'), label)
    await choose('Breve')
    expect(text.value).toBe('Gracias.')
    await choose('Larga')
    expect(text.value).toBe('Muchas gracias.')
    await user.clear(text)
    await user.type(text, 'Hola.')
    await choose('Breve')
    expect(text.value).toBe('Hola.\n\nGracias.')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByLabelText('Nota')).toBeNull())
    expect((await open()).value).toBe('Hola.\n\nGracias.')
  })

  test('shows the texts of a message, and its photo when asked', async () => {
    const message = { ...page, texts: [{ title: 'Mensaje', text: 'Va la\nfoto.' }], picture: 'm1' }
    const desk = renderConsole('/messages/m1', elena, {
      object: { page: message },
      messagePicture: new ApiError('05', 'No encontramos lo que pediste.'),
    })
    expect((await screen.findByText(/Va la/)).textContent).toBe('Va la\nfoto.')
    const ask = await screen.findByRole('button', { name: 'Ver la foto' })
    expect(desk.sentCalls.some(({ name }) => name === 'messagePicture')).toBe(false)
    await desk.user.click(ask)
    await screen.findByText('No encontramos lo que pediste.')
    desk.replies.messagePicture = { picture: '/9j/', mediaType: 'image/jpeg' }
    await desk.user.click(ask)
    const photo = await screen.findByRole<HTMLImageElement>('img', { name: /^Documento/ })
    expect(photo.src).toBe('data:image/jpeg;base64,/9j/')
    expect(desk.sentCalls.at(-1)?.params).toEqual({ messageId: 'm1' })
  })
})
