// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { noAnswer, transportError } from '#kit/api/apiError.ts'
import { type Replies, renderApp } from '#testing/browser/renderApp.tsx'
import { aDebt, aLoyalty, aMovement, aNotification } from '#testing/fixtures/entities.ts'

const club = aLoyalty()
const geopay = { netId: '1', merchantId: '2', pageUrl: '' }
/** The answers for a person of one loyalty, of whom nothing else is stored. */
const EMPTY: Replies = {
  accountStatus: {
    from: '20260823',
    to: '20261120',
    discounts: [],
    movements: [],
    consumption: [],
    next: '',
  },
  branches: { branches: [] },
  dataViews: { days: [] },
  getDebts: { debts: [], geopay },
  getPayments: { payments: [] },
  loyalties: { loyalties: [club] },
  mapTiles: { url: '', attribution: '', attributionUrl: '', file: '' },
  membershipRequestList: { membershipRequests: [], reference: '', programmes: [], next: '' },
  movements: { movements: [], next: '' },
  notifications: { notifications: [] },
  promotions: { promotions: [] },
  sentMessages: { messages: [], next: '' },
}
const open = (address: string, replies: Replies = {}, loyalties = [club]) =>
  renderApp(address, { loyalties, replies: { ...EMPTY, ...replies } })

beforeEach(() => localStorage.clear())
afterEach(cleanup)

describe('a screen without content', () => {
  test.each<[address: string, sentence: string, wayOn?: string]>([
    ['/payment', 'No tenés nada para pagar'],
    ['/notification', 'No tenés notificaciones'],
    ['/promotion', 'Por ahora no hay promociones', 'Ver las estaciones'],
    ['/listPayment', 'No hay pagos en este período'],
    ['/commnents', 'Todavía no nos escribiste'],
    ['/editUser?section=views', 'Hasta hoy nadie destapó tus datos.'],
  ])('%s says so: %s', async (address, sentence, wayOn) => {
    open(address)
    expect(await screen.findByText(sentence)).toBeTruthy()
    if (wayOn) expect(screen.getByRole('link', { name: wayOn })).toBeTruthy()
  })
})

describe('a person without a loyalty', () => {
  test.each([
    ['/listLoyaltyMovements', 'Todavía no tenés afiliaciones'],
    ['/movements', 'Todavía no tenés afiliaciones'],
    ['/movements?claims=all', 'Todavía no tenés afiliaciones'],
    ['/editUser?section=bank', 'Todavía no tenés una afiliación'],
  ])('reads at %s how to get one', async (address, sentence) => {
    open(address, { loyalties: { loyalties: [] } }, [])
    expect(await screen.findByText(sentence)).toBeTruthy()
    const link = screen.getByRole('link', { name: 'Ver los programas' })
    expect(link.getAttribute('href')).toMatch(/\/listLoyalty$/)
  })
})

describe('an address whose item is gone', () => {
  const replies: Replies = {
    getDebts: { debts: [aDebt()], geopay },
    movements: { movements: [aMovement()], next: '' },
    notifications: { notifications: [aNotification()] },
  }
  test.each([
    ['/payment?reference=FAC-9', /^No encontramos FAC-9 entre tus deudas/],
    ['/movements?rrn=r9', /El movimiento r9 no está en esta lista/],
    ['/notification?id=none', 'Esa notificación ya no está en tu lista.'],
    ['/loyalty?loyaltyCode=69999999', 'No encontramos esa afiliación'],
  ])('%s says so', async (address, sentence) => {
    open(address, replies)
    expect(await screen.findByText(sentence)).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe('a screen whose data cannot be fetched', () => {
  const SCREENS = [
    '/payment',
    '/notification',
    '/promotion',
    '/listPayment',
    '/commnents',
    '/movements',
    '/listLoyaltyMovements',
    '/loyalty',
    '/listLoyalty',
    '/map?view=list',
    '/editUser?section=bank',
    '/editUser?section=views',
  ]
  test.each(
    SCREENS.flatMap((address) => [
      [address, noAnswer('offline'), 'Estás sin conexión'] as const,
      [address, transportError(500), 'No pudimos cargar esto'] as const,
    ]),
  )('%s: %s', async (address, error, title) => {
    open(address, Object.fromEntries(Object.keys(EMPTY).map((name) => [name, error])))
    expect((await screen.findAllByText(title)).length).toBeGreaterThan(0)
    expect(screen.getAllByRole('button', { name: 'Probar de nuevo' }).length).toBeGreaterThan(0)
  })
})
