import {
  Bell,
  CarFront,
  CircleHelp,
  Contact,
  CreditCard,
  Fuel,
  House,
  type LucideIcon,
  MapPin,
  MessageSquare,
  UserRound,
} from 'lucide-react'
import { canAccess } from '#contract/pageAccess.ts'
import type { Role } from '#contract/roles.ts'
import type { ParentScreen } from '#kit/layout/AppLayout.tsx'

/** An entry of the side menu. `view` false hides it. */
interface MenuItem {
  title: string
  url: string
  icon: LucideIcon
  current: boolean
  view: boolean
}

const entry = (title: string, url: string, icon: LucideIcon): MenuItem => ({
  title,
  url,
  icon,
  current: false,
  view: true,
})

/** The side menu as it is by default: seven visible entries (docs/specification.md, "Side menu"). */
export const MENU: readonly MenuItem[] = [
  entry('Consumo', '/listLoyaltyMovements', Fuel),
  entry('Notificaciones', '/notification', Bell),
  entry('Estaciones', '/map', MapPin),
  entry('Afiliaciones', '/listLoyalty', Contact),
  entry('Mis Datos', '/editUser', UserRound),
  entry('Preguntas Frecuentes', '/faqAuth', CircleHelp),
  entry('Comentarios', '/commnents', MessageSquare),
]

export const markCurrent = (menu: readonly MenuItem[], url: string): MenuItem[] =>
  menu.map((item) => ({ ...item, current: item.url === url }))

export const hide = (menu: readonly MenuItem[], url: string): MenuItem[] =>
  menu.map((item) => (item.url === url ? { ...item, view: false } : item))

export const empty = (): MenuItem[] => []

export const add = (menu: readonly MenuItem[], item: MenuItem): MenuItem[] => [...menu, item]

/**
 * The menu of a user: entries whose route the roles do not open are hidden; a sponsor has the
 * entry Conductores.
 */
export function menuFor(roles: readonly Role[], url: string): MenuItem[] {
  const closed = MENU.filter((item) => !canAccess(roles, item.url))
  const open = closed.reduce<readonly MenuItem[]>((menu, item) => hide(menu, item.url), MENU)
  const drivers = entry('Conductores', '/listDrivers', CarFront)
  return markCurrent(canAccess(roles, drivers.url) ? add(open, drivers) : open, sectionOf(url))
}

const BAR: readonly MenuItem[] = [
  entry('Inicio', '/main', House),
  entry('Consumo', '/listLoyaltyMovements', Fuel),
  entry('Pagar', '/payment', CreditCard),
  entry('Estaciones', '/map', MapPin),
]

/** The bar at the foot of a phone: the main screens that the roles open. */
export const barFor = (roles: readonly Role[], url: string): MenuItem[] =>
  markCurrent(
    BAR.filter((item) => canAccess(roles, item.url)),
    sectionOf(url),
  )

export const shortcutsFor = (roles: readonly Role[], url: string): MenuItem[] =>
  markCurrent(
    BAR.filter((item) => ['/main', '/payment'].includes(item.url) && canAccess(roles, item.url)),
    sectionOf(url),
  )

const HOME: ParentScreen = { title: 'Inicio', url: '/main' }
const PAYMENT: ParentScreen = { title: 'Pagar', url: '/payment' }

const PARENTS: Record<string, ParentScreen> = {
  '/movements': { title: 'Consumo', url: '/listLoyaltyMovements' },
  '/listPayment': PAYMENT,
  '/readScann': PAYMENT,
  '/paymentScann': PAYMENT,
  '/promotion': { title: 'Notificaciones', url: '/notification' },
  '/loyalty': { title: 'Afiliaciones', url: '/listLoyalty' },
}

const sectionOf = (url: string): string => PARENTS[url]?.url ?? url

/** The screen to which the back link of a route leads; null at home, and where no role opens it. */
export function parentScreen(roles: readonly Role[], url: string): ParentScreen | null {
  if (url === HOME.url) return null
  const parent = PARENTS[url] ?? HOME
  return canAccess(roles, parent.url) ? parent : null
}
