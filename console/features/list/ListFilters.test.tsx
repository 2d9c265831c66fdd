// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { ADMINISTRADOR, PETROBRAS, type RoleCode } from '#contract/roles.ts'
import { renderConsole } from '#testing/browser/renderConsole.tsx'
import { EMPTY_LIST } from '#testing/fixtures/emptyList.ts'

const openPayments = (
  search: string,
  answer: object = EMPTY_LIST,
  role: RoleCode = ADMINISTRADOR,
) => renderConsole(`/payments${search}`, { roles: [role] }, { objects: answer })
const filters = async () => within(await screen.findByRole('group', { name: 'Filtros' }))
afterEach(() => {
  cleanup()
  localStorage.clear()
})

describe('ListFilters', () => {
  test('folds on a phone those that are not set, and always draws those that are', async () => {
    const { user } = openPayments('?period=20260901-20260930')
    const bar = await filters()
    expect(bar.queryByLabelText('Tarjeta: últimos 4')).toBeNull()
    bar.getByRole('button', { name: 'Período 01/09/2026 a 30/09/2026' })
    await user.click(bar.getByRole('button', { name: 'Más filtros' }))
    bar.getByLabelText('Tarjeta: últimos 4')
    await user.click(bar.getByRole('button', { name: 'Menos filtros' }))
    expect(bar.queryByLabelText('Tarjeta: últimos 4')).toBeNull()
  })

  test('offers a filter by a person to the roles that may use it', async () => {
    openPayments('', EMPTY_LIST, PETROBRAS)
    await filters()
    expect(screen.queryByLabelText(/^Conductor/)).toBeNull()
    openPayments('')
    expect((await filters()).getByLabelText(/^Conductor/)).toBeDefined()
  })

  test('draws the id that a link has set by its name, and takes it away', async () => {
    const { user, address } = openPayments('?driver=p1', {
      ...EMPTY_LIST,
      filterTexts: { driver: 'M··· P···' },
    })
    await user.click(await screen.findByRole('button', { name: /M··· P···/ }))
    expect(address()).toBe('/payments')
  })

  test('a period is one of the presets, or typed with either side open', async () => {
    const { user, address } = openPayments('?period=20260901-')
    await user.click(await screen.findByRole('button', { name: 'Período Desde 01/09/2026' }))
    const until = await screen.findByLabelText('Hasta')
    await user.type(until, '01/08/2026')
    await screen.findByText('El primer día tiene que ser anterior al último.')
    expect(address()).toBe('/payments?period=20260901-')
    await user.clear(until)
    await user.type(until, '15/09/2026')
    expect(address()).toBe('/payments?period=20260901-20260915')
    const [, ofUntil = document.body] = screen.getAllByRole('button', {
      name: 'Abrir el calendario',
    })
    await user.click(ofUntil)
    const calendar = await screen.findByRole('dialog')
    await user.click(within(calendar).getByRole('button', { name: /^20 / }))
    await waitFor(() => expect(address()).toBe('/payments?period=20260901-20260920'))
    await user.click(screen.getByRole('button', { name: 'Hoy' }))
    const [, day = ''] = /period=(\d{8})-\1$/.exec(address()) ?? []
    expect(day).toMatch(/^\d{8}$/)
    await user.click(screen.getByRole('button', { name: 'Hoy' }))
    expect(address()).toBe('/payments')
  })

  test.each([
    ['1.500', '', '150000-'],
    ['', '99,9', '-9990'],
    ['1.234,50', '2000', '123450-200000'],
    ['20', '10.25', '1025-2000'],
  ])('amounts «%s» and «%s» are the range %s', async (from, until, range) => {
    const { user, address } = openPayments('?amount=1-2')
    await user.click(await screen.findByRole('button', { name: /^Importe \$\s0,01 a/ }))
    for (const [label, text] of [
      ['Desde', from],
      ['Hasta', until],
    ] as const) {
      const field = await screen.findByLabelText(label)
      await user.clear(field)
      if (text) await user.type(field, text)
    }
    await user.click(screen.getByRole('button', { name: 'Filtrar' }))
    await waitFor(() => expect(address()).toBe(`/payments?amount=${range}`))
  })

  test('what is no amount is said, and stays as it was typed', async () => {
    const { user, address } = openPayments('?amount=100-')
    await user.click(await screen.findByRole('button', { name: /^Importe Desde/ }))
    const field = await screen.findByLabelText('Hasta')
    await user.type(field, 'mucho{Enter}')
    await screen.findByText('Escribí un importe, como 1.500 o 99,90.')
    expect(field).toHaveProperty('value', 'mucho')
    expect(address()).toBe('/payments?amount=100-')
  })
})
