import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import type { Movement } from '#contract/entities/movement.ts'
import type { Db } from '#db/core/db.ts'
import { type Cursor, keyset, pageOf, type Span } from '#db/core/pagination.ts'
import { preparedRows } from '#db/core/preparedStatement.ts'
import { sqlTimestamp } from '#db/core/sqlTimestamps.ts'
import { type Occasion, readRules, ruleAt, whyNoPoints } from '#db/loyalty/accrual.ts'
import { isOwned, type LoyaltyOwner } from '#db/loyalty/loyalties.ts'
import { purchaseClaim } from '#db/tables/claims.ts'
import { loyalty } from '#db/tables/loyalties.ts'
import { movement } from '#db/tables/movements.ts'
import { paymentAttempt, paymentRequest } from '#db/tables/payments.ts'
import { saleEvent, saleLine } from '#db/tables/sales.ts'
import { branch } from '#db/tables/stations.ts'

const { loyaltyCode, postedAt, ...columns } = getTableColumns(movement)
const partOfIdentity = (place: number) =>
  sql`split_part(s.identity, ':', ${sql.raw(String(place))})`
/** What a till reported of a movement, read for those of tills only; the absent parts are left out. */
const sale = sql<Movement['sale'] | null>`case when ${postedAt} is not null then (
  select json_strip_nulls(json_build_object(
    'ticket', s.ticket,
    'cfe', case when s.identity like 'cfe:%' then json_build_object('rut', ${partOfIdentity(2)},
      'type', ${partOfIdentity(3)}::int, 'series', ${partOfIdentity(4)}, 'number', ${partOfIdentity(5)}::int) end,
    'postedAt', ${sqlTimestamp(postedAt)},
    'payment', (
      select json_build_object('id', a.id, 'authorizationCode', a.authorization_code)
      from ${paymentRequest} q join ${paymentAttempt} a on a.id = q.attempt_id
      join ${loyalty} y on y.code = ${loyaltyCode} and y.person_id = a.person_id
      where q.sale_identity = s.identity),
    'claim', (
      select json_build_object('datetime', ${sqlTimestamp(sql`c.at`)}, 'cfe',
        json_build_object('rut', c.rut, 'type', c.type, 'series', c.series, 'number', c.number))
      from ${purchaseClaim} c where c.sale_identity = s.identity and c.loyalty_code = ${loyaltyCode}),
    'reversal', (
      select json_build_object('kind', v.kind, 'datetime', ${sqlTimestamp(sql`v.at`)}, 'points', l.points_taken)
      from ${saleEvent} v
      where v.sale_identity = s.identity and v.state = 'applied' and (v.kind = 'void' or v.kind = 'return'
        and exists (select from ${saleLine} r where r.identity = v.identity and r.number = l.number))
      order by v.kind = 'void' desc, v.at desc limit 1)))
  from ${saleLine} l join ${saleEvent} s on s.identity = l.identity where l.rrn = ${movement.rrn}) end`
/** By what the rule of a till's movement without points is chosen, besides its own columns. */
const unearned = sql<
  Row['unearned']
>`case when ${movement.points} = 0 and ${postedAt} is not null then json_build_object(
  'programme', (select ${loyalty.programme} from ${loyalty} where ${loyalty.code} = ${loyaltyCode}),
  'means', (
    select coalesce(json_agg(paid ->> 'means'), '[]')
    from ${saleLine} l join ${saleEvent} s on s.identity = l.identity, jsonb_array_elements(s.payments) paid
    where l.rrn = ${movement.rrn})) end`
const fields = {
  ...columns,
  // As text: only the last row's is parsed, for the cursor.
  at: sql<string>`${movement.at}::text`,
  datetime: sqlTimestamp(movement.at),
  branchName: branch.name,
  sale,
  unearned,
}
interface Row extends Omit<Movement, 'sale' | 'noPoints'> {
  at: string
  sale: Movement['sale'] | null
  unearned: Pick<Occasion, 'programme' | 'means'> | null
}

/** The movements of rows, with the reason of those that gave no points. */
async function toMovements(db: Db, rows: readonly Row[]): Promise<Movement[]> {
  const rules = rows.some(({ unearned }) => unearned) ? await readRules(db) : []
  return rows.map(({ at, sale, unearned, ...row }) => ({
    ...row,
    ...(sale && { sale }),
    ...(unearned && {
      noPoints: whyNoPoints(
        ruleAt(rules, { ...unearned, product: row.product, at: new Date(at) }),
        row,
      ),
    }),
  }))
}
const order = keyset({ at: movement.at, id: movement.rrn })
const readPage = preparedRows('movementPage', fields, (db) =>
  db
    .select(fields)
    .from(movement)
    .innerJoin(branch, eq(branch.code, movement.branchCode))
    .where(
      and(
        // Evaluated once per execution: the page stays a walk along the index of one loyalty.
        sql`${loyaltyCode} = (select ${loyalty.code} from ${loyalty} where ${isOwned})`,
        sql`${movement.at} >= ${sql.placeholder('from')}`,
        sql`(${sql.placeholder('branchCode')} = '' or ${movement.branchCode} = ${sql.placeholder('branchCode')})`,
        order.after({ at: sql.placeholder('beforeAt'), id: sql.placeholder('beforeId') }),
      ),
    )
    .orderBy(order.by)
    .limit(sql.placeholder('limit')),
)

/**
 * One page of an own loyalty's movements, newest first, and the cursor of the next page.
 * The page of a loyalty that is not the person's is empty.
 * @param ask `from` and `until` bound the period; `branchCode` '' means every branch
 */
export async function movementsOf(
  db: Db,
  owner: LoyaltyOwner,
  ask: { branchCode: string; count: number; after: Cursor | null } & Span,
): Promise<{ movements: Movement[]; next: Cursor | null }> {
  const before = ask.after ?? { at: ask.until, id: '' }
  const rows = await readPage(db).execute({
    ...owner,
    branchCode: ask.branchCode,
    from: ask.from,
    beforeAt: before.at,
    beforeId: before.id,
    limit: ask.count + 1,
  })
  const { page, next } = pageOf(rows, ask.count, ({ at, rrn }) => ({ at: new Date(at), id: rrn }))
  return { movements: await toMovements(db, page), next }
}

/** A purchase of any loyalty of a person, also an ended one, with the address of its station. */
export async function ownMovement(
  db: Db,
  personId: string,
  rrn: string,
): Promise<(Movement & { address: string }) | undefined> {
  const [row] = await db
    .select({ ...fields, address: branch.address })
    .from(movement)
    .innerJoin(branch, eq(branch.code, movement.branchCode))
    .innerJoin(loyalty, eq(loyalty.code, loyaltyCode))
    .where(and(eq(movement.rrn, rrn), eq(loyalty.personId, personId)))
  if (!row) return undefined
  const { address, ...own } = row
  const [found] = await toMovements(db, [own])
  return found && { ...found, address }
}
