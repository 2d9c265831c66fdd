import {
  Bell,
  CreditCard,
  Fuel,
  type LucideIcon,
  Megaphone,
  MessageSquare,
  Ticket,
} from 'lucide-react'
import { NOTIFICATION_TYPES, type Notification } from '#contract/entities/notification.ts'
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
    label: 'Novedad',
    plural: 'Novedades',
    icon: Bell,
    tone: 'neutral',
  },
  [NOTIFICATION_TYPES.Message]: {
    label: 'Mensaje',
    plural: 'Mensajes',
    icon: MessageSquare,
    tone: 'brand',
  },
  [NOTIFICATION_TYPES.Promotion]: {
    label: 'Promoción',
    plural: 'Promociones',
    icon: Megaphone,
    tone: 'warn',
  },
  [NOTIFICATION_TYPES.Consumption]: {
    label: 'Consumo',
    plural: 'Consumos',
    icon: Fuel,
    tone: 'brand',
  },
  [NOTIFICATION_TYPES.Pay]: { label: 'Pago', plural: 'Pagos', icon: CreditCard, tone: 'good' },
  [NOTIFICATION_TYPES.Voucher]: { label: 'Vale', plural: 'Vales', icon: Ticket, tone: 'good' },
}
