import { describe, expect, test } from 'vitest'
import {
  add,
  barFor,
  empty,
  firstRowsFor,
  hide,
  MENU,
  markCurrent,
  menuFor,
  parentScreen,
  payFor,
} from '#app/features/shell/menu.ts'
import { GUARDED_PAGES } from '#app/routeGuard.ts'
import { canAccess, ROLES } from '#contract/pageAccess.ts'
import { PETROBRAS, UBER, USER } from '#contract/roles.ts'

const seen = (menu: readonly { view: boolean; title: string }[]) =>
  menu.filter(({ view }) => view).map(({ title }) => title)

const current = (url: string) =>
  markCurrent(MENU, url)
    .filter((item) => item.current)
    .map((item) => item.url)

describe('menu', () => {
  test('has seven visible entries in the order of the specification, each a guarded route', () => {
    expect(MENU.map(({ title, url }) => [title, url])).toEqual([
      ['Consumo', '/listLoyaltyMovements'],
      ['Notificaciones', '/notification'],
      ['Estaciones', '/map'],
      ['Afiliaciones', '/listLoyalty'],
      ['Mis Datos', '/editUser'],
      ['Preguntas Frecuentes', '/faqAuth'],
      ['Comentarios', '/commnents'],
    ])
    expect(MENU.every(({ view, current }) => view && !current)).toBe(true)
    for (const { url } of MENU) expect(GUARDED_PAGES).toContain(url)
  })

  test('markCurrent marks the entry of the route, or none, and no other', () => {
    expect(current('/map')).toEqual(['/map'])
    expect(current('/payment')).toEqual([])
    expect(
      markCurrent(markCurrent(MENU, '/map'), '/editUser').filter((item) => item.current),
    ).toHaveLength(1)
  })

  test('hide hides an entry by its url, add appends one, empty has none', () => {
    expect(seen(hide(MENU, '/map'))).not.toContain('Estaciones')
    expect(seen(hide(MENU, '/map'))).toHaveLength(6)
    for (const item of MENU.slice(0, 1)) expect(add(empty(), item)).toEqual([item])
    expect(empty()).toEqual([])
    expect(seen(MENU)).toHaveLength(7)
  })

  test('menuFor shows each role the entries that it may open', () => {
    expect(seen(menuFor([ROLES[USER]], '/main'))).toHaveLength(7)
    expect(seen(menuFor([ROLES[UBER]], '/listDrivers'))).toEqual(['Conductores'])
    expect(seen(menuFor([ROLES[PETROBRAS]], '/main'))).toEqual([])
  })
})

describe('navigation outside of the menu', () => {
  const user = [ROLES[USER]]

  test('the bar has four screens, and marks the one that the route belongs to', () => {
    const marked = (url: string) => seen(barFor(user, url).filter((item) => item.current))
    expect(seen(barFor(user, '/main'))).toEqual(['Inicio', 'Consumo', 'Pagar', 'Estaciones'])
    expect(marked('/movements')).toEqual(['Consumo'])
    expect(marked('/listPayment')).toEqual(['Pagar'])
    expect(marked('/readScann')).toEqual(['Pagar'])
    expect(marked('/editUser')).toEqual([])
  })

  test('the side menu has nine rows, home and the payments before the seven, and one button', () => {
    const rows = [...firstRowsFor(user, '/main'), ...menuFor(user, '/main')]
    expect(seen(rows).slice(0, 3)).toEqual(['Inicio', 'Mis pagos', 'Consumo'])
    expect(rows).toHaveLength(9)
    expect(payFor(user, '/main')).toMatchObject({ title: 'Pagar', url: '/payment', current: false })
  })

  test.each([
    ['/movements', ['Consumo']],
    ['/promotion', ['Notificaciones']],
    ['/loyalty', ['Afiliaciones']],
    ['/listPayment', ['Mis pagos']],
    ['/readScann', ['Pagar']],
    ['/payment', ['Pagar']],
    ['/main', ['Inicio']],
    ['/map', ['Estaciones']],
  ])('the side menu marks the section of %s', (url, expected) => {
    const menu = [payFor(user, url), ...firstRowsFor(user, url), ...menuFor(user, url)]
    expect(
      seen(menu.filter((item) => item !== undefined).filter(({ current }) => current)),
    ).toEqual(expected)
  })

  test('a sponsor has neither bar nor button nor a way to a screen that is not theirs', () => {
    const sponsor = [ROLES[UBER]]
    expect(barFor(sponsor, '/listDrivers')).toEqual([])
    expect(firstRowsFor(sponsor, '/listDrivers')).toEqual([])
    expect(payFor(sponsor, '/listDrivers')).toBeUndefined()
    expect(parentScreen(sponsor, '/listDrivers')).toBeNull()
  })

  test.each(GUARDED_PAGES.filter((url) => canAccess(user, url) && url !== '/main'))(
    'the back links of %s lead to home',
    (url) => {
      const parent = parentScreen(user, url)
      const path = [url, parent?.url, parentScreen(user, parent?.url ?? '')?.url]
      expect(path).toContain('/main')
      expect(GUARDED_PAGES).toContain(parent?.url)
    },
  )
})
