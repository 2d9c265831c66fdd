import { toStamp } from '#contract/dates.ts'
import { GATEWAY_CODES, type GatewayPayment, SettlementListRequest } from '#contract/geopay.ts'
import { signedCall } from '#sandbox/calls/signedCall.ts'
import type { Entry } from '#sandbox/store.ts'
import { toGatewayPayment } from '#sandbox/calls/toGatewayPayment.ts'

/** Charges of a page. */
const PAGE = 100

/**
 * What the acquirers' daily file would say: each approved charge of the day, and each charge that
 * was given back on the day, as it stands now. A page goes on at a place in the book, which only
 * grows, so that nothing is told twice while charges are made and voided.
 */
export const settlementList = signedCall(SettlementListRequest, ({ store }, { day, from }) => {
  const payments: GatewayPayment[] = []
  let place = 0
  let next: number | null = null
  for (const entry of store.all()) {
    if (payments.length === PAGE) {
      next = place
      break
    }
    if (place >= from && isOf(entry, day)) payments.push(toGatewayPayment(entry))
    place += 1
  }
  return {
    code: GATEWAY_CODES.approved,
    words: 'APROBADO',
    fields: { day, from, payments, next },
  }
})

function isOf({ decision, voidedAt }: Entry, day: string): boolean {
  if (decision?.state !== 'PROCESSED' || decision.code !== '00') return false
  return dayOf(decision.at) === day || (voidedAt !== null && dayOf(voidedAt) === day)
}

const dayOf = (ms: number) => toStamp(new Date(ms)).slice(0, 8)
