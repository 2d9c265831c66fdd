import * as z from 'zod/mini'
import { NOTIFICATION_TYPES } from '#contract/entities/notification.ts'
import { lazyObject } from '#contract/fields/lazyObject.ts'

/** How a notification reaches a person: inside the app, by e-mail, or pushed to their devices. */
export const Channel = z.enum(['app', 'email', 'push'], 'El medio es app, email o push.')
export type Channel = z.infer<typeof Channel>

const { General, Message, Promotion, Consumption, Pay, Voucher } = NOTIFICATION_TYPES

/**
 * Kinds of notification that a person can switch off, and the channels. Notifications about payments and
 * the security of the account (sign-in, password, e-mail) are always sent. Only registered devices get
 * pushed notifications, each of which the app shows too.
 */
export const PREFERENCES = [
  { type: General, channel: 'app', fixed: false },
  { type: General, channel: 'push', fixed: false },
  { type: Message, channel: 'app', fixed: false },
  { type: Message, channel: 'email', fixed: false },
  { type: Message, channel: 'push', fixed: false },
  { type: Promotion, channel: 'app', fixed: false },
  { type: Promotion, channel: 'push', fixed: false },
  { type: Consumption, channel: 'app', fixed: false },
  { type: Consumption, channel: 'push', fixed: false },
  { type: Voucher, channel: 'app', fixed: false },
  { type: Voucher, channel: 'push', fixed: false },
  { type: Pay, channel: 'app', fixed: true },
  { type: Pay, channel: 'push', fixed: true },
] as const satisfies readonly { type: number; channel: Channel; fixed: boolean }[]

/** One choice of a person. */
export const NotificationPreference = lazyObject(() => ({
  /**
   * Type of the notification: 1 general, 2 message, 3 promotion, 4 consumption, 5 payment, 6
   * voucher.
   */
  type: z.int(),
  channel: Channel,
  /** Whether the caller gets these notifications. */
  enabled: z.boolean(),
  /** Whether they cannot be turned off: payments and security. */
  fixed: z.boolean(),
}))
export type NotificationPreference = z.infer<typeof NotificationPreference>

/** Whether a person may turn these notifications off and on. */
export const isOptional = (type: number, channel: Channel): boolean =>
  PREFERENCES.some((one) => one.type === type && one.channel === channel && !one.fixed)
