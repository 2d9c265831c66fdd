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
  /** What of that page it opens, by its id; absent for the page itself. */
  item?: string
  /** When it was created, in milliseconds since 1970. */
  at: number
}

/**
 * The page that a notification opens when it is tapped on a device, and what of it.
 * @param url the notification's own link; counts only when it leads to a listed page
 */
export function pushTarget(type: number, url: string): Pick<PushMessage, 'page' | 'item'> {
  const [, own = '', item] = /^\/?#(\/\w+)(?:\?id=([\w-]+)$)?/.exec(url) ?? []
  if (!PUSH_PAGES.includes(own)) return { page: PAGES[type] ?? GENERIC_PUSH.page }
  return { page: own, ...(item && { item }) }
}

/** The address in the data of a tapped notification: a page of the list, never another one. */
export function tappedPage(data: unknown): string {
  const { page, item } = (data ?? {}) as { page?: unknown; item?: unknown }
  if (typeof page !== 'string' || !PUSH_PAGES.includes(page)) return GENERIC_PUSH.page
  return typeof item === 'string' && /^[\w-]+$/.test(item) ? `${page}?id=${item}` : page
}

/** Parses a pushed message; undefined when the text is invalid. */
export function readPushMessage(json: string): PushMessage | undefined {
  try {
    const message = JSON.parse(json) as Record<keyof PushMessage, unknown>
    const { id, to, title, text, page, item, at } = message
    const hasTexts = [id, to, title, text].every((one) => typeof one === 'string' && one !== '')
    const isOurs = typeof page === 'string' && PUSH_PAGES.includes(page) && Number.isSafeInteger(at)
    return hasTexts && isOurs ? ({ id, to, title, text, page, item, at } as PushMessage) : undefined
  } catch {
    return undefined
  }
}
