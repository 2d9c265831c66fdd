import {
  Bell,
  CreditCard,
  Fuel,
  type LucideIcon,
  Megaphone,
  MessageSquare,
  Ticket,
} from 'lucide-react'
import { NOTIFICATION_TYPE_LABELS, type Notification } from '#contract/entities/notification.ts'
import type { Tone } from '#kit/style/tone.ts'

type Type = Notification['type']

/** @param plural what several of the type are called */
const style = (type: Type, plural: string, icon: LucideIcon, tone: Tone) => ({
  label: NOTIFICATION_TYPE_LABELS[type],
  plural,
  icon,
  tone,
})

export const NOTIFICATION_TYPE_STYLES: Record<Type, ReturnType<typeof style>> = {
  1: style(1, 'Novedades', Bell, 'neutral'),
  2: style(2, 'Mensajes', MessageSquare, 'brand'),
  3: style(3, 'Promociones', Megaphone, 'warn'),
  4: style(4, 'Consumos', Fuel, 'brand'),
  5: style(5, 'Pagos', CreditCard, 'good'),
  6: style(6, 'Vales', Ticket, 'good'),
}
