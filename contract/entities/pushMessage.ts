import { NOTIFICATION_TYPES } from '#contract/entities/notification.ts'

const { General, Message, Promotion, Consumption, Pay, Voucher } = NOTIFICATION_TYPES

/** The page that a pushed notification opens, by its type. */
const PAGES: Record<number, string> = {
  [General]: '/notification',
  [Message]: '/commnents',
  [Promotion]: '/promotion',
  [Consumption]: '/movements',
  [Pay]: '/listPayment',
  [Voucher]: '/notification',
}

/** Every page that a pushed notification may open. */
const PUSH_PAGES: readonly string[] = [...new Set([...Object.values(PAGES), '/listLoyalty'])]

/** The text shown when nothing personal may be, or when a message cannot be read. */
export const GENERIC_PUSH = {
  title: 'Surtidor',
  text: 'Tenés una novedad en la app.',
  page: '/notification',
} as const

/** A message to a device, as JSON. */
export interface PushMessage {
  /** Id of the notification: a device shows it once. */
  id: string
  /** Id of the subscription that it was sent to: on a device of another session it shows nothing personal. */
  to: string
  title: string
  text: string
  /** One of `PUSH_PAGES`. */
  page: string
  /** When it was created, in milliseconds since 1970. */
  at: number
}

/**
 * The page that a notification opens when it is tapped on a device.
 * @param url the notification's own link; counts only when it leads to a listed page
 */
export function pushPage(type: number, url: string): string {
  const own = /^\/?#(\/\w+)/.exec(url)?.[1] ?? ''
  return PUSH_PAGES.includes(own) ? own : (PAGES[type] ?? GENERIC_PUSH.page)
}

/** The page in the data of a tapped notification: one of the list, never another address. */
export function tappedPage(data: unknown): string {
  const { page } = (data ?? {}) as { page?: unknown }
  return typeof page === 'string' && PUSH_PAGES.includes(page) ? page : GENERIC_PUSH.page
}

/** Parses a pushed message; undefined when the text is invalid. */
export function readPushMessage(json: string): PushMessage | undefined {
  try {
    const { id, to, title, text, page, at } = JSON.parse(json) as Record<keyof PushMessage, unknown>
    const hasTexts = [id, to, title, text].every((one) => typeof one === 'string' && one !== '')
    const isOurs = typeof page === 'string' && PUSH_PAGES.includes(page) && Number.isSafeInteger(at)
    return hasTexts && isOurs ? ({ id, to, title, text, page, at } as PushMessage) : undefined
  } catch {
    return undefined
  }
}
