import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { dayAndMonth } from '#contract/dates.ts'
import { NOTIFICATION_TYPES } from '#contract/entities/notification.ts'
import { pendingText, pointsText } from '#contract/pointsText.ts'
import type { Db } from '#db/core/db.ts'
import { readRules } from '#db/loyalty/accrual.ts'
import { lockAccounts } from '#db/loyalty/ledgerAccounts.ts'
import { pendingUntilOf } from '#db/loyalty/pointsSummary.ts'
import { insertNotification } from '#db/messaging/notifications.ts'
import { updateAccountDebts } from '#db/payments/accountDebts.ts'
import { recompute } from '#db/stations/applyReversal.ts'
import { accrue } from '#db/stations/applySale.ts'
import {
  nextNumber,
  type Report,
  type ReportContext,
  writeChanges,
} from '#db/stations/reportContext.ts'
import { lockHistory, type SaleEvent } from '#db/stations/saleHistory.ts'
import { loyalty } from '#db/tables/loyalties.ts'
import { person } from '#db/tables/people.ts'
import { saleLine } from '#db/tables/sales.ts'
import { branch } from '#db/tables/stations.ts'

/** What a match needs besides its transaction. */
export type Matching = Pick<Report, 'now' | 'nextRrn' | 'jobs'>
/** What a match needs that opens its own transactions. */
export type OwnMatching = Matching & {
  /** Runs a transaction, again after a deadlock; resolves after the commit. */
  inTransaction: <T>(work: (tx: Db) => Promise<T>) => Promise<T>
}

/** A loyalty in force, and what is stored of some sales by their identities. */
interface Locked {
  loyaltyCode: string
  programme: string
  personId: string
  history: Map<string, SaleEvent>
}

/**
 * Locks sales, and the loyalty that they may become of, until the end of the transaction. The order is
 * that of a till's report: identities, then the account; the row of a claim is locked after them.
 * @returns undefined when the loyalty is not in force
 */
export async function lockSales(
  tx: Db,
  loyaltyCode: string,
  identities: readonly string[],
): Promise<Locked | undefined> {
  const history = await lockHistory(tx, identities)
  const [member] = await tx
    .select({ programme: loyalty.programme, personId: loyalty.personId })
    .from(loyalty)
    .innerJoin(person, eq(person.id, loyalty.personId))
    .where(and(eq(loyalty.code, loyaltyCode), isNull(loyalty.endedAt), isNull(person.deletedAt)))
    // The deletion of an account locks the person, and then the loyalty, which it ends.
    .for('share', { of: loyalty })
  if (!member) return undefined
  await lockAccounts(tx, [loyaltyCode])
  return { ...member, loyaltyCode, history }
}

/** Whether a void of the sale is stored. */
export const isVoided = (
  { history }: Pick<Locked, 'history'>,
  { branchCode, identity }: SaleEvent,
) => history.has(`void:${branchCode}:${identity}`)

/** Whether an identity is that of a sale without a loyalty that is not voided. */
export function isFree(locked: Locked, identity: string): boolean {
  const sale = locked.history.get(identity)
  return sale?.kind === 'sale' && sale.loyaltyCode === null && !isVoided(locked, sale)
}

/**
 * Gives locked sales to the loyalty: each becomes purchases, with the points of the rule of its local
 * time, posted now, less what was returned meanwhile. A sale that is not free stays as it is: of two
 * matches the first wins, and a late void finds the points. The person gets one notification. The caller
 * has proved that the sales are the member's.
 * @param cause the claim that the match answers, whose notification it is; or the operator who found
 * whose the sale is; left out: card or plate proved it
 * @returns how many were free
 */
export async function creditSales(
  tx: Db,
  matching: Matching,
  locked: Locked,
  identities: readonly string[],
  cause?: { claimId: string } | 'operator',
): Promise<number> {
  const { history, loyaltyCode, programme, personId } = locked
  const sales = [...history.values()].filter(
    ({ identity }) => identities.includes(identity) && isFree(locked, identity),
  )
  if (sales.length === 0) return 0
  const names = await tx.select({ code: branch.code, name: branch.name }).from(branch)
  const rules = await readRules(tx)
  const { now } = matching
  let points = 0
  for (const sale of sales) {
    const { terminalId, branchCode } = sale
    const numbers: string[] = []
    // One for each purchase, and one for what was returned.
    while (numbers.length <= sale.lines.length) numbers.push(await matching.nextRrn())
    const report: ReportContext = {
      tx,
      now,
      rules,
      numbers,
      history,
      terminal: { terminalId, branchCode },
      stationName: names.find(({ code }) => code === branchCode)?.name ?? branchCode,
      added: new Set(),
      changed: new Set([sale]),
      accruals: [],
      movements: [],
      conflicts: new Map(),
      reversals: [],
    }
    Object.assign(sale, { loyaltyCode, programme, matchedAt: now })
    for (const line of sale.lines) {
      line.rrn = nextNumber(report)
      accrue(report, sale, line)
    }
    const returned = [...history.values()].findLast(
      ({ kind, state, saleIdentity }) =>
        kind === 'return' && state === 'applied' && saleIdentity === sale.identity,
    )
    if (returned) await recompute(report, sale, returned)
    for (const line of sale.lines) points += line.points - line.pointsTaken
    await writeChanges(report)
  }
  const onAccount = sales.filter(({ payments }) =>
    payments.some(({ means }) => means === 'account'),
  )
  await updateAccountDebts(
    tx,
    onAccount.map(({ identity }) => identity),
    matching,
  )
  const [first = '', ...others] = sales.map(({ identity }) => identity).toSorted()
  const pendingUntil = pendingUntilOf(inArray(saleLine.identity, [first, ...others]), now)
  const { rows } = await tx.execute<{ until: string | null }>(sql`select ${pendingUntil} as until`)
  await insertNotification(matching, tx, {
    personId,
    event: typeof cause === 'object' ? `claim:${cause.claimId}` : `match:${first}`,
    type: NOTIFICATION_TYPES.Consumption,
    ...notificationText(
      sales.length,
      pointsGiven(points, rows[0]?.until ?? ''),
      typeof cause === 'object' ? 'claim' : cause,
    ),
    at: now,
    url: '/#/movements',
  })
  return sales.length
}

const POINTS = new Intl.NumberFormat('es-UY')
const FOUND = {
  claim: 'la compra que reclamaste y la sumamos',
  operator: 'una compra tuya que no tenía tu afiliación y la sumamos',
}
/** Empty without points. @param pendingUntil when the last of them can be spent; empty: all can */
function pointsGiven(points: number, pendingUntil: string): string {
  if (points <= 0) return ''
  const shown = POINTS.format(points)
  return pendingUntil === ''
    ? pointsText(points, shown)
    : pendingText(points, `el ${dayAndMonth(pendingUntil)}`, shown)
}

function notificationText(sales: number, points: string, cause?: keyof typeof FOUND) {
  const before =
    sales === 1
      ? 'una compra de antes de tu afiliación y la sumamos'
      : `${sales} compras de antes de tu afiliación y las sumamos`
  const found = cause ? FOUND[cause] : before
  const gave = points && ` Te ${sales === 1 ? 'dejó' : 'dejaron'} ${points}.`
  const title = cause ? 'Encontramos tu compra' : 'Encontramos compras tuyas'
  return { title, text: `Encontramos ${found} a tus consumos.${gave}` }
}
