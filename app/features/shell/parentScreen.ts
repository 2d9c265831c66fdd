import { canAccess } from '#contract/pageAccess.ts'
import type { Role } from '#contract/roles.ts'
import type { ParentScreen } from '#kit/layout/BackLink.tsx'

const HOME: ParentScreen = { title: 'Inicio', url: '/main' }
const PAYMENT: ParentScreen = { title: 'Pagar', url: '/payment' }

/** Screens that belong to another one than home. */
const PARENTS: Record<string, ParentScreen> = {
  '/movements': { title: 'Consumo', url: '/listLoyaltyMovements' },
  '/listPayment': PAYMENT,
  '/readScann': PAYMENT,
  '/paymentScann': PAYMENT,
  '/promotion': { title: 'Notificaciones', url: '/notification' },
  '/loyalty': { title: 'Afiliaciones', url: '/listLoyalty' },
}

/** The screen to which the back link of a route leads; null at home, and where no role opens it. */
export function parentScreen(roles: readonly Role[], url: string): ParentScreen | null {
  if (url === HOME.url) return null
  const parent = PARENTS[url] ?? HOME
  return canAccess(roles, parent.url) ? parent : null
}
