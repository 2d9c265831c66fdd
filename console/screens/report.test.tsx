// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import type { AnswerOf } from '#contract/call.ts'
import type { monthReport } from '#contract/operator/monthReport.ts'
import { DENIED } from '#contract/responseCodes.ts'
import { ADMINISTRADOR, UBER } from '#contract/roles.ts'
import { ApiError } from '#kit/api/apiError.ts'
import { renderConsole } from '#testing/browser/renderConsole.tsx'
import { showMenu } from '#testing/browser/stubCalls.ts'

type Answer = AnswerOf<typeof monthReport>
const figures: Answer['total'] = {
  sales: 3,
  millilitres: 45_500,
  earned: 1_250,
  reversed: -20,
  redeemed: -300,
  expired: null,
  other: null,
  owed: null,
  refunded: [],
  sold: [{ currency: '858', cents: 349_804 }],
  paid: [
    { currency: '858', cents: 100_000 },
    { currency: '840', cents: 2_550 },
  ],
}
const report: Answer = {
  rows: [
    { ...figures, id: 'E001', name: 'Estación Ceibo' },
    { ...figures, id: 'E002', name: 'Estación Tero', sold: [{ currency: '858', cents: 500_000 }] },
  ],
  total: figures,
}
const open = (search: string, answer: object = report) =>
  renderConsole(`/reports${search}`, { roles: [ADMINISTRADOR] }, { monthReport: answer })
const sent = ({ sentCalls }: ReturnType<typeof open>) =>
  sentCalls.findLast(({ name }) => name === 'monthReport')?.params
const cellsOf = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map((cell) => cell.textContent)
afterEach(cleanup)

describe('report', () => {
  test('draws the month of its address as a table, with the figures that its rows have', async () => {
    const desk = open('?month=202607')
    const table = await screen.findByRole('table', { name: 'Julio de 2026, por estación' })
    expect(sent(desk)).toEqual({ month: '202607', by: 'station' })
    const row = within(table).getByRole('row', { name: /Estación Ceibo/ })
    expect(cellsOf(row)).toEqual([
      '3',
      '46',
      '3.498,04',
      '1.250',
      '20',
      '300',
      '1.000,00',
      '25,50',
      '0,00',
    ])
    for (const lacking of ['Vencidos', 'Ajustes', 'Debidos'])
      expect(within(table).queryByRole('columnheader', { name: lacking })).toBeNull()
    within(table).getByRole('row', { name: /^Total/ })
    const link = within(row).getByRole('link', { name: 'Estación Ceibo' })
    expect(link.getAttribute('href')).toMatch(/\/stations\/E001$/)
  })

  test('draws the chosen figure, the largest first, and keeps the choice in the address', async () => {
    const { user, address } = open('?month=202607')
    const names = () =>
      within(screen.getByRole('table', { name: /, Julio de 2026/ }))
        .getAllByRole('rowheader')
        .map((head) => head.textContent)
    await screen.findByRole('table', { name: 'Ventas: importe $, Julio de 2026, por estación' })
    expect(names()).toEqual(['Estación Tero', 'Estación Ceibo'])
    const chart = screen.getByLabelText('Gráfico')
    expect(within(chart).queryByRole('option', { name: 'Puntos: debidos' })).toBeNull()
    await user.selectOptions(chart, 'Puntos: dados')
    expect(address()).toBe('/reports?month=202607&figure=earned')
    await screen.findByRole('table', { name: 'Puntos: dados, Julio de 2026, por estación' })
  })

  test('goes to another month and other rows by keyboard, and not to one that has not begun', async () => {
    const desk = open('?month=202607')
    const { user, address } = desk
    await screen.findByRole('table', { name: 'Julio de 2026, por estación' })
    await user.keyboard('[[')
    await screen.findByRole('table', { name: 'Junio de 2026, por estación' })
    await user.click(screen.getByRole('button', { name: 'Mes siguiente' }))
    await screen.findByRole('table', { name: 'Julio de 2026, por estación' })
    await user.click(screen.getByRole('radio', { name: 'Programa' }))
    await screen.findByRole('table', { name: 'Julio de 2026, por programa' })
    expect(sent(desk)).toEqual({ month: '202607', by: 'programme' })
    expect(address()).toBe('/reports?month=202607&by=programme')
    open('')
    const next = await screen.findByRole('button', { name: 'Mes siguiente' })
    expect(next.getAttribute('aria-disabled')).toBe('true')
  })

  test('saves what it shows as a file, with exact figures', async () => {
    let file = new Blob()
    URL.createObjectURL = (blob) => {
      file = blob as Blob
      return 'blob:1'
    }
    URL.revokeObjectURL = () => undefined
    const { user } = open('?month=202607')
    await user.click(await screen.findByRole('button', { name: 'Descargar CSV' }))
    const lines = (await file.text()).split('\r\n')
    expect(lines[1]).toBe('E001;Estación Ceibo;3;45,500;3498,04;1250;20;300;1000,00;25,50;0,00')
    expect(lines[3]).toMatch(/^;Total;3;45,500;/)
  })

  test('says that a month has nothing, and shows the sentence of a refusal', async () => {
    open('?month=202605', { rows: [], total: figures })
    await screen.findByText('En mayo de 2026 no hubo ventas, puntos ni pagos.')
    cleanup()
    open('?month=209901', new ApiError(DENIED, 'Ese mes todavía no empezó.'))
    await screen.findByText('Ese mes todavía no empezó.')
  })

  test('is in the menu of the roles that may ask for it', async () => {
    const desk = open('')
    await showMenu(desk.user)
    screen.getByRole('link', { name: 'Informes' })
    cleanup()
    await showMenu(renderConsole('/home', { roles: [UBER] }, {}).user)
    await screen.findByRole('link', { name: 'Conductores' })
    expect(screen.queryByRole('link', { name: 'Informes' })).toBeNull()
  })
})
