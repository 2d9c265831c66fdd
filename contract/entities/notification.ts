import * as z from 'zod/mini'
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

export const Notification = z.object({
  id: z.string(),
  type: z.literal([1, 2, 3, 4, 5, 6]),
  datetime: Stamp,
  currency: Currency,
  /** Cents; 0 when the notification has no amount. */
  amount: z.int(),
  title: z.string(),
  text: z.string(),
  /** A string, not a boolean. */
  read: z.enum(['true', 'false']),
  /** A string, not a boolean. */
  deleted: z.enum(['true', 'false']),
  /** Page that the notification leads to; empty when there is none. */
  url: z.string(),
  imageUrl: z.string(),
  /** HTML text; the app sanitises it before it renders it. */
  html: z.string(),
})
export type Notification = z.infer<typeof Notification>

/** Whether a notification is unread: the wire says `0` or `false`. */
export const isUnread = ({ read }: { read: string }) => read === '0' || read === 'false'
