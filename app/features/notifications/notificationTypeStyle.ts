import {
  Bell,
  CreditCard,
  Fuel,
  type LucideIcon,
  Megaphone,
  MessageSquare,
  Ticket,
} from 'lucide-react'
import {
  NOTIFICATION_TYPE_LABELS,
  NOTIFICATION_TYPES,
  type Notification,
} from '#contract/entities/notification.ts'
import type { Tone } from '#kit/style/tone.ts'

interface TypeStyle {
  /** One notification of the type, and several. */
  label: string
  plural: string
  icon: LucideIcon
  tone: Tone
}

export const NOTIFICATION_TYPE_STYLES: Record<Notification['type'], TypeStyle> = {
  [NOTIFICATION_TYPES.General]: {
    label: NOTIFICATION_TYPE_LABELS[1],
    plural: 'Novedades',
    icon: Bell,
    tone: 'neutral',
  },
  [NOTIFICATION_TYPES.Message]: {
    label: NOTIFICATION_TYPE_LABELS[2],
    plural: 'Mensajes',
    icon: MessageSquare,
    tone: 'brand',
  },
  [NOTIFICATION_TYPES.Promotion]: {
    label: NOTIFICATION_TYPE_LABELS[3],
    plural: 'Promociones',
    icon: Megaphone,
    tone: 'warn',
  },
  [NOTIFICATION_TYPES.Consumption]: {
    label: NOTIFICATION_TYPE_LABELS[4],
    plural: 'Consumos',
    icon: Fuel,
    tone: 'brand',
  },
  [NOTIFICATION_TYPES.Pay]: {
    label: NOTIFICATION_TYPE_LABELS[5],
    plural: 'Pagos',
    icon: CreditCard,
    tone: 'good',
  },
  [NOTIFICATION_TYPES.Voucher]: {
    label: NOTIFICATION_TYPE_LABELS[6],
    plural: 'Vales',
    icon: Ticket,
    tone: 'good',
  },
}
