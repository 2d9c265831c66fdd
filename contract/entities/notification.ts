import * as z from 'zod/mini'
import { Currency, Stamp } from '#contract/money.ts'

/** Notification types, by their number on the wire. */
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
  type: z.union([
    z.literal(1),
    z.literal(2),
    z.literal(3),
    z.literal(4),
    z.literal(5),
    z.literal(6),
  ]),
  datetime: Stamp,
  currency: Currency,
  /** Cents; 0 when no amount is meant. */
  amount: z.int(),
  title: z.string(),
  text: z.string(),
  /** The strings `true` and `false`. */
  read: z.enum(['true', 'false']),
  deleted: z.enum(['true', 'false']),
  url: z.string(),
  imageUrl: z.string(),
  /** Rich text; always sanitised before it is drawn. */
  html: z.string(),
})
export type Notification = z.infer<typeof Notification>

/** Unread on the wire is `0` or `false`. */
export const isUnread = ({ read }: { read: string }) => read === '0' || read === 'false'
