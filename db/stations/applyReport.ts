import type { ItemResult, ReportedItem } from '#contract/entities/reportedItem.ts'
import { sentTogether } from '#db/core/connection.ts'
import type { Db } from '#db/core/db.ts'
import { readRules } from '#db/loyalty/accrual.ts'
import { lockAccounts } from '#db/loyalty/ledgerAccounts.ts'
import { updateAccountDebts } from '#db/payments/accountDebts.ts'
import { applyReturn, applyVoid } from '#db/stations/applyReversal.ts'
import { applySale } from '#db/stations/applySale.ts'
import { membersOfSales } from '#db/stations/memberOfSale.ts'
import { notifyReversals } from '#db/stations/notifyReversals.ts'
import { paymentsOfSales, storePaymentOfSale } from '#db/stations/paymentOfSale.ts'
import { type Report, type ReportContext, writeChanges } from '#db/stations/reportContext.ts'
import { isOfOtherIssuer, reportingStation } from '#db/stations/reportingStation.ts'
import { heldSales } from '#db/stations/saleBounds.ts'
import { identitiesOf, lockHistory } from '#db/stations/saleHistory.ts'
import { lockShifts, recountShift } from '#db/stations/shifts.ts'

/**
 * Items of one transaction. With 25 a server takes in 0.39 of the sales of bare pg, with 100 0.54
 * (bench/results/intake.md); with more, a driver's payment would wait longer than tens of milliseconds
 * for the lock of the account.
 */
const GROUP = 100

/** The items of a batch in groups of one transaction each, in their order; an empty batch is one empty group. */
export function groupsOf<Item>(items: readonly Item[]): Item[][] {
  const groups = [items.slice(0, GROUP)]
  for (let start = GROUP; start < items.length; start += GROUP)
    groups.push(items.slice(start, start + GROUP))
  return groups
}

/**
 * Stores the items of a group and posts their points. It may be repeated: what was stored before is
 * answered as a duplicate (T1, T2). Locks are taken in one order by all: shifts, identities, accounts,
 * each in the order of their keys.
 * @returns one result for each item, in order
 */
export async function applyGroup(
  tx: Db,
  { terminal, now, jobs, nextRrn }: Report,
  items: readonly ReportedItem[],
): Promise<ItemResult[]> {
  if (items.length === 0) return []
  // One for each purchase, and one for a reversal.
  const wanted = items.reduce(
    (sum, item) => sum + (item.kind === 'sale' ? item.lines.length : 0) + 1,
    0,
  )
  const numbers: string[] = []
  while (numbers.length < wanted) numbers.push(await nextRrn())
  // Sent in this order, and answered together.
  const [station, shifts] = await sentTogether([
    reportingStation(tx, terminal.branchCode, items),
    lockShifts(tx, terminal, items),
  ])
  const named = items.map((item) => ({
    item,
    ...identitiesOf(terminal, item, station.identityOfCfe),
  }))
  const [history, members, rules] = await sentTogether([
    lockHistory(
      tx,
      named.flatMap(({ identity, saleIdentity }) => [identity, saleIdentity]),
    ),
    membersOfSales(
      tx,
      items.map((item) => (item.kind === 'sale' ? item : null)),
    ),
    readRules(tx),
  ])
  // Not sent ahead: a sale that is stored takes no other payment.
  const paid = await paymentsOfSales(
    tx,
    terminal,
    named.map(({ item, identity }, place) =>
      history.has(identity) || named.findIndex((one) => one.identity === identity) < place
        ? null
        : item,
    ),
  )
  for (const [place, { item }] of named.entries())
    if (item.kind === 'sale' && !(item.loyaltyCode || item.cardNumber || item.plate))
      members[place] = paid[place]?.payer ?? null
  const codes = [
    ...members.map((member) => member?.code),
    ...[...history.values()].map(({ loyaltyCode }) => loyaltyCode),
  ].filter((code) => code !== null && code !== undefined)
  if (codes.length > 0) await lockAccounts(tx, codes)
  const held = await heldSales(
    tx,
    named.map(({ item, identity }) =>
      history.has(identity) || isOfOtherIssuer(identity) ? null : item,
    ),
    members,
  )
  const report: ReportContext = {
    tx,
    terminal,
    stationName: station.name,
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
        ? await applySale(report, {
            ...keys,
            item,
            member: members[place] ?? null,
            held: isOfOtherIssuer(keys.identity) ? 'issuer' : (held[place] ?? ''),
          })
        : item.kind === 'void'
          ? await applyVoid(report, { ...keys, item })
          : await applyReturn(report, { ...keys, item }),
    )
  await writeChanges(report)
  for (const [place, payment] of paid.entries()) {
    const { identity = '' } = named[place] ?? {}
    if (payment && history.get(identity)?.kind === 'sale')
      await storePaymentOfSale(tx, payment, identity)
  }
  const onAccount = [...history.values()].filter(
    ({ kind, payments }) => kind === 'sale' && payments.some(({ means }) => means === 'account'),
  )
  const accounts = await updateAccountDebts(
    tx,
    onAccount.map(({ identity }) => identity),
    { now, jobs },
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
