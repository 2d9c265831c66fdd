import { and, eq, gt, isNull, lte, or, sql } from 'drizzle-orm'
import type { ReportedSale } from '#contract/entities/reportedItem.ts'
import type { Db } from '#db/core/db.ts'
import { prepared } from '#db/core/preparedStatement.ts'
import { loyalty } from '#db/tables/loyalties.ts'
import { person } from '#db/tables/people.ts'

/** The loyalty that a sale belongs to. */
export interface Member {
  code: string
  programme: string
}

/** What a till knows of the member of a sale, and when it was sold. */
type Asked = Pick<ReportedSale, 'loyaltyCode' | 'cardNumber' | 'plate' | 'datetime'>

/**
 * The plates that name a loyalty: of each the plate of the request that sponsor and network approved, while
 * it is on the loyalty. A plate that a driver adds may be a stranger's: it neither finds the member, whose
 * sales the driver would see, nor counts as a second holder of the plate.
 */
export const provenPlates = sql`(
  select v.loyalty_code, v.plate, v.removed_at
  from vehicle v
  join loyalty y on y.code = v.loyalty_code
  join membership_request q on q.reference = y.request_reference and q.state = 'STATE_PETROBRAS_AUTHORIZED'
  where v.plate <> '' and v.plate = q.draft -> 'vehicle' ->> 'plate')`

const array = (name: string, type: string) => sql`${sql.placeholder(name)}::${sql.raw(type)}[]`
const asked = sql`unnest(${array('places', 'int')}, ${array('times', 'timestamptz')}, ${array('codes', 'text')},
  ${array('cards', 'text')}, ${array('plates', 'text')}) as asked (place, at, code, card, plate)`
/** A union, so that each of its parts reads an index. */
const candidates = sql`lateral (
  select ${loyalty.code} from ${loyalty} where ${loyalty.code} = asked.code
  union
  select ${loyalty.code} from ${loyalty} where ${loyalty.clientCardNumber} <> ''
    and ${loyalty.clientCardNumber} = asked.card
  union
  select proven.loyalty_code from ${provenPlates} as proven where proven.plate = asked.plate
    and (proven.removed_at is null or proven.removed_at > asked.at)) as candidate (code)`
const find = prepared('members_of_sales', (db) =>
  db
    .select({ place: sql<number>`asked.place`, code: loyalty.code, programme: loyalty.programme })
    .from(sql`${asked} cross join ${candidates}`)
    .innerJoin(loyalty, sql`${loyalty.code} = candidate.code`)
    .innerJoin(person, eq(person.id, loyalty.personId))
    .where(
      and(
        // An erased person gets no sales any more: the movement would have the plate again.
        isNull(person.deletedAt),
        lte(loyalty.since, sql`asked.at`),
        or(isNull(loyalty.endedAt), gt(loyalty.endedAt, sql`asked.at`)),
      ),
    )
    // An erasure waits for the sale, or the sale for it.
    .for('share', { of: person }),
)

/**
 * For each sale the loyalty in force at its time that has the code, else the card, else the proven plate
 * that the till gave; null when there is none, or more than one.
 */
export async function membersOfSales(
  tx: Db,
  sales: readonly (Asked | null)[],
): Promise<(Member | null)[]> {
  const named = sales.flatMap((sale, place) =>
    sale && (sale.loyaltyCode || sale.cardNumber || sale.plate) ? [{ ...sale, place }] : [],
  )
  if (named.length === 0) return sales.map(() => null)
  const found = await find(tx).execute({
    places: named.map(({ place }) => place),
    times: named.map(({ datetime }) => new Date(datetime)),
    codes: named.map(({ loyaltyCode }) => loyaltyCode),
    cards: named.map(({ loyaltyCode, cardNumber }) => (loyaltyCode ? '' : cardNumber)),
    plates: named.map(({ loyaltyCode, cardNumber, plate }) =>
      loyaltyCode || cardNumber ? '' : plate,
    ),
  })
  const members = Map.groupBy(found, ({ place }) => place)
  return sales.map((_, place) => {
    const [member, other] = members.get(place) ?? []
    return member && !other ? { code: member.code, programme: member.programme } : null
  })
}

/** The same of one sale. */
export const memberOfSale = async (tx: Db, sale: Asked): Promise<Member | null> =>
  (await membersOfSales(tx, [sale]))[0] ?? null
