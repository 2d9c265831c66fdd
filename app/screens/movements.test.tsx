// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Movement } from '#contract/entities/movement.ts'
import { noAnswer, transportError } from '#kit/api/apiError.ts'
import { type Replies, renderApp } from '#testing/browser/renderApp.tsx'
import { aBranch, aLoyalty, aMovement, aVoidedMovement } from '#testing/fixtures/entities.ts'

const club = aLoyalty()
const stations = [
  aBranch({ code: 'E001', name: 'Estación Ombú' }),
  aBranch({ code: 'E002', name: 'Estación Tero' }),
]
const fuel = aMovement({ rrn: 'r1' })
const wash = aMovement({
  rrn: 'r2',
  kind: 'SUSCRIPTION',
  product: 'wash',
  millilitres: 0,
  amount: 80_100,
  discount: 8_900,
  points: 1,
  plate: '',
})

const renderScreen = (movements: Movement[] = [fuel, wash], replies: Replies = {}, query = '') =>
  renderApp(`/movements${query}`, {
    loyalties: [club],
    replies: {
      loyalties: { loyalties: [club] },
      branches: { branches: stations },
      movements: { movements, next: '' },
      ...replies,
    },
  })
const asks = (seen: ReturnType<typeof renderScreen>) =>
  seen.sentCalls.filter(({ name }) => name === 'movements').map(({ params }) => params)
const facts = () =>
  Object.fromEntries(
    [...within(screen.getByRole('dialog')).getByText('Dónde').closest('dl')!.children].map(
      ({ children: [name, value] }) => [
        name?.textContent,
        value?.textContent.replaceAll('\u00A0', ' '),
      ],
    ),
  )

beforeEach(() => localStorage.clear())
afterEach(cleanup)

describe('movements', () => {
  test('opens a movement with place, time, amount and price', async () => {
    const { user, address } = renderScreen()
    await user.click(await screen.findByRole('button', { name: /^Super/ }))
    await screen.findByRole('dialog', { name: 'Super' })
    expect(facts()).toEqual({
      Dónde: 'Estación Ombú',
      Cuándo: '18/11/2026 08:23',
      Litros: '37,914 l',
      'Precio en el surtidor': '$ 76,88/L',
      'Precio sin descuento': '$ 2.914,83',
      Descuento: '-$ 29,14',
      Pagaste: '$ 2.885,69',
      Puntos: '+111',
      Matrícula: 'SAB1234',
      Comprobante: 'r1',
    })
    expect(address()).toBe('/movements?rrn=r1')
  })

  test('explains a void in one sentence, and names the CFE and when the station reported it', async () => {
    const { user } = renderScreen([aVoidedMovement(), fuel])
    const row = await screen.findByRole('button', { name: /anuló/ })
    const sentence = 'La estación anuló tu compra del 12/11: se descontaron 40 puntos.'
    expect(row.textContent).toContain(`0 puntos${sentence}`)
    await user.click(row)
    const dialog = await screen.findByRole('dialog', { name: 'Super' })
    expect(within(dialog).getByRole('status').textContent).toBe(sentence)
    expect(facts()).toMatchObject({
      Cuándo: '12/11/2026 10:30',
      'Importe anulado': '$ 2.885,69',
      'La estación la informó': '20/11/2026 07:00',
      Puntos: '+40',
      'Puntos descontados': '-40',
      CFE: 'e-Factura de contingencia AB 9999999',
      Ticket: 'T-7',
    })
  })

  test('says that a purchase was claimed, and with which receipt', async () => {
    const cfe = { rut: '211234560019', type: 101, series: 'A', number: 1234 }
    const claim = { datetime: '20261121183000', cfe }
    const sale = { ticket: 'T-7', postedAt: '20261121183000', claim }
    const { user } = renderScreen([aMovement({ rrn: 'r1', sale }), wash])
    await user.click(await screen.findByRole('button', { name: /^Super/ }))
    await screen.findByRole('dialog', { name: 'Super' })
    expect(facts()).toMatchObject({ 'La reclamaste': '21/11/2026 18:30, con e-Ticket A 1234' })
  })

  test.each<[word: string, sentence: RegExp | null]>([
    ['no_rule', /Sin puntos: tu programa no los da por este producto, a esta hora/],
    ['below_minimum', /Sin puntos: es menos de un litro y de cien pesos\./],
    ['other_currency', /Sin puntos: tu programa los da por compras en pesos\./],
    ['a word of a newer server', null],
  ])('says why a purchase gave no points (%s)', async (word, sentence) => {
    const none = aMovement({ rrn: 'none', points: 0, noPoints: word })
    const { user } = renderScreen([none])
    const row = await screen.findByRole('button', { name: /^Super/ })
    expect(row.textContent.endsWith('0 puntos')).toBe(sentence === null)
    await user.click(row)
    const dialog = await screen.findByRole('dialog', { name: 'Super' })
    expect(within(dialog).queryByRole('status')?.textContent ?? null).toEqual(
      sentence && expect.stringMatching(sentence),
    )
  })

  test('omits litres and price of other products, and marks a subscription', async () => {
    const { user } = renderScreen()
    await user.click(await screen.findByRole('button', { name: /^Lavado/ }))
    await screen.findByRole('dialog', { name: 'Lavado' })
    expect(Object.keys(facts())).toEqual([
      'Dónde',
      'Cuándo',
      'Precio sin descuento',
      'Descuento',
      'Pagaste',
      'Puntos',
      'Comprobante',
    ])
    expect(screen.getByText('De tu suscripción')).toBeTruthy()
  })

  test('Back and the close button close the sheet in one step', async () => {
    const { user, address, back } = renderScreen()
    await user.dblClick(await screen.findByRole('button', { name: /^Super/ }))
    await screen.findByRole('dialog')
    back()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(address()).toBe('/movements')
    await user.click(screen.getByRole('button', { name: /^Super/ }))
    await user.click(await screen.findByRole('button', { name: 'Cerrar' }))
    await waitFor(() => expect(address()).toBe('/movements'))
  })

  test('a double click on the close button stays on the list', async () => {
    const { user, address } = renderApp('/listLoyaltyMovements', {
      loyalties: [club],
      replies: {
        loyalties: { loyalties: [club] },
        branches: { branches: stations },
        movements: { movements: [fuel], next: '' },
      },
    })
    await user.click(await screen.findByRole('link', { name: 'Buscar por estación' }))
    await screen.findByRole('combobox', { name: 'Estación' })
    await user.click(await screen.findByRole('button', { name: /^Super/ }))
    await user.dblClick(await screen.findByRole('button', { name: 'Cerrar' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(address()).toBe('/movements')
  })

  test('opens the movement of the address; closing it stays on the list', async () => {
    const { user, address } = renderScreen([fuel, wash], {}, '?rrn=r2')
    await screen.findByRole('dialog', { name: 'Lavado' })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(address()).toBe('/movements'))
  })

  test('shows how to load a movement of a later page', async () => {
    const { user } = renderScreen(
      [],
      {
        movements: ({ after }: { after?: string }) =>
          after ? { movements: [wash], next: '' } : { movements: [fuel], next: 'cursor' },
      },
      '?rrn=r2',
    )
    expect(await screen.findByText(/El movimiento r2 .* Tocá «Ver más»/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Ver más' }))
    expect(await screen.findByRole('dialog', { name: 'Lavado' })).toBeTruthy()
  })

  test('filters by station through the address; stations are in the order of the answer', async () => {
    const seen = renderScreen()
    const choice = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Estación' })
    await waitFor(() => expect(choice.options).toHaveLength(3))
    expect([...choice.options].map(({ text }) => text)).toEqual([
      'Todas las estaciones',
      'Estación Ombú',
      'Estación Tero',
    ])
    await seen.user.selectOptions(choice, 'Estación Tero')
    await waitFor(() => expect(asks(seen).at(-1)?.branchCode).toBe('E002'))
    expect(seen.address()).toBe('/movements?branchCode=E002')
  })

  test('requests the station of the address at once', async () => {
    const seen = renderScreen([], {}, '?branchCode=E001')
    const all = await screen.findByRole('button', { name: 'Ver todas las estaciones' })
    expect(asks(seen).map(({ branchCode }) => branchCode)).toEqual(['E001'])
    await seen.user.click(all)
    await waitFor(() => expect(asks(seen).at(-1)?.branchCode).toBe(''))
  })

  test('shows the list without the stations, which can be retried', async () => {
    const { replies, user } = renderScreen(
      [fuel],
      { branches: transportError(500) },
      '?branchCode=E001',
    )
    expect(await screen.findByText('No pudimos traer las estaciones.')).toBeTruthy()
    expect(screen.getByRole('button', { name: /^Super/ })).toBeTruthy()
    const { promise, resolve } = Promise.withResolvers<unknown>()
    replies.branches = () => promise
    const again = screen.getByRole('button', { name: 'Probar de nuevo' })
    await user.click(again)
    await waitFor(() => expect(again.getAttribute('aria-busy')).toBe('true'))
    expect(document.activeElement).toBe(again)
    resolve({ branches: stations })
    expect(await screen.findByRole('option', { name: 'Estación Ombú' })).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
  })

  test('keeps the loaded pages when the next one fails', async () => {
    const { user } = renderScreen([], {
      movements: ({ after }: { after?: string }) => {
        if (after) throw noAnswer('offline')
        return { movements: [fuel], next: 'cursor' }
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Ver más' }))
    expect(await screen.findByText(/No pudimos traer lo que sigue/)).toBeTruthy()
    expect(screen.getByRole('button', { name: /^Super/ })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Ver más' })).toBeTruthy()
  })
})
