import { and, eq } from 'drizzle-orm'
import { NO_POINTS } from '#contract/entities/accrualRule.ts'
import {
  type ItemResult,
  REJECTIONS,
  type RejectionReason,
  type ReportedItem,
  type ReportedVoid,
} from '#contract/entities/reportedItem.ts'
import { DATETIME_FORM } from '#contract/fields/instant.ts'
import { productName } from '#contract/reference/stationServices.ts'
import { sentTogether } from '#db/core/connection.ts'
import type { Db } from '#db/core/db.ts'
import { preparedInsert } from '#db/core/preparedStatement.ts'
import { uuidOf } from '#db/core/uuid.ts'
import { type Occasion, ruleAt, type StoredRule, whyNoPoints } from '#db/loyalty/accrual.ts'
import { type Accrual, postAccruals } from '#db/loyalty/pointsLedger.ts'
import type { PushQueue } from '#db/messaging/pushJobs.ts'
import type { ReportingTerminal, SaleEvent, SaleLine } from '#db/stations/saleHistory.ts'
import { movement } from '#db/tables/movements.ts'
import { saleConflict, saleEvent, saleLine } from '#db/tables/sales.ts'

/** How a batch is reported. */
export interface Report extends PushQueue {
  terminal: ReportingTerminal
  /** The posting date. */
  now: Date
  nextRrn: () => Promise<string>
}

/** A group of items that is being applied: what is stored, under its locks, and what has to be written. */
export interface ReportContext {
  tx: Db
  terminal: ReportingTerminal
  stationName: string
  now: Date
  /** Retrieval reference numbers, enough for all items. */
  numbers: string[]
  /** The stored and the added events of the locked identities. */
  history: Map<string, SaleEvent>
  rules: readonly StoredRule[]
  added: Set<SaleEvent>
  /** Stored events whose state or lines changed. */
  changed: Set<SaleEvent>
  /** Points of sales that are not posted yet. */
  accruals: Accrual[]
  movements: (typeof movement.$inferInsert)[]
  conflicts: Map<string, typeof saleConflict.$inferInsert>
  /** The voids and returns of members' purchases, with the points that they took and one of the purchases. */
  reversals: { sale: SaleEvent; cause: SaleEvent; points: number; rrn: string }[]
}

/** An item with the identities that it is stored by. */
export interface Named<Item extends ReportedItem = ReportedItem> {
  item: Item
  identity: string
  saleIdentity: string
  contentHash: Buffer
}

/** The next retrieval reference number of the group. */
export function nextNumber({ numbers }: ReportContext): string {
  const number = numbers.pop()
  if (number === undefined) throw new Error('the group has too few reference numbers')
  return number
}

/** The ledger transaction, and so the lot, of a sale's line. */
export const saleTransactionId = (rrn: string): string => uuidOf(`sale ${rrn}`)

/** The answer to an item that is not stored. */
export const rejected = (field: string, reason: RejectionReason): ItemResult => ({
  result: 'rejected',
  field,
  reason,
  sentence: field === 'datetime' && reason === 'invalid' ? DATETIME_FORM : REJECTIONS[reason],
})

/** The answer to an item whose identity is stored: a repeat, or another content (T1). */
export function repeated(report: ReportContext, stored: SaleEvent, named: Named): ItemResult {
  if (stored.contentHash.length > 0 && !stored.contentHash.equals(named.contentHash)) {
    const { item, identity } = named
    addConflict(report, { identity, content: item, reason: 'content' })
    return { result: 'conflict' }
  }
  const { kind, loyaltyCode, matchedAt, points } = stored
  if (kind !== 'sale') return { result: 'duplicate', first: 'accepted' }
  return loyaltyCode === null || matchedAt !== null
    ? { result: 'duplicate', first: 'unmatched' }
    : { result: 'duplicate', first: 'accepted', points, ...noPoints(report, stored) }
}

/** What the rule of a line is chosen by. */
export const occasionOf = (
  { at, payments }: SaleEvent,
  programme: string,
  { product }: SaleLine,
): Occasion => ({ programme, product, at, means: payments.map(({ means }) => means) })

/** Why a sale of a member gave no points when it was accepted: the reason of the line nearest to some. */
export function noPoints({ rules }: ReportContext, sale: SaleEvent): Pick<ItemResult, 'noPoints'> {
  const { programme, currency, points, lines } = sale
  if (points > 0 || programme === null || currency === null) return {}
  const reasons = lines.map((line) =>
    line.rrn === null
      ? 'voided'
      : whyNoPoints(ruleAt(rules, occasionOf(sale, programme, line)), { ...line, currency }),
  )
  return { noPoints: NO_POINTS.find((reason) => reasons.includes(reason)) }
}

/** Keeps an item for an operator, without what names the member, whose account may be erased. */
export function addConflict(
  report: ReportContext,
  conflict: Pick<typeof saleConflict.$inferInsert, 'identity' | 'reason' | 'content'>,
): void {
  const { identity, reason, content } = conflict
  const {
    loyaltyCode: _code,
    cardNumber: _card,
    plate: _plate,
    ...kept
  } = content as Record<string, unknown>
  const { now: at, terminal } = report
  const id = uuidOf(`conflict ${JSON.stringify([reason, identity, terminal.branchCode, kept])}`)
  report.conflicts.set(id, { id, identity, reason, ...terminal, content: kept, at })
}

/** Adds an event to what is stored and written. */
export function add(
  report: ReportContext,
  named: Named,
  event: Pick<SaleEvent, 'state' | 'lines'> & Partial<SaleEvent>,
): SaleEvent {
  const { item, identity, saleIdentity, contentHash } = named
  const added: SaleEvent = {
    identity,
    saleIdentity,
    contentHash,
    kind: item.kind,
    ...report.terminal,
    ticket: item.kind === 'void' ? ticketOf(item) : item.ticket,
    shift: item.shift,
    attendant: item.attendant,
    at: new Date(item.datetime),
    receivedAt: report.now,
    currency: null,
    amount: item.kind === 'void' ? null : sumOf(item.lines),
    payments: [],
    securityCode: '',
    held: '',
    memberCode: '',
    memberCard: '',
    memberPlate: '',
    loyaltyCode: null,
    matchedAt: null,
    dismissedAt: null,
    programme: null,
    points: 0,
    ...event,
  }
  report.history.set(identity, added)
  report.added.add(added)
  return added
}

const ticketOf = ({ sale: { cfe, ticket } }: ReportedVoid) =>
  cfe ? `${cfe.series}${cfe.number}` : ticket
const sumOf = (lines: readonly { amount: number }[]) =>
  lines.reduce((sum, { amount }) => sum + amount, 0)

/** The text of the statement line of a purchase: `Super en Estación Pocitos`. */
export const conceptOf = ({ stationName }: ReportContext, { product }: SaleLine) =>
  `${productName(product)} en ${stationName}`

/** Posts the points of the sales up to here; a reversal takes them from the ledger. */
export const postPending = ({ tx, accruals }: ReportContext): Promise<void> =>
  postAccruals(tx, accruals.splice(0))

const insertEvents = preparedInsert('insert_sale_events', saleEvent)
const insertLines = preparedInsert('insert_sale_lines', saleLine)
const insertMovements = preparedInsert('insert_movements', movement)

/** Writes what the items of the group changed besides the ledger. */
export async function writeChanges(report: ReportContext): Promise<void> {
  const { tx, added, changed, movements, conflicts } = report
  const lines = [...added].flatMap((event) => event.lines)
  await sentTogether([
    postPending(report),
    insertEvents(tx, [...added]),
    insertLines(tx, lines),
    insertMovements(tx, movements),
  ])
  if (conflicts.size > 0)
    await tx
      .insert(saleConflict)
      .values([...conflicts.values()])
      .onConflictDoNothing()
  for (const { identity, lines: kept, ...event } of [...changed].filter((one) => !added.has(one))) {
    const { state, loyaltyCode, matchedAt } = event
    await tx
      .update(saleEvent)
      .set({ state, loyaltyCode, matchedAt })
      .where(eq(saleEvent.identity, identity))
    for (const { number, rrn, points, pointsDue, pointsTaken } of kept)
      await tx
        .update(saleLine)
        .set({ rrn, points, pointsDue, pointsTaken })
        .where(and(eq(saleLine.identity, identity), eq(saleLine.number, number)))
  }
}
