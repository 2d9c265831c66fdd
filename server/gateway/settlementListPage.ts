import { array, extend, safeParse, unknown } from 'zod/mini'
import { GatewayPayment, SettlementListResponse } from '#contract/geopay.ts'

export interface ListPage {
  payments: GatewayPayment[]
  /** Items that do not match the schema; the others are read all the same. */
  malformed: MalformedItem[]
}
/** The identifiers of a malformed item; empty where it has none. */
export interface MalformedItem {
  /** Position on the list of the day, from 0. */
  place: number
  paymentToken: string
  accessToken: string
  reference: string
}

/** A page with its items unparsed. */
export const RawListPage = extend(SettlementListResponse, { payments: array(unknown()) })

/** The longest identifier that is taken from a malformed item. */
const MAX_LENGTH = 100

/** Parses the items of a page one by one. @param from the position of the first */
export function readListPage(items: unknown[], from: number): ListPage {
  const page: ListPage = { payments: [], malformed: [] }
  for (const [index, item] of items.entries()) {
    const read = safeParse(GatewayPayment, item)
    if (read.success) page.payments.push(read.data)
    else page.malformed.push({ place: from + index, ...identifiersOf(item) })
  }
  return page
}

function identifiersOf(item: unknown): Omit<MalformedItem, 'place'> {
  const fields = (typeof item === 'object' && item !== null ? item : {}) as Record<string, unknown>
  const text = (field: unknown) => (typeof field === 'string' ? field.slice(0, MAX_LENGTH) : '')
  return {
    paymentToken: text(fields.paymentToken),
    accessToken: text(fields.accessToken),
    reference: text(fields.reference),
  }
}
