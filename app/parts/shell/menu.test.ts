import { expect, test } from 'vitest'
import { GUARDED_PAGES } from '#app/routeGuard.ts'
import { add, empty, hide, MENU, markCurrent, menuFor } from '#app/parts/shell/menu.ts'
import { ROLES } from '#contract/pageAccess.ts'
import { PETROBRAS, UBER, USER } from '#contract/roles.ts'

const seen = (menu: readonly { view: boolean; title: string }[]) =>
  menu.filter(({ view }) => view).map(({ title }) => title)

const current = (url: string) =>
  markCurrent(MENU, url)
    .filter((item) => item.current)
    .map((item) => item.url)

test('seven entries, all visible, in order, each a route of ours', () => {
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

test('one entry is current, or none', () => {
  expect(current('/map')).toEqual(['/map'])
  expect(current('/payment')).toEqual([])
  expect(
    markCurrent(markCurrent(MENU, '/map'), '/editUser').filter((item) => item.current),
  ).toHaveLength(1)
})

test('an entry is hidden by its url, one is added at the end, and all go', () => {
  expect(seen(hide(MENU, '/map'))).not.toContain('Estaciones')
  expect(seen(hide(MENU, '/map'))).toHaveLength(6)
  for (const item of MENU.slice(0, 1)) expect(add(empty(), item)).toEqual([item])
  expect(empty()).toEqual([])
  expect(seen(MENU)).toHaveLength(7)
})

test('each role sees what it may open', () => {
  expect(seen(menuFor([ROLES[USER]], '/main'))).toHaveLength(7)
  expect(seen(menuFor([ROLES[UBER]], '/listDrivers'))).toEqual(['Conductores'])
  expect(seen(menuFor([ROLES[PETROBRAS]], '/main'))).toEqual([])
})
