// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { MonthOfProduct, Movement, StatementLine } from '#contract/entities/movement.ts'
import { noAnswer, transportError } from '#kit/api/apiError.ts'
import { type Replies, renderApp } from '#testing/browser/renderApp.tsx'
import { aLoyalty, aMovement, aStatementRow } from '#testing/fixtures/entities.ts'

const club = aLoyalty({ loyaltyCode: 'CLUB', programmeName: 'Surtidor Club', points: 3862 })
const uber = aLoyalty({ loyaltyCode: 'UBER', programmeName: 'Surtidor Uber', points: 331 })

const month = (of: string, product: string, fields: Partial<MonthOfProduct>): MonthOfProduct => ({
  month: of,
  product,
  millilitres: 0,
  amount: 0,
  discount: 0,
  points: 0,
  ...fields,
})
const months = [
  month('202609', 'gasoil', { millilitres: 40_000, amount: 200_000, discount: 2_000, points: 80 }),
  month('202609', 'super', { millilitres: 35_127, amount: 270_050, discount: 2_727, points: 105 }),
  month('202611', 'super', { millilitres: 20_000, amount: 153_760, discount: 0, points: 60 }),
  month('202611', 'wash', { amount: 80_100, discount: 8_900, points: 40 }),
]
const statement = (movements: StatementLine[] = [], next = '') => ({
  accountStatus: {
    openingPoints: 2887,
    closingPoints: 3862,
    pointTotals: { earned: 1200, redeemed: -200, reversed: -25, other: 0 },
    discounts: months,
    movements,
  },
  next,
})
const purchases = (movements: Movement[], next = '') => ({ movements, next })

const renderScreen = (replies: Replies = {}, query = '') =>
  renderApp(`/listLoyaltyMovements${query}`, {
    loyalties: [club, uber],
    replies: {
      loyalties: { loyalties: [club, uber] },
      movements: purchases([aMovement()]),
      accountStatus: statement([aStatementRow()]),
      ...replies,
    },
  })
type Seen = ReturnType<typeof renderScreen>
const periods = ({ sentCalls }: Seen, name: string) =>
  sentCalls
    .filter((call) => call.name === name)
    .map(({ params }) => `${String(params.dateFrom)} ${String(params.dateTo)}`)

beforeEach(() => localStorage.clear())
afterEach(cleanup)

describe('listLoyaltyMovements', () => {
  test('adds up amount, discount, litres and points of the last 90 days', async () => {
    const seen = renderScreen()
    await screen.findByText('Litros por mes', { selector: 'figcaption' })
    const sums = [...document.querySelectorAll('main dl dt')].map(
      (name) => `${name.textContent} ${name.nextElementSibling?.textContent}`,
    )
    expect(sums.map((sum) => sum.replaceAll('\u00A0', ' '))).toEqual([
      'Gastaste $ 7.039,10',
      'Ahorraste $ 136,27',
      'Cargaste 95,127 l',
      'Puntos por compras +285',
    ])
    expect(periods(seen, 'accountStatus')).toEqual(['20260822000000 20261120235959'])
    expect(periods(seen, 'movements')).toEqual(['20260822000000 20261120235959'])
  })

  test('the chart’s table has every month and fuel, also months without a purchase', async () => {
    renderScreen()
    const table = await screen.findByRole('table', { name: 'Litros por mes', hidden: true })
    const rows = [...table.querySelectorAll('tr')].map((row) =>
      [...row.cells].map((cell) => cell.textContent.replaceAll('\u00A0', ' ')),
    )
    expect(rows).toEqual([
      ['Mes', 'Super', 'Gasoil', 'Total'],
      ['noviembre de 2026', '20 l', '0 l', '20 l'],
      ['octubre de 2026', '0 l', '0 l', '0 l'],
      ['setiembre de 2026', '35,1 l', '40 l', '75,1 l'],
    ])
  })

  test('shows another loyalty at once and stores the selection', async () => {
    const { user, sentCalls, storage } = renderScreen()
    await user.selectOptions(
      await screen.findByRole('combobox', { name: 'Afiliación' }),
      'Surtidor Uber · 331 puntos',
    )
    await waitFor(() =>
      expect(sentCalls.findLast(({ name }) => name === 'movements')?.params.loyaltyCode).toBe(
        'UBER',
      ),
    )
    expect(JSON.parse(storage.getItem('movSelLoyalty') ?? '')).toEqual({ data: { code: 'UBER' } })
  })

  test('requests a selected period and stores it in the address; the default one leaves no parameter', async () => {
    const seen = renderScreen()
    await seen.user.click(await screen.findByRole('radio', { name: '30 días' }))
    await waitFor(() =>
      expect(periods(seen, 'movements')).toContain('20261021000000 20261120235959'),
    )
    expect(seen.address()).toBe('/listLoyaltyMovements?dateFrom=20261021&dateTo=20261120')
    expect(await screen.findByText(/del 21\/10\/2026 al 20\/11\/2026/)).toBeTruthy()
    // The link to the filter by station passes the period on.
    const byStation = screen.getByRole('link', { name: 'Buscar por estación' })
    expect(byStation.getAttribute('href')).toBe('/movements?dateFrom=20261021&dateTo=20261120')
    await seen.user.click(screen.getByRole('radio', { name: '90 días' }))
    await waitFor(() => expect(seen.address()).toBe('/listLoyaltyMovements'))
  })

  test('opens with the period and tab of the address, or the default ones when invalid', async () => {
    const there = renderScreen({}, '?dateFrom=20260101&dateTo=20260131&side=statement')
    expect(await screen.findByText('Saldo al 31/01/2026')).toBeTruthy()
    expect(periods(there, 'accountStatus')).toEqual(['20260101000000 20260131235959'])
    const nowhere = renderScreen({}, '?dateFrom=20260230&dateTo=hoy&side=front')
    expect(await screen.findByText('Miércoles 18 de noviembre')).toBeTruthy()
    expect(periods(nowhere, 'accountStatus')).toEqual(['20260822000000 20261120235959'])
  })

  test('lists movements by month, with the day at the left', async () => {
    renderScreen({
      movements: purchases([
        aMovement({ rrn: '1', datetime: '20261120070000' }),
        aMovement({ rrn: '2', datetime: '20261119200000' }),
        aMovement({ rrn: '3', datetime: '20261119080000', product: 'wash', millilitres: 0 }),
        aMovement({ rrn: '4', datetime: '20251231235900' }),
      ]),
    })
    await screen.findByRole('list', { name: 'Noviembre de 2026' })
    const months = screen.getAllByRole('heading', { level: 2 }).map((heading) => [
      heading.textContent,
      ...within(screen.getByRole('list', { name: heading.textContent }))
        .getAllByRole('button')
        .map((row) => /^\d+\p{Ll}+/u.exec(row.textContent)?.[0]),
    ])
    expect(months).toEqual([
      ['Noviembre de 2026', '20hoy', '19ayer', '19ayer'],
      ['Diciembre de 2025', '31mié'],
    ])
    expect(screen.getByText('31 de diciembre de 2025')).toBeTruthy()
    const wash = screen.getByRole('button', { name: /^Lavado/ })
    expect(wash.textContent).toContain('Estación Ombú · 08:00+111 puntos')
  })

  test('“Ver más” loads the next page until there is none', async () => {
    const pages: Record<string, object> = {
      '': purchases([aMovement({ rrn: '1' })], 'cursor-1'),
      'cursor-1': purchases([aMovement({ rrn: '2' })], ''),
    }
    const { user } = renderScreen({
      movements: ({ after = '' }: { after?: string }) => pages[after],
    })
    const list = await screen.findByRole('list', { name: 'Noviembre de 2026' })
    expect(within(list).getAllByRole('button')).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: 'Ver más' }))
    await waitFor(() => expect(within(list).getAllByRole('button')).toHaveLength(2))
    expect(screen.queryByRole('button', { name: 'Ver más' })).toBeNull()
    // The button is removed, and the focus moves to the end of the list.
    expect(document.activeElement?.textContent).toBe('Eso es todo: 2 en este período.')
  })

  test('the statement shows opening balance, each line and closing balance', async () => {
    const { user, address } = renderScreen({
      accountStatus: statement([
        aStatementRow({ points: 111, balance: 3862, saleDatetime: '20261112091500' }),
        aStatementRow({
          points: -250,
          balance: 3751,
          concept: 'Canje: café con bizcochos',
          rrn: '2',
          saleDatetime: undefined,
        }),
        aStatementRow({ points: -9, balance: 4001, concept: 'Anulación de tu compra', rrn: '3' }),
      ]),
    })
    await user.click(await screen.findByRole('tab', { name: 'Estado de cuenta' }))
    await waitFor(() => expect(address()).toBe('/listLoyaltyMovements?side=statement'))
    const facts = [...document.querySelectorAll('[role=tabpanel] dl > div')].map(
      (fact) => fact.textContent,
    )
    expect(facts).toEqual([
      'Saldo antes del 22/08/20262.887',
      'Ganados+1.200',
      'Canjeados-200',
      'Anulados-25',
      'Diferencia+975',
      'Saldo al 20/11/20263.862 puntos',
    ])
    const lines = within(screen.getByRole('list', { name: 'Estado de cuenta' })).getAllByRole(
      'listitem',
    )
    expect(lines.map((line) => line.textContent)).toEqual([
      'Super en Estación Ombú+11118/11/2026 08:23 · compra del 12/11/2026 09:15Saldo 3.862',
      'Canje: café con bizcochos-25018/11/2026 08:23Saldo 3.751',
      'Anulación de tu compra-918/11/2026 08:23 · compra del 18/11/2026 08:23Saldo 4.001',
    ])
  })

  test.each([
    ['side=statement', 1],
    ['side=statement&dateFrom=20261001&dateTo=20261119', 0],
  ])('T6: only a statement that is open shows the points of today: %s', async (query, shown) => {
    const held = { ...club, spendablePoints: 3742, pendingPoints: 120, pendingUntil: '' }
    renderScreen({ loyalties: { loyalties: [held] } }, `?${query}`)
    expect(await screen.findByText(/^Saldo al/)).toBeTruthy()
    await waitFor(() => expect(screen.queryAllByText('Tus puntos hoy')).toHaveLength(shown))
  })

  test('offers a wider period for an empty one, which is then selected in the control', async () => {
    const { user, address } = renderScreen(
      { movements: purchases([]) },
      '?dateFrom=20260601&dateTo=20260607',
    )
    expect(await screen.findByLabelText('Desde')).toHaveProperty('value', '01/06/2026')
    await user.click(await screen.findByRole('button', { name: 'Ver este año' }))
    await waitFor(() => expect(screen.queryByLabelText('Desde')).toBeNull())
    expect(address()).toContain('dateFrom=20260101')
    expect(screen.queryByRole('button', { name: 'Ver este año' })).toBeNull()
    expect(screen.getByRole('radio', { name: 'Este año' })).toHaveProperty('checked', true)
  })

  test('shows the movements when the summary fails, and retries the summary', async () => {
    const { replies, user } = renderScreen({ accountStatus: transportError(500) })
    expect(await screen.findByText('Miércoles 18 de noviembre')).toBeTruthy()
    expect(await screen.findByText('No pudimos cargar esto')).toBeTruthy()
    replies.accountStatus = statement()
    await user.click(screen.getByRole('button', { name: 'Probar de nuevo' }))
    expect(await screen.findByText('Litros por mes', { selector: 'figcaption' })).toBeTruthy()
  })

  test.each([
    [noAnswer('offline'), /^Sin conexión · actualizado a las \d\d:\d\d$/],
    [noAnswer('timeout'), /^No pudimos actualizar · actualizado a las \d\d:\d\d$/],
    [transportError(503), /^No pudimos actualizar · actualizado a las \d\d:\d\d$/],
  ])('keeps data with its time when a refetch fails (%s)', async (error, signs) => {
    const { replies, invalidateAll } = renderScreen()
    expect(await screen.findByText('Miércoles 18 de noviembre')).toBeTruthy()
    for (const name of Object.keys(replies)) replies[name] = error
    invalidateAll()
    await waitFor(() => expect(screen.getAllByText(signs)).toHaveLength(2))
    expect(screen.getByText('Miércoles 18 de noviembre')).toBeTruthy()
  })
})
