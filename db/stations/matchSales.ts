import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { DAY_MS } from '#contract/dates.ts'
import { NOTIFICATION_TYPES } from '#contract/entities/notification.ts'
import { CLAIM_DAYS } from '#contract/entities/purchaseClaim.ts'
import type { Db } from '#db/core/db.ts'
import { readRules } from '#db/loyalty/accrual.ts'
import { lockAccounts } from '#db/loyalty/ledgerAccounts.ts'
import { insertNotification } from '#db/messaging/notifications.ts'
import { updateAccountDebts } from '#db/payments/accountDebts.ts'
import { recompute } from '#db/stations/applyReversal.ts'
import { accrue } from '#db/stations/applySale.ts'
import { provenPlates } from '#db/stations/memberOfSale.ts'
import {
  nextNumber,
  type Report,
  type ReportContext,
  writeChanges,
} from '#db/stations/reportChanges.ts'
import { lockHistory, type SaleEvent } from '#db/stations/saleHistory.ts'
import { loyalty } from '#db/tables/loyalties.ts'
import { person } from '#db/tables/people.ts'
import { saleLine } from '#db/tables/sales.ts'
import { branch } from '#db/tables/stations.ts'

/** How sales are matched: the posting date, and what a report needs. */
export type Matching = Omit<Report, 'terminal'> & {
  /** Runs a transaction, again after a deadlock; resolves after the commit. */
  inTransaction: <T>(work: (tx: Db) => Promise<T>) => Promise<T>
}

/** The sales that one transaction matches: with more, a till's batch would wait for their locks. */
const GROUP = 25
/**
 * A plate changes its owner, and what was bought before is not the new owner's to see; older sales are
 * claimed with their ticket, or matched by an operator. It is also the window of a claim.
 */
const MATCHED_DAYS = CLAIM_DAYS

type Keeps = (
  tx: Db,
  history: ReadonlyMap<string, SaleEvent>,
  personId: string,
) => Promise<readonly string[]>

/**
 * Gives unmatched sales to a loyalty: each becomes purchases, with the points of the rule of its local
 * time, posted now, less what was returned meanwhile. A sale that is matched, voided or unknown stays as
 * it is: of two matches the first wins, and a late void finds the points. The person gets one
 * notification. The caller has proved that the sales are the member's.
 * @param keeps asked under the locks, with what is stored of the identities and the member's person; a
 * sale that it does not answer stays unmatched
 * @param cause the claim that the match answers, whose notification it is; or the operator who found
 * whose the sale is; left out: card or plate proved it
 * @returns the identities of the matched sales; none when the loyalty is not in force
 */
export async function matchSales(
  matching: Matching,
  loyaltyCode: string,
  identities: readonly string[],
  keeps: Keeps = async () => identities,
  cause?: { claimId: string } | 'operator',
): Promise<string[]> {
  const lines = await matching.inTransaction((tx) =>
    tx.$count(saleLine, inArray(saleLine.identity, [...identities])),
  )
  const numbers: string[] = []
  // One for each purchase, and one for the returns of each sale.
  while (numbers.length < lines + identities.length) numbers.push(await matching.nextRrn())
  return await matching.inTransaction(async (tx) => {
    const history = await lockHistory(tx, identities)
    const [member] = await tx
      .select({ programme: loyalty.programme, personId: loyalty.personId })
      .from(loyalty)
      .innerJoin(person, eq(person.id, loyalty.personId))
      .where(and(eq(loyalty.code, loyaltyCode), isNull(loyalty.endedAt), isNull(person.deletedAt)))
      .for('share')
    if (!member) return []
    await lockAccounts(tx, [loyaltyCode])
    const kept = await keeps(tx, history, member.personId)
    const sales = [...history.values()].filter(
      ({ identity, kind, loyaltyCode: given, branchCode }) =>
        kind === 'sale' &&
        given === null &&
        kept.includes(identity) &&
        !history.has(`void:${branchCode}:${identity}`),
    )
    if (sales.length === 0) return []
    const names = await tx.select({ code: branch.code, name: branch.name }).from(branch)
    const { now } = matching
    const shared = { tx, now, history, numbers: [...numbers], rules: await readRules(tx) }
    let points = 0
    for (const sale of sales) {
      const { terminalId, branchCode } = sale
      const report: ReportContext = {
        ...shared,
        terminal: { terminalId, branchCode },
        stationName: names.find(({ code }) => code === branchCode)?.name ?? branchCode,
        added: new Set(),
        changed: new Set([sale]),
        accruals: [],
        movements: [],
        conflicts: new Map(),
        reversals: [],
      }
      Object.assign(sale, { loyaltyCode, programme: member.programme, matchedAt: now })
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
    const matched = sales.map(({ identity }) => identity).toSorted()
    const onAccount = sales.filter(({ payments }) =>
      payments.some(({ means }) => means === 'account'),
    )
    await updateAccountDebts(
      tx,
      onAccount.map(({ identity }) => identity),
      now,
    )
    await insertNotification(matching, tx, {
      personId: member.personId,
      event: typeof cause === 'object' ? `claim:${cause.claimId}` : `match:${matched[0] ?? ''}`,
      type: NOTIFICATION_TYPES.Consumption,
      ...notificationText(matched.length, points, typeof cause === 'object' ? 'claim' : cause),
      at: now,
      url: '/#/movements',
    })
    return matched
  })
}

const POINTS = new Intl.NumberFormat('es-UY')
const FOUND = {
  claim: 'la compra que reclamaste y la sumamos',
  operator: 'una compra tuya que no tenía tu afiliación y la sumamos',
}
function notificationText(sales: number, points: number, cause?: keyof typeof FOUND) {
  const before =
    sales === 1
      ? 'una compra de antes de tu afiliación y la sumamos'
      : `${sales} compras de antes de tu afiliación y las sumamos`
  const found = cause ? FOUND[cause] : before
  const gave =
    points > 0 ? ` Te ${sales === 1 ? 'dejó' : 'dejaron'} ${POINTS.format(points)} puntos.` : ''
  const title = cause ? 'Encontramos tu compra' : 'Encontramos compras tuyas'
  return { title, text: `Encontramos ${found} a tus consumos.${gave}` }
}

/**
 * The unmatched sales that a card or a plate proves to be of a loyalty in force. The card is one of ours,
 * which the network gave to this person alone; a plate is one of `provenPlates`. The loyalty was
 * approved within the days that the sales may be old. Left to the driver's claim and to operators: a
 * plate that is proven of another loyalty, or had at the sale's time or since; a sale with a code or a card that
 * is not the loyalty's; a sale on account, which makes a debt; an older sale.
 */
const provenSales = (since: Date) => sql`
  with member as (
    select y.code, y.client_card_number as card, v.plate
    from loyalty y
    join person p on p.id = y.person_id and p.deleted_at is null
    left join ${provenPlates} v on v.loyalty_code = y.code and v.removed_at is null
    where y.ended_at is null and y.since >= ${since}
  ), found as (
    select m.code, s.identity, s.branch_code, s.payments
    from member m join sale_event s on s.member_card = m.card
    where s.loyalty_code is null and s.member_card <> ''
      and s.kind = 'sale' and s.at >= ${since} and s.member_code = ''
    union all
    select m.code, s.identity, s.branch_code, s.payments
    from member m join sale_event s on s.member_plate = m.plate
    where s.loyalty_code is null and s.member_plate <> ''
      and s.kind = 'sale' and s.at >= ${since} and s.member_code = '' and s.member_card = ''
      and not exists (
        select from ${provenPlates} o
        where o.plate = s.member_plate and o.loyalty_code <> m.code
          and (o.removed_at is null or o.removed_at > s.at))
  )
  select f.code as "loyaltyCode", f.identity from found f
  where not exists (
    select from sale_event v
    where v.kind = 'void' and v.sale_identity = f.identity and v.branch_code = f.branch_code)
    and not f.payments @> '[{"means": "account"}]'
  order by f.code, f.identity`

/**
 * Matches the sales of the last 30 days that a card or an approved plate proves to be of a member: of a
 * loyalty that was approved after them, also when they arrive late. Repeated every few minutes, it finds
 * what was being stored the last time.
 * @returns how many were matched
 */
export async function matchProvenSales(
  matching: Matching,
  signal: AbortSignal,
): Promise<{ matched: number }> {
  const since = new Date(matching.now.getTime() - MATCHED_DAYS * DAY_MS)
  const find = async (tx: Db) =>
    (await tx.execute<{ loyaltyCode: string; identity: string }>(provenSales(since))).rows
  const found = await matching.inTransaction(find)
  let matched = 0
  for (const [code, sales] of Map.groupBy(found, ({ loyaltyCode }) => loyaltyCode)) {
    if (signal.aborted) break
    const identities = sales.map(({ identity }) => identity).slice(0, GROUP)
    const stillProven = async (tx: Db) =>
      (await find(tx)).filter((one) => one.loyaltyCode === code).map(({ identity }) => identity)
    matched += (await matchSales(matching, code, identities, stillProven)).length
  }
  return { matched }
}
