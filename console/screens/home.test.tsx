// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { ADMINISTRADOR, UBER } from '#contract/roles.ts'
import { renderConsole } from '#testing/browser/renderConsole.tsx'
import { showMenu } from '#testing/browser/stubCalls.ts'
import { EMPTY_LIST } from '#testing/fixtures/emptyList.ts'

const measure = {
  title: 'Ventas informadas',
  isMoney: false,
  today: 3,
  weekAgo: 5,
  hours: Array.from({ length: 24 }, (_, hour) => ({ today: hour === 9 ? 3 : 0, weekAgo: hour })),
}
const full = {
  waiting: [
    { title: 'Excepciones', count: 12, oldest: '20260901101500', path: '/exceptions' },
    {
      title: 'Mensajes sin responder',
      count: 2,
      oldest: '20260906090000',
      path: '/messages?state=RECEIVED',
    },
  ],
  measures: [measure],
  health: [{ title: 'Pasarela de pagos', tone: 'bad' as const, text: 'No responde' }],
}
const open = (home: object) =>
  renderConsole('/', { roles: [ADMINISTRADOR] }, { home, objects: EMPTY_LIST })

describe('home of the console', () => {
  test('is the first page, and leads to what waits', async () => {
    const desk = open(full)
    const list = await screen.findByRole('list', { name: 'Lo que te espera' })
    expect(desk.address()).toBe('/home')
    const items = within(list).getAllByRole('link')
    expect(items.map((item) => item.textContent)).toEqual([
      'Excepciones12Desde el 01/09/2026 10:15',
      'Mensajes sin responder2Desde el 06/09/2026 09:00',
    ])
    await desk.user.click(within(list).getByRole('link', { name: /Excepciones/ }))
    await screen.findByRole('heading', { name: 'Excepciones' })
    expect(desk.address()).toBe('/exceptions')
  })

  test('has a menu in groups, of which a role sees those with pages of its own', async () => {
    await showMenu(open(full).user)
    const rewards = screen.getByRole('link', { name: 'Premios' })
    expect(
      within(screen.getByRole('list', { name: 'Puntos y promociones' })).getAllByRole('link'),
    ).toContain(rewards)
    cleanup()
    await showMenu(renderConsole('/', { roles: [UBER] }, { home: full }).user)
    screen.getByRole('link', { name: 'Conductores' })
    expect(screen.queryByRole('list', { name: 'Puntos y promociones' })).toBeNull()
  })

  test('has the hours of a chart as a table, and says how each part works', async () => {
    open(full)
    await screen.findByText('No responde')
    const rows = within(screen.getByRole('table', { hidden: true })).getAllByRole('row', {
      hidden: true,
    })
    expect(rows).toHaveLength(25)
    expect(rows[10]?.textContent).toBe('9 h39')
  })

  test('says that nothing waits', async () => {
    open({ waiting: [], measures: [], health: [] })
    await screen.findByText('Estás al día')
    expect(screen.queryByText('Cómo anda todo')).toBeNull()
  })
})
