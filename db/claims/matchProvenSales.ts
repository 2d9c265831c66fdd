import { sql } from 'drizzle-orm'
import { DAY_MS } from '#contract/dates.ts'
import { CLAIM_DAYS } from '#contract/entities/purchaseClaim.ts'
import { creditSales, lockSales, type OwnMatching } from '#db/claims/unmatchedSales.ts'
import type { Db } from '#db/core/db.ts'
import { provenPlates } from '#db/stations/memberOfSale.ts'

/** The sales that one transaction matches: with more, a till's batch would wait for their locks. */
const GROUP = 25
/**
 * A plate changes its owner, and what was bought before is not the new owner's to see; older sales are
 * claimed with their ticket, or matched by an operator. It is also the window of a claim.
 */
const MATCHED_DAYS = CLAIM_DAYS

const localDay = (of: string) => sql.raw(`(${of}.at at time zone 'America/Montevideo')::date`)

/**
 * The unmatched sales that a card or a plate proves to be of a loyalty in force. The card is one of ours,
 * which the network gave to this person alone; a plate is one of `provenPlates`. The loyalty was
 * approved within the days that the sales may be old. Left to the driver's claim and to operators: a
 * plate that is proven of another loyalty, or had at the sale's time or since; a sale with a code or a card that
 * is not the loyalty's; a sale on account, which makes a debt; one that is held, or one
 * too many of the member on its day; an older sale.
 */
const provenSales = (since: Date) => sql`
  with member as (
    select y.code, y.client_card_number as card, v.plate
    from loyalty y
    join person p on p.id = y.person_id and p.deleted_at is null
    left join ${provenPlates} v on v.loyalty_code = y.code and v.removed_at is null
    where y.ended_at is null and y.since >= ${since}
  ), found as (
    select m.code, s.identity, s.branch_code, s.payments, s.at
    from member m join sale_event s on s.member_card = m.card
    where s.loyalty_code is null and s.held = '' and s.member_card <> ''
      and s.kind = 'sale' and s.at >= ${since} and s.member_code = ''
    union all
    select m.code, s.identity, s.branch_code, s.payments, s.at
    from member m join sale_event s on s.member_plate = m.plate
    where s.loyalty_code is null and s.held = '' and s.member_plate <> ''
      and s.kind = 'sale' and s.at >= ${since} and s.member_code = '' and s.member_card = ''
      and not exists (
        select from ${provenPlates} o
        where o.plate = s.member_plate and o.loyalty_code <> m.code
          and (o.removed_at is null or o.removed_at > s.at))
  ), free as (
    select f.code, f.identity, ${localDay('f')} as day,
      row_number() over (partition by f.code, ${localDay('f')} order by f.at, f.identity) as place
    from found f
    where not exists (
      select from sale_event v
      where v.kind = 'void' and v.sale_identity = f.identity and v.branch_code = f.branch_code)
      and not f.payments @> '[{"means": "account"}]'
  )
  select f.code as "loyaltyCode", f.identity
  from free f join loyalty y on y.code = f.code join programme g on g.code = y.programme
  where f.place + (
    select count(*) from sale_event e
    where e.loyalty_code = f.code and e.kind = 'sale' and ${localDay('e')} = f.day) <= g.day_sales
  order by f.code, f.identity`

/**
 * Matches the sales of the last 30 days that a card or an approved plate proves to be of a member: of a
 * loyalty that was approved after them, also when they arrive late. Repeated every few minutes, it finds
 * what was being stored the last time. One transaction matches sales of one loyalty.
 * @returns how many were matched
 */
export async function matchProvenSales(
  matching: OwnMatching,
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
    matched += await matching.inTransaction(async (tx) => {
      const locked = await lockSales(tx, code, identities)
      if (!locked) return 0
      const still = (await find(tx)).filter(({ loyaltyCode }) => loyaltyCode === code)
      return await creditSales(
        tx,
        matching,
        locked,
        still.map(({ identity }) => identity),
      )
    })
  }
  return { matched }
}
