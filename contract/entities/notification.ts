import * as z from 'zod/mini'
import { lazyObject } from '#contract/fields/lazyObject.ts'
import { Stamp } from '#contract/fields/stamp.ts'
import { Currency } from '#contract/money.ts'

/** Notification types by name; the wire carries the number. */
export const NOTIFICATION_TYPES = {
  General: 1,
  Message: 2,
  Promotion: 3,
  Consumption: 4,
  Pay: 5,
  Voucher: 6,
} as const

/** What a driver reads for a type. */
export const NOTIFICATION_TYPE_LABELS = {
  1: 'Novedad',
  2: 'Mensaje',
  3: 'Promoción',
  4: 'Consumo',
  5: 'Pago',
  6: 'Vale',
} as const

/** A notification to the caller. */
export const Notification = lazyObject(() => ({
  /** Id of the notification, as `readNotification` takes it; opaque. */
  id: z.string(),
  /**
   * Type of the notification: 1 general, 2 message, 3 promotion, 4 consumption, 5 payment, 6
   * voucher.
   */
  type: z.literal([1, 2, 3, 4, 5, 6]),
  /** When it was sent, `yyyyMMddHHmmss` in Montevideo. */
  datetime: Stamp,
  currency: Currency,
  /** Amount in cents; 0 when the notification has none. */
  amount: z.int(),
  title: z.string(),
  /** Text, in Spanish and without markup. */
  text: z.string(),
  /** Whether it was read: a string, not a boolean. */
  read: z.enum(['true', 'false']),
  /** Whether it was deleted: a string, not a boolean. */
  deleted: z.enum(['true', 'false']),
  /** Page of the app that the notification leads to; empty when there is none. */
  url: z.string(),
  /** Address of a picture; empty when there is none. */
  imageUrl: z.string(),
  /** Text as HTML, to be sanitised before it is rendered; empty when there is none. */
  html: z.string(),
}))
export type Notification = z.infer<typeof Notification>

/** Whether a notification is unread: the wire says `0` or `false`. */
export const isUnread = ({ read }: { read: string }) => read === '0' || read === 'false'
