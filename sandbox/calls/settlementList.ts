import { toStamp } from '#contract/dates.ts'
import { GATEWAY_CODES, type GatewayPayment, SettlementListRequest } from '#contract/geopay.ts'
import { signedCall } from '#sandbox/calls/signedCall.ts'
import type { Entry } from '#sandbox/store.ts'
import { toGatewayPayment } from '#sandbox/calls/toGatewayPayment.ts'

/** Charges per page. */
const PAGE_SIZE = 100

/**
 * The day's list of the acquirers: each charge approved on the day and each charge returned on the
 * day, in its current state. A page continues at a position in the append-only store, so that
 * pages do not repeat entries while charges are made and voided.
 */
export const settlementList = signedCall(SettlementListRequest, ({ store }, { day, from }) => {
  const payments: GatewayPayment[] = []
  let place = 0
  let next: number | null = null
  for (const entry of store.all()) {
    if (payments.length === PAGE_SIZE) {
      next = place
      break
    }
    if (place >= from && isOf(entry, day)) payments.push(toGatewayPayment(entry))
    place += 1
  }
  return {
    code: GATEWAY_CODES.approved,
    description: 'APROBADO',
    fields: { day, from, payments, next },
  }
})

function isOf({ decision, voidedAt }: Entry, day: string): boolean {
  if (decision?.state !== 'PROCESSED' || decision.code !== '00') return false
  return dayOf(decision.at) === day || (voidedAt !== null && dayOf(voidedAt) === day)
}

const dayOf = (ms: number) => toStamp(new Date(ms)).slice(0, 8)
