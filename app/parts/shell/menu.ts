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
