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
  Receipt,
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
  const visible = closed.reduce<readonly MenuItem[]>((menu, item) => hide(menu, item.url), MENU)
  const drivers = entry('Conductores', '/listDrivers', CarFront)
  return markCurrent(
    canAccess(roles, drivers.url) ? add(visible, drivers) : visible,
    sectionOf(url),
  )
}

const INICIO = entry('Inicio', '/main', House)
const PAGAR = entry('Pagar', '/payment', CreditCard)
const MIS_PAGOS = entry('Mis pagos', '/listPayment', Receipt)
const BAR: readonly MenuItem[] = [
  INICIO,
  entry('Consumo', '/listLoyaltyMovements', Fuel),
  PAGAR,
  entry('Estaciones', '/map', MapPin),
]

const open = (items: readonly MenuItem[], roles: readonly Role[], section: string): MenuItem[] =>
  markCurrent(
    items.filter((item) => canAccess(roles, item.url)),
    section,
  )

/** The bar at the foot of a phone: the main screens that the roles open. */
export const barFor = (roles: readonly Role[], url: string): MenuItem[] =>
  open(BAR, roles, sectionOf(url))

/** The rows that the app has above those of the menu: home and the payments, which are a part of Pagar elsewhere. */
export const firstRowsFor = (roles: readonly Role[], url: string): MenuItem[] =>
  open([INICIO, MIS_PAGOS], roles, url)

/** The button of the side menu. */
export const payFor = (roles: readonly Role[], url: string): MenuItem | undefined =>
  open([PAGAR], roles, url === MIS_PAGOS.url ? url : sectionOf(url))[0]

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
