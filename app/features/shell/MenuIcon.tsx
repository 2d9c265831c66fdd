import {
  Bell,
  CarFront,
  CircleHelp,
  Contact,
  CreditCard,
  Fuel,
  House,
  MapPin,
  MessageSquare,
  UserRound,
} from 'lucide-react'
import type { MenuIcon as Name } from '#app/features/shell/menu.ts'

const ICONS = {
  consumption: Fuel,
  notifications: Bell,
  stations: MapPin,
  loyalties: Contact,
  profile: UserRound,
  questions: CircleHelp,
  comments: MessageSquare,
  drivers: CarFront,
  home: House,
  payment: CreditCard,
} satisfies Record<Name, unknown>

/** The icon of a menu entry. Decorative: its title is beside it. */
export function MenuIcon({ name }: { name: Name }) {
  const Icon = ICONS[name]
  return <Icon aria-hidden="true" size={22} className="shrink-0" />
}
