import { and, asc, desc, eq, inArray, ne, sql } from 'drizzle-orm'
import type { ReportedItem } from '#contract/entities/reportedItem.ts'
import type { ShiftDifference } from '#contract/entities/shiftDifference.ts'
import { sentTogether } from '#db/core/connection.ts'
import type { Db } from '#db/core/db.ts'
import { prepared, preparedInsert } from '#db/core/preparedStatement.ts'
import { whereEquals } from '#db/core/whereEquals.ts'
import type { ReportingTerminal } from '#db/stations/saleHistory.ts'
import { type ShiftTotals, saleEvent, saleLine, shift } from '#db/tables/sales.ts'

type Shift = typeof shift.$inferSelect
type ClosedShift = Shift & { totals: ShiftTotals }

const insertShifts = preparedInsert('insert_shifts', shift, 'on conflict do nothing')
const selectShifts = prepared('lock_shifts', (db) =>
  db
    .select()
    .from(shift)
    .where(
      and(
        eq(shift.branchCode, sql.placeholder('branchCode')),
        sql`${shift.scope} = any(${sql.placeholder('scopes')}::text[])`,
        sql`${shift.code} = any(${sql.placeholder('codes')}::text[])`,
      ),
    )
    .orderBy(asc(shift.scope), asc(shift.code))
    .for('update'),
)

/**
 * Locks the shifts of a batch, the terminal's and the station's of each code, so that a close counts an
 * item wholly or not at all. A shift begins with its first item.
 */
export async function lockShifts(
  tx: Db,
  { branchCode, terminalId }: ReportingTerminal,
  items: readonly Pick<ReportedItem, 'shift'>[],
): Promise<Shift[]> {
  const codes = [...new Set(items.map((item) => item.shift))].toSorted()
  const scopes = ['', terminalId]
  const keys = scopes.flatMap((scope) => codes.map((code) => ({ branchCode, scope, code })))
  const [, locked] = await sentTogether([
    insertShifts(tx, keys),
    selectShifts(tx).execute({ branchCode, scopes, codes }),
  ])
  return locked
}

const ofShift = ({ branchCode, scope, code }: Shift) =>
  and(
    whereEquals(saleEvent, { branchCode, shift: code }),
    scope === '' ? undefined : eq(saleEvent.terminalId, scope),
  )

/** The totals of the items that were answered as accepted or unmatched, whatever came of them later. */
async function totalsOf(tx: Db, of: Shift): Promise<ShiftTotals> {
  const sum = sql<number>`coalesce(sum(${saleEvent.amount}), 0)`.mapWith(Number)
  const events = await tx
    .select({
      kind: saleEvent.kind,
      currency: saleEvent.currency,
      count: sql<number>`count(*)::int`,
      sum,
    })
    .from(saleEvent)
    .where(ofShift(of))
    .groupBy(saleEvent.kind, saleEvent.currency)
  const litres = await tx
    .select({
      product: saleLine.product,
      sum: sql<number>`sum(${saleLine.millilitres})`.mapWith(Number),
    })
    .from(saleEvent)
    .innerJoin(saleLine, eq(saleLine.identity, saleEvent.identity))
    .where(and(ofShift(of), eq(saleEvent.kind, 'sale')))
    .groupBy(saleLine.product)
  const count = (kind: ReportedItem['kind']) =>
    events.reduce((all, row) => all + (row.kind === kind ? row.count : 0), 0)
  return {
    sales: count('sale'),
    voids: count('void'),
    returns: count('return'),
    amounts: Object.fromEntries(
      events.flatMap((row) => (row.kind === 'sale' ? [[row.currency ?? '', row.sum]] : [])),
    ),
    millilitres: Object.fromEntries(litres.map((row) => [row.product, row.sum])),
  }
}

/** The totals as one list: what is in neither is 0 in both. */
function differencesOf(sent: ShiftTotals, found: ShiftTotals): ShiftDifference[] {
  const flat = ({ amounts, millilitres, ...counts }: ShiftTotals) =>
    new Map([
      ...Object.entries(counts),
      ...Object.entries(amounts).map(([key, sum]) => [`amounts.${key}`, sum] as const),
      ...Object.entries(millilitres).map(([key, sum]) => [`millilitres.${key}`, sum] as const),
    ])
  const [theirs, ours] = [flat(sent), flat(found)]
  return [...new Set([...theirs.keys(), ...ours.keys()])]
    .map((total) => ({ total, sent: theirs.get(total) ?? 0, found: ours.get(total) ?? 0 }))
    .filter((one) => one.sent !== one.found)
}

/** The newest items of a shift. */
export const itemsOfShift = (db: Db, of: Shift, count: number) =>
  db
    .select({
      identity: saleEvent.identity,
      kind: saleEvent.kind,
      ticket: saleEvent.ticket,
      at: saleEvent.at,
      amount: saleEvent.amount,
      currency: saleEvent.currency,
    })
    .from(saleEvent)
    .where(ofShift(of))
    .orderBy(desc(saleEvent.at), desc(saleEvent.identity))
    .limit(count)

/** The totals of a closed shift that differ from those of its items; none before it is closed. */
export const differencesOfShift = async (tx: Db, of: Shift): Promise<ShiftDifference[]> =>
  of.totals ? differencesOf(of.totals, await totalsOf(tx, of)) : []

/**
 * Closes a shift whose items add up to the till's totals, or keeps it as an exception (T3). The caller has
 * locked its row.
 * @returns the totals that differ
 */
export async function recountShift(tx: Db, of: ClosedShift): Promise<ShiftDifference[]> {
  const differences = differencesOf(of.totals, await totalsOf(tx, of))
  const { branchCode, scope, code, totals, closedAt } = of
  const state = differences.length === 0 ? 'closed' : 'exception'
  await tx
    .update(shift)
    .set({ state, totals, closedAt })
    .where(whereEquals(shift, { branchCode, scope, code }))
  return differences
}

/** Most items that the answer to a close lists. */
const MAX_LISTED = 5_000

/**
 * Closes the shift of a terminal, or of its whole station, with the totals that the till counted. It may
 * be repeated; the newest totals count.
 * @returns the totals that differ and, if there are any, the items that we have
 */
export async function closeShiftOf(
  tx: Db,
  terminal: ReportingTerminal,
  close: { code: string; ofStation: boolean; totals: ShiftTotals; now: Date },
) {
  const wanted = close.ofStation ? '' : terminal.terminalId
  const shifts = await lockShifts(tx, terminal, [{ shift: close.code }])
  const found = shifts.find(({ scope }) => scope === wanted)
  if (!found) throw new Error(`shift ${close.code} was not locked`)
  const differences = await recountShift(tx, {
    ...found,
    totals: close.totals,
    closedAt: close.now,
  })
  const items =
    differences.length === 0
      ? []
      : await tx
          .select({
            terminalId: saleEvent.terminalId,
            kind: saleEvent.kind,
            ticket: saleEvent.ticket,
          })
          .from(saleEvent)
          .where(ofShift(found))
          .orderBy(asc(saleEvent.terminalId), asc(saleEvent.at), asc(saleEvent.identity))
          .limit(MAX_LISTED)
  return { differences, items }
}

/** Most incomplete shifts, and missing tickets of one, that a terminal is asked for at once. */
const [MAX_ASKED, MAX_TICKETS] = [10, 100]

/** The closed shifts of a terminal, and of its station, that have fewer items than the till counted. */
export async function incompleteShiftsOf(tx: Db, { terminalId, branchCode }: ReportingTerminal) {
  const exceptions = await tx
    .select()
    .from(shift)
    .where(
      and(
        whereEquals(shift, { branchCode, state: 'exception' }),
        inArray(shift.scope, ['', terminalId]),
      ),
    )
    .orderBy(desc(shift.closedAt), asc(shift.scope), asc(shift.code))
    .limit(MAX_ASKED)
  const incomplete = []
  for (const of of exceptions) {
    const differences = await differencesOfShift(tx, of)
    if (!differences.some(({ sent, found }) => found < sent)) continue
    const own = await tx
      .select({ ticket: saleEvent.ticket })
      .from(saleEvent)
      .where(and(ofShift({ ...of, scope: terminalId }), ne(saleEvent.kind, 'void')))
    incomplete.push({
      shift: of.code,
      scope: of.scope === '' ? ('station' as const) : ('terminal' as const),
      differences,
      tickets: gapsOf(own.map(({ ticket }) => ticket)),
    })
  }
  return incomplete
}

/** The numbers between the tickets that are numbers, with as many digits as the one before. */
function gapsOf(tickets: readonly string[]): string[] {
  const numbers = tickets.filter((ticket) => /^\d{1,12}$/.test(ticket))
  const gaps: string[] = []
  let last: string | undefined
  for (const ticket of numbers.toSorted((one, other) => Number(one) - Number(other))) {
    for (let next = Number(last ?? ticket) + 1; next < Number(ticket); next += 1) {
      if (gaps.length === MAX_TICKETS) return gaps
      gaps.push(String(next).padStart(last?.length ?? 0, '0'))
    }
    last = ticket
  }
  return gaps
}
