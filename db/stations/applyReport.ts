import { eq, sql } from 'drizzle-orm'
import type { ItemResult, ReportedItem } from '#contract/entities/reportedItem.ts'
import type { Db } from '#db/core/db.ts'
import { prepared } from '#db/core/preparedStatement.ts'
import { readRules } from '#db/loyalty/accrual.ts'
import { lockAccounts } from '#db/loyalty/ledgerAccounts.ts'
import type { PushQueue } from '#db/messaging/pushJobs.ts'
import { updateAccountDebts } from '#db/payments/accountDebts.ts'
import { applyReturn, applyVoid } from '#db/stations/applyReversal.ts'
import { applySale } from '#db/stations/applySale.ts'
import { membersOfSales } from '#db/stations/memberOfSale.ts'
import { notifyReversals } from '#db/stations/notifyReversals.ts'
import { type ReportContext, writeChanges } from '#db/stations/reportChanges.ts'
import { identitiesOf, lockHistory, type ReportingTerminal } from '#db/stations/saleHistory.ts'
import { lockShifts, recountShift } from '#db/stations/shifts.ts'
import { branch } from '#db/tables/stations.ts'

/**
 * Items of one transaction. With 25 a server takes in 0.39 of the sales of bare pg, with 100 0.54
 * (bench/results/intake.md); with more, a driver's payment would wait longer than tens of milliseconds
 * for the lock of the account.
 */
const GROUP = 100

const findStation = prepared('station_name', (db) =>
  db
    .select({ name: branch.name })
    .from(branch)
    .where(eq(branch.code, sql.placeholder('branchCode'))),
)

/** How a batch is reported. */
export interface Report extends PushQueue {
  terminal: ReportingTerminal
  /** The posting date. */
  now: Date
  /** Called outside of transactions. */
  nextRrn: () => Promise<string>
  /** Runs the transaction of a group, again after a deadlock; resolves after the commit. */
  inTransaction: <T>(work: (tx: Db) => Promise<T>) => Promise<T>
}

/**
 * Stores the items of a batch and posts their points, a few in one transaction each. It may be
 * repeated: what was stored before a crash is answered as a duplicate (T1, T2).
 * @returns one result for each item, in order
 */
export async function applyReport(
  report: Report,
  items: readonly ReportedItem[],
): Promise<ItemResult[]> {
  const results: ItemResult[] = []
  for (let start = 0; start < items.length; start += GROUP) {
    const group = items.slice(start, start + GROUP)
    // One for each purchase, and one for a reversal.
    const wanted = group.reduce(
      (sum, item) => sum + (item.kind === 'sale' ? item.lines.length : 0) + 1,
      0,
    )
    const numbers: string[] = []
    while (numbers.length < wanted) numbers.push(await report.nextRrn())
    results.push(
      ...(await report.inTransaction((tx) => applyGroup(tx, report, group, [...numbers]))),
    )
  }
  return results
}

/** Locks are taken in one order by all: shifts, identities, accounts, each in the order of their keys. */
async function applyGroup(
  tx: Db,
  { terminal, now, jobs }: Report,
  items: readonly ReportedItem[],
  numbers: string[],
): Promise<ItemResult[]> {
  const named = items.map((item) => ({ item, ...identitiesOf(terminal, item) }))
  const { branchCode } = terminal
  // Sent in this order, and answered together.
  const [shifts, history, members, [station], rules] = await Promise.all([
    lockShifts(tx, terminal, items),
    lockHistory(
      tx,
      named.flatMap(({ identity, saleIdentity }) => [identity, saleIdentity]),
    ),
    membersOfSales(
      tx,
      items.map((item) => (item.kind === 'sale' ? item : null)),
    ),
    findStation(tx).execute({ branchCode }),
    readRules(tx),
  ])
  const codes = [
    ...members.map((member) => member?.code),
    ...[...history.values()].map(({ loyaltyCode }) => loyaltyCode),
  ].filter((code) => code !== null && code !== undefined)
  if (codes.length > 0) await lockAccounts(tx, codes)
  const report: ReportContext = {
    tx,
    terminal,
    stationName: station?.name ?? branchCode,
    now,
    numbers,
    history,
    rules,
    added: new Set(),
    changed: new Set(),
    accruals: [],
    movements: [],
    conflicts: new Map(),
    reversals: [],
  }
  const results: ItemResult[] = []
  for (const [place, { item, ...keys }] of named.entries())
    results.push(
      item.kind === 'sale'
        ? await applySale(report, { ...keys, item, member: members[place] ?? null })
        : item.kind === 'void'
          ? await applyVoid(report, { ...keys, item })
          : await applyReturn(report, { ...keys, item }),
    )
  await writeChanges(report)
  const onAccount = [...history.values()].filter(
    ({ kind, payments }) => kind === 'sale' && payments.some(({ means }) => means === 'account'),
  )
  const accounts = await updateAccountDebts(
    tx,
    onAccount.map(({ identity }) => identity),
    now,
  )
  await notifyReversals({ jobs }, report)
  // Late items of a shift that was closed: it adds up now, or is an exception.
  for (const late of shifts)
    if (late.totals) await recountShift(tx, { ...late, totals: late.totals })
  return results.map((result, place) => {
    const account = accounts.get(named[place]?.identity ?? '')
    return account && result.result !== 'conflict' ? { ...result, account } : result
  })
}
