import type { HeldReason } from '#contract/entities/heldSale.ts'
import type { ItemResult, ReportedSale } from '#contract/entities/reportedItem.ts'
import { pointsOf, ruleAt } from '#db/loyalty/accrual.ts'
import { applyWaiting } from '#db/stations/applyReversal.ts'
import type { Member } from '#db/stations/memberOfSale.ts'
import {
  add,
  conceptOf,
  type Named,
  nextNumber,
  noPoints,
  occasionOf,
  type ReportContext,
  repeated,
  saleTransactionId,
} from '#db/stations/reportContext.ts'
import { memberColumns, type SaleEvent, type SaleLine } from '#db/stations/saleHistory.ts'

/**
 * Stores a sale. With a member each line becomes a purchase that gives the points of the rule in force at
 * its local time (T4); a sale whose void came first gives none. One that is held waits for an operator as an
 * unmatched one, which names the member.
 */
export async function applySale(
  report: ReportContext,
  named: Named<ReportedSale> & { member: Member | null; held: HeldReason | '' },
): Promise<ItemResult> {
  const { item, identity, held } = named
  const member = held ? null : named.member
  const stored = report.history.get(identity)
  if (stored) return repeated(report, stored, named)
  const voided = report.history.has(`void:${report.terminal.branchCode}:${identity}`)
  const sale = add(report, named, {
    state: 'applied',
    lines: item.lines.map((line, place) => ({
      identity,
      number: place + 1,
      ...line,
      rrn: member && !voided ? nextNumber(report) : null,
      points: 0,
      pointsDue: 0,
      pointsTaken: 0,
    })),
    currency: item.currency,
    payments: item.payments,
    securityCode: item.cfe?.securityCode ?? '',
    ...memberColumns(item),
    ...(held && named.member && { memberCode: named.member.code }),
    held,
    loyaltyCode: member?.code ?? null,
    programme: member?.programme ?? null,
  })
  if (member && !voided) for (const line of sale.lines) accrue(report, sale, line)
  await applyWaiting(report, sale)
  return member
    ? { result: 'accepted', points: sale.points, ...noPoints(report, sale) }
    : { result: 'unmatched' }
}

/** Adds the purchase of a line of a member's sale, with the points of its rule. */
export function accrue(report: ReportContext, sale: SaleEvent, line: SaleLine): void {
  const { accruals, rules, movements, now } = report
  const { loyaltyCode, programme, currency, at, branchCode, memberPlate: plate } = sale
  const { rrn, product, millilitres, amount } = line
  if (loyaltyCode === null || programme === null || currency === null || rrn === null) return
  const rule = ruleAt(rules, occasionOf(sale, programme, line))
  const points = pointsOf(rule, { millilitres, amount, currency })
  const bought = { product, millilitres, currency, amount, discount: 0, points, plate }
  movements.push({ rrn, loyaltyCode, at, postedAt: now, kind: 'MOVEMENTS', branchCode, ...bought })
  Object.assign(line, { points, pointsDue: points })
  sale.points += points
  accruals.push({
    id: saleTransactionId(rrn),
    event: 'sale',
    eventId: rrn,
    loyaltyCode,
    points,
    concept: conceptOf(report, line),
    lot: rule,
    rrn,
    // The posting date: a statement that was shown does not change.
    at: now,
  })
}
