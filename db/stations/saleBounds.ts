import { and, eq, gte, lt, sql } from 'drizzle-orm'
import { HOUR_MS, startOfDay } from '#contract/dates.ts'
import type { HeldReason } from '#contract/entities/heldSale.ts'
import type { ReportedItem, ReportedSale } from '#contract/entities/reportedItem.ts'
import { PESOS } from '#contract/money.ts'
import { sentTogether } from '#db/core/connection.ts'
import type { Db } from '#db/core/db.ts'
import { prepared } from '#db/core/preparedStatement.ts'
import type { Member } from '#db/stations/memberOfSale.ts'
import { programme } from '#db/tables/loyalties.ts'
import { saleEvent, saleLine } from '#db/tables/sales.ts'

type Bounds = Pick<
  typeof programme.$inferSelect,
  'saleMillilitres' | 'saleAmount' | 'daySales' | 'dayMillilitres'
>

const readProgrammes = prepared('programme_bounds', (db) => db.select().from(programme))

const array = (name: string, type: string) => sql`${sql.placeholder(name)}::${sql.raw(type)}[]`
const isSale = eq(saleEvent.kind, 'sale')
/**
 * What members bought between two instants. The kind is no condition of the join: where the tables have no
 * statistics yet, PostgreSQL would read all sales by their partial index.
 */
const findBought = prepared('bought_in_days', (db) =>
  db
    .select({
      place: sql<number>`asked.place`,
      sales: sql<number>`count(distinct ${saleEvent.identity}) filter (where ${isSale})::int`,
      millilitres: sql<number>`coalesce(sum(${saleLine.millilitres}) filter (where ${isSale}), 0)::float8`,
    })
    .from(sql`unnest(${array('places', 'int')}, ${array('codes', 'text')}, ${array('since', 'timestamptz')},
      ${array('until', 'timestamptz')}) as asked (place, code, since, until)`)
    .innerJoin(
      saleEvent,
      and(
        eq(saleEvent.loyaltyCode, sql`asked.code`),
        gte(saleEvent.at, sql`asked.since`),
        lt(saleEvent.at, sql`asked.until`),
      ),
    )
    .innerJoin(saleLine, eq(saleLine.identity, saleEvent.identity))
    .groupBy(sql`asked.place`),
)

/** Cash is paid in whole pesos. */
const ROUNDED_CENTS = 100

const sumOf = (parts: readonly { amount: number }[]) =>
  parts.reduce((sum, { amount }) => sum + amount, 0)
const litresOf = ({ lines }: ReportedSale) =>
  lines.reduce((sum, { millilitres }) => sum + millilitres, 0)

/**
 * Which new sales give no points before an operator has looked at them: more than a tank or an amount,
 * payments that are less than the lines, or more sales or litres of a member on a local day than the bounds of
 * its programme. A sale without a member, which may be claimed, has the widest bounds.
 * @param members of the items, whose accounts the caller has locked
 * @returns for each item the reason; empty for none
 */
export async function heldSales(
  tx: Db,
  items: readonly (ReportedItem | null)[],
  members: readonly (Member | null)[],
): Promise<(HeldReason | '')[]> {
  if (!items.some((item) => item?.kind === 'sale')) return items.map(() => '')
  const [programmes, days] = await sentTogether([
    readProgrammes(tx).execute(),
    boughtOnDays(tx, items, members),
  ])
  const widest = (name: keyof Bounds) => Math.max(...programmes.map((one) => one[name]))
  const anyones: Bounds = {
    saleMillilitres: widest('saleMillilitres'),
    saleAmount: widest('saleAmount'),
    daySales: Infinity,
    dayMillilitres: Infinity,
  }
  return items.map((item, place) => {
    if (item?.kind !== 'sale') return ''
    const member = members[place]
    const bounds = programmes.find(({ code }) => code === member?.programme) ?? anyones
    const amount = sumOf(item.lines)
    const millilitres = litresOf(item)
    if (millilitres > bounds.saleMillilitres) return 'quantity'
    if (item.currency === PESOS && amount > bounds.saleAmount) return 'amount'
    if (sumOf(item.payments) + ROUNDED_CENTS < amount) return 'payments'
    const day = member && days.get(keyOf(member, item))
    if (!day) return ''
    if (day.sales >= bounds.daySales || day.millilitres + millilitres > bounds.dayMillilitres)
      return 'day'
    day.sales += 1
    day.millilitres += millilitres
    return ''
  })
}

const dayOf = ({ datetime }: ReportedSale) => startOfDay(new Date(datetime))
const keyOf = ({ code }: Member, item: ReportedSale) => `${dayOf(item).getTime()} ${code}`

/** What the members of new sales bought on the local days of these. */
async function boughtOnDays(
  tx: Db,
  items: readonly (ReportedItem | null)[],
  members: readonly (Member | null)[],
): Promise<Map<string, { sales: number; millilitres: number }>> {
  const asked = new Map(
    items.flatMap((item, place) => {
      const member = members[place]
      if (item?.kind !== 'sale' || !member) return []
      return [[keyOf(member, item), { code: member.code, since: dayOf(item) }] as const]
    }),
  )
  if (asked.size === 0) return new Map()
  const spans = [...asked.values()]
  const found = await findBought(tx).execute({
    places: spans.map((_, place) => place),
    codes: spans.map(({ code }) => code),
    since: spans.map(({ since }) => since),
    until: spans.map(({ since }) => startOfDay(new Date(since.getTime() + 36 * HOUR_MS))),
  })
  return new Map(
    [...asked.keys()].map((key, place) => {
      const { sales = 0, millilitres = 0 } = found.find((one) => one.place === place) ?? {}
      return [key, { sales, millilitres }]
    }),
  )
}
