import { array, extend, safeParse, unknown } from 'zod/mini'
import { GatewayPayment, SettlementListResponse } from '#contract/geopay.ts'

/** A page of the gateway's list of a day. */
export interface ListPage {
  payments: GatewayPayment[]
  /** What stands there and makes no sense: it hides no other. */
  unreadable: MalformedItem[]
}
/** As far as an item says what it is; empty where it does not. */
export interface MalformedItem {
  /** Its place on the list of the day, from 0. */
  place: number
  paymentToken: string
  accessToken: string
  reference: string
}

/** A page as it arrives, its items unread. */
export const RawListPage = extend(SettlementListResponse, { payments: array(unknown()) })

/** The longest name of anything that is kept of what cannot be read. */
const LONGEST = 100

/** Reads item by item. @param from the place of the first */
export function readListPage(items: unknown[], from: number): ListPage {
  const page: ListPage = { payments: [], unreadable: [] }
  for (const [index, item] of items.entries()) {
    const read = safeParse(GatewayPayment, item)
    if (read.success) page.payments.push(read.data)
    else page.unreadable.push({ place: from + index, ...namesOf(item) })
  }
  return page
}

function namesOf(item: unknown): Omit<MalformedItem, 'place'> {
  const fields = (typeof item === 'object' && item !== null ? item : {}) as Record<string, unknown>
  const text = (field: unknown) => (typeof field === 'string' ? field.slice(0, LONGEST) : '')
  return {
    paymentToken: text(fields.paymentToken),
    accessToken: text(fields.accessToken),
    reference: text(fields.reference),
  }
}
