import { canAccess } from '#contract/pageAccess.ts'
import type { Role } from '#contract/roles.ts'

/** The names of the icons that MenuIcon.tsx draws. */
export type MenuIcon =
  | 'consumption'
  | 'notifications'
  | 'stations'
  | 'loyalties'
  | 'profile'
  | 'questions'
  | 'comments'
  | 'drivers'
  | 'home'
  | 'payment'

/** An entry of the side menu. `view` false hides it. */
interface MenuItem {
  title: string
  url: string
  icon: MenuIcon
  current: boolean
  view: boolean
}

const entry = (title: string, url: string, icon: MenuIcon): MenuItem => ({
  title,
  url,
  icon,
  current: false,
  view: true,
})

/** The side menu as it is by default: seven visible entries (docs/specification.md, "Side menu"). */
export const MENU: readonly MenuItem[] = [
  entry('Consumo', '/listLoyaltyMovements', 'consumption'),
  entry('Notificaciones', '/notification', 'notifications'),
  entry('Estaciones', '/map', 'stations'),
  entry('Afiliaciones', '/listLoyalty', 'loyalties'),
  entry('Mis Datos', '/editUser', 'profile'),
  entry('Preguntas Frecuentes', '/faqAuth', 'questions'),
  entry('Comentarios', '/commnents', 'comments'),
]

/** The menu with the entry of this route marked as current, and no other. */
export const markCurrent = (menu: readonly MenuItem[], url: string): MenuItem[] =>
  menu.map((item) => ({ ...item, current: item.url === url }))

/** The menu with the entry of this route hidden. */
export const hide = (menu: readonly MenuItem[], url: string): MenuItem[] =>
  menu.map((item) => (item.url === url ? { ...item, view: false } : item))

/** A menu without entries. */
export const empty = (): MenuItem[] => []

/** The menu with one more entry at the end. */
export const add = (menu: readonly MenuItem[], item: MenuItem): MenuItem[] => [...menu, item]

/**
 * The menu of a user: entries whose route the roles do not open are hidden; a sponsor has the
 * entry Conductores.
 */
export function menuFor(roles: readonly Role[], url: string): MenuItem[] {
  const closed = MENU.filter((item) => !canAccess(roles, item.url))
  const open = closed.reduce<readonly MenuItem[]>((menu, item) => hide(menu, item.url), MENU)
  const drivers = entry('Conductores', '/listDrivers', 'drivers')
  return markCurrent(canAccess(roles, drivers.url) ? add(open, drivers) : open, url)
}

/** The title of a screen of the main ones, and the screens below it. */
const BAR: readonly [item: MenuItem, below: readonly string[]][] = [
  [entry('Inicio', '/main', 'home'), []],
  [entry('Consumo', '/listLoyaltyMovements', 'consumption'), ['/movements']],
  [entry('Pagar', '/payment', 'payment'), ['/listPayment', '/readScann', '/paymentScann']],
  [entry('Estaciones', '/map', 'stations'), []],
]

/** The bar at the foot of a phone: the main screens that the roles open. */
export const barFor = (roles: readonly Role[], url: string): MenuItem[] =>
  BAR.filter(([{ url }]) => canAccess(roles, url)).map(([item, below]) => ({
    ...item,
    current: item.url === url || below.includes(url),
  }))

/** The shortcuts above the menu's entries. */
export const shortcutsFor = (roles: readonly Role[], url: string): MenuItem[] =>
  markCurrent(
    BAR.map(([item]) => item).filter(
      ({ icon, url }) => (icon === 'home' || icon === 'payment') && canAccess(roles, url),
    ),
    url,
  )
