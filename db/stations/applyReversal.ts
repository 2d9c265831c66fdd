import type {
  ItemResult,
  RejectionReason,
  ReportedReturn,
  ReportedVoid,
} from '#contract/entities/reportedItem.ts'
import { fitsLitres } from '#contract/entities/saleLine.ts'
import { pointsOf, ruleAt } from '#db/loyalty/accrual.ts'
import { takeBack } from '#db/loyalty/pointsLedger.ts'
import {
  add,
  addConflict,
  conceptOf,
  type Named,
  nextNumber,
  occasionOf,
  postPending,
  type ReportContext,
  rejected,
  repeated,
  saleTransactionId,
} from '#db/stations/reportContext.ts'
import type { SaleEvent, SaleLine } from '#db/stations/saleHistory.ts'

/** Takes the whole sale back, once. Without its sale the void waits for it. */
export async function applyVoid(
  report: ReportContext,
  named: Named<ReportedVoid>,
): Promise<ItemResult> {
  // A controller repeats a void that was not answered, with another time: a second one says nothing new.
  if (report.history.has(named.identity)) return { result: 'duplicate', first: 'accepted' }
  const sale = report.history.get(named.saleIdentity)
  if (sale && sale.kind !== 'sale') return rejected('sale', 'invalid')
  if (sale && sale.branchCode !== report.terminal.branchCode)
    return rejected('sale', 'other_station')
  const voided = add(report, named, { state: sale ? 'applied' : 'waiting', lines: [] })
  if (sale) await recompute(report, sale, voided)
  return { result: 'accepted' }
}

/** Takes a part of the sale back. Without its sale the return waits for it. */
export async function applyReturn(
  report: ReportContext,
  named: Named<ReportedReturn>,
): Promise<ItemResult> {
  const { item, identity, saleIdentity } = named
  const stored = report.history.get(identity)
  if (stored) return repeated(report, stored, named)
  const sale = report.history.get(saleIdentity)
  if (sale && sale.kind !== 'sale') return rejected('sale', 'invalid')
  const lines = item.lines.map(({ line, millilitres, amount }) => ({
    identity,
    number: line,
    product: '',
    millilitres,
    unitPrice: 0,
    amount,
    rrn: null,
    points: 0,
    pointsDue: 0,
    pointsTaken: 0,
  }))
  const { branchCode } = report.terminal
  const fault = sale && faultOf(report, sale, { branchCode, lines, at: new Date(item.datetime) })
  if (fault) return rejected(...fault)
  const returned = add(report, named, { state: sale ? 'applied' : 'waiting', lines })
  if (sale) await recompute(report, sale, returned)
  return { result: 'accepted' }
}

/** Applies the void and the returns that came before their sale, in the order of their times. */
export async function applyWaiting(report: ReportContext, sale: SaleEvent): Promise<void> {
  const waiting = [...report.history.values()]
    .filter((event) => event.saleIdentity === sale.identity && event.state === 'waiting')
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
  for (const event of waiting) {
    const fault = faultOf(report, sale, event)
    event.state = fault ? 'refused' : 'applied'
    report.changed.add(event)
    if (!fault) continue
    const [field, reason] = fault
    const { identity, kind, ticket } = event
    addConflict(report, { identity, content: { kind, ticket, field }, reason })
  }
  const last = waiting.findLast(({ state }) => state === 'applied')
  if (last) await recompute(report, sale, last)
}

/** Why a void or a return does not fit its sale. */
function faultOf(
  report: ReportContext,
  sale: SaleEvent,
  { branchCode, lines, at }: Pick<SaleEvent, 'branchCode' | 'lines' | 'at'>,
): [field: string, reason: RejectionReason] | undefined {
  if (branchCode !== sale.branchCode) return ['sale', 'other_station']
  const voided = voidOf(report, sale)
  // A return of the time before the void, which arrives after it, is as true as in the other order.
  if (lines.length > 0 && voided && voided.at < at) return ['sale', 'sale_voided']
  for (const [place, line] of lines.entries()) {
    const sold = sale.lines.find(({ number }) => number === line.number)
    if (!sold) return [`lines.${place}.line`, 'unknown_line']
    const rest = remaining(report, sale, sold)
    if (line.millilitres > rest.millilitres) return [`lines.${place}.millilitres`, 'exceeds_sale']
    if (line.amount > rest.amount) return [`lines.${place}.amount`, 'exceeds_sale']
    // What remains is off by the rounding of the sale and of each return.
    const isRest = line.millilitres === rest.millilitres && line.amount === rest.amount
    const { product, unitPrice } = sold
    if (!isRest && !fitsLitres({ ...line, product, unitPrice }))
      return [`lines.${place}.amount`, 'amount_differs']
  }
  return undefined
}

const voidOf = ({ history }: ReportContext, { branchCode, identity }: SaleEvent) =>
  history.get(`void:${branchCode}:${identity}`)

/** What the applied returns leave of a line. */
function remaining({ history }: ReportContext, sale: SaleEvent, line: SaleLine) {
  let { millilitres, amount } = line
  for (const event of history.values())
    if (
      event.saleIdentity === sale.identity &&
      event.kind === 'return' &&
      event.state === 'applied'
    )
      for (const returned of event.lines)
        if (returned.number === line.number) {
          millilitres -= returned.millilitres
          amount -= returned.amount
        }
  return { millilitres, amount }
}

/**
 * Computes the points of what remains of a sale anew, not in proportion, and takes back what it gave
 * beyond them (L9, T5).
 */
export async function recompute(
  report: ReportContext,
  sale: SaleEvent,
  cause: SaleEvent,
): Promise<void> {
  const { loyaltyCode, programme, currency } = sale
  if (loyaltyCode === null || programme === null || currency === null) return
  await postPending(report)
  const rrn = nextNumber(report)
  const before = takenOf(sale)
  for (const line of sale.lines) {
    if (line.rrn === null) continue
    const rule = voidOf(report, sale)
      ? undefined
      : ruleAt(report.rules, occasionOf(sale, programme, line))
    line.pointsDue = pointsOf(rule, { ...remaining(report, sale, line), currency })
    line.pointsTaken += await takeBack(report.tx, {
      loyaltyCode,
      points: line.points - line.pointsDue - line.pointsTaken,
      own: saleTransactionId(line.rrn),
      eventId: `${cause.identity}:${line.rrn}`,
      concept: `${cause.kind === 'void' ? 'Anulación' : 'Devolución'} de tu compra de ${conceptOf(report, line)}`,
      rrn,
      at: report.now,
    })
    report.changed.add(sale)
  }
  const bought = sale.lines.find((line) => line.rrn !== null)?.rrn
  if (bought) report.reversals.push({ sale, cause, points: takenOf(sale) - before, rrn: bought })
}

const takenOf = ({ lines }: SaleEvent) =>
  lines.reduce((sum, { pointsTaken }) => sum + pointsTaken, 0)
