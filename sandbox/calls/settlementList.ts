import { toDate } from '#contract/dates.ts'
import { type GatewayPayment, SettlementListRequest } from '#contract/geopay.ts'
import { approved, signedCall } from '#sandbox/calls/signedCall.ts'
import { toGatewayPayment } from '#sandbox/calls/toGatewayPayment.ts'
import type { Entry } from '#sandbox/entry.ts'

const PAGE_SIZE = 100

/**
 * The acquirers' daily list: the charges approved, voided or refunded on the day, in their current state. A
 * page begins at a position in the store, which only grows, so that no charge is listed twice while
 * others are made and voided.
 */
export const settlementList = signedCall(SettlementListRequest, ({ store }, { day, from }) => {
  const payments: GatewayPayment[] = []
  let next = from
  for (const entry of [...store.all()].slice(from)) {
    if (payments.length === PAGE_SIZE) return approved({ day, from, payments, next })
    if (isOf(entry, day)) payments.push(toGatewayPayment(entry))
    next += 1
  }
  return approved({ day, from, payments, next: null })
})

function isOf({ decision, voidedAt, refunds = [] }: Entry, day: string): boolean {
  if (decision?.state !== 'PROCESSED' || decision.code !== '00') return false
  const times = [
    decision.at,
    ...(voidedAt === null ? [] : [voidedAt]),
    ...refunds.map(({ at }) => at),
  ]
  return times.some((at) => dayOf(at) === day)
}

const dayOf = (ms: number) => toDate(new Date(ms))
