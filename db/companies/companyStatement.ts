import { type SQL, sql } from 'drizzle-orm'
import type { CompanyPurchase, CompanyVehicle } from '#contract/loyalty/companyStatement.ts'
import { PESOS } from '#contract/money.ts'
import type { Db } from '#db/core/db.ts'
import { type Cursor, pageOf, type Span } from '#db/core/pagination.ts'
import { sqlDay, sqlTimestamp } from '#db/core/sqlTimestamps.ts'
import { whereEquals } from '#db/core/whereEquals.ts'
import { companyDriver, deductibleTax } from '#db/tables/companies.ts'
import { loyalty, vehicle } from '#db/tables/loyalties.ts'
import { movement } from '#db/tables/movements.ts'
import { saleEvent, saleLine } from '#db/tables/sales.ts'
import { branch } from '#db/tables/stations.ts'

/** The RUT of a loyalty in force of a person; undefined when there is none. */
export async function rutOfCompany(
  db: Db,
  owner: { personId: string; code: string },
): Promise<string | undefined> {
  const [own] = await db
    .select({ clientRUT: loyalty.clientRUT })
    .from(loyalty)
    .where(whereEquals(loyalty, { ...owner, endedAt: null }))
  return own?.clientRUT || undefined
}

const part = (place: number) => sql`split_part(identity, ':', ${sql.raw(String(place))})`

/**
 * The lines of a company in a span: its own purchases, those of its drivers with its vehicles while they
 * were in it, and what voids and returns of the span took back. A till reports at most 400 days late, so
 * that these are of purchases of the 400 days before the span or of it.
 */
const linesOf = (code: string, { from, until }: Span): SQL => sql`
  with member as (
    select ${loyalty.code} as code, ${loyalty.holder} as driver, true as own,
      '-infinity'::timestamptz as since, 'infinity'::timestamptz as until
    from ${loyalty} where ${loyalty.code} = ${code}
    union all
    select ${loyalty.code}, ${loyalty.holder}, false, ${companyDriver.acceptedAt}, coalesce(${companyDriver.endedAt}, 'infinity')
    from ${companyDriver} join ${loyalty} on ${loyalty.code} = ${companyDriver.driverLoyalty}
    where ${companyDriver.loyaltyCode} = ${code}
  ), bought as (
    select m.*, member.driver, s.identity, l.number,
      coalesce((
        select case when t.valid_to < ${sqlDay(sql`m.at`)} then 0 else t.basis_points end from ${deductibleTax} t
        where t.product = m.product and t.valid_from <= ${sqlDay(sql`m.at`)} order by t.valid_from desc limit 1), 0) as rate
    from member join ${movement} m on m.loyalty_code = member.code
      and m.at >= greatest(member.since, ${from}::timestamptz - interval '400 days')
      and m.at < least(member.until, ${until}::timestamptz)
      and (member.own or exists (
        select from ${vehicle} v where v.loyalty_code = ${code} and v.plate = m.plate and v.plate <> ''))
    left join ${saleLine} l on l.rrn = m.rrn left join ${saleEvent} s on s.identity = l.identity
  ), line as (
    select 'sale' as kind, at, rrn, plate, driver, branch_code, product, currency, rate, identity, identity as document, millilitres, amount
    from bought where at >= ${from}::timestamptz
    union all
    select v.kind, v.at, b.rrn, b.plate, b.driver, v.branch_code, b.product, b.currency, b.rate,
      case when v.identity like 'cfe:%' then v.identity else b.identity end, v.identity,
      -coalesce(r.millilitres, b.millilitres - back.millilitres), -coalesce(r.amount, b.amount - back.amount)
    from bought b join ${saleEvent} v on v.sale_identity = b.identity and v.kind <> 'sale' and v.state = 'applied'
      and v.at >= ${from}::timestamptz and v.at < ${until}::timestamptz
    left join ${saleLine} r on r.identity = v.identity and r.number = b.number
    cross join lateral (
      select coalesce(sum(o.millilitres), 0)::int as millilitres, coalesce(sum(o.amount), 0)::int8 as amount
      from ${saleEvent} e join ${saleLine} o on o.identity = e.identity and o.number = b.number
      where v.kind = 'void' and e.sale_identity = b.identity and e.kind = 'return' and e.state = 'applied') back
    where v.kind = 'void' or r.number is not null
  ), taxed as (
    select *, round(amount * rate / (10000.0 + rate))::int8 as tax from line)`

type Row = Omit<CompanyPurchase, 'cfe'> & {
  at: string
  id: string
  cfe: CompanyPurchase['cfe'] | null
}

/** A page of the lines of a company in a span, newest first. */
export async function companyPurchases(
  db: Db,
  code: string,
  { count, after, ...span }: Span & { count: number; after: Cursor | null },
): Promise<{ lines: CompanyPurchase[]; next: Cursor | null }> {
  // Of instants that several lines have.
  const id = sql`md5(rrn || coalesce(document, ''))`
  const { rows } = await db.execute<Row & Record<string, unknown>>(sql`${linesOf(code, span)}
    select kind, at::text, ${sqlTimestamp(sql`at`)} as datetime, rrn, ${id} as id, plate, driver, ${branch.name} as "branchName", product, currency,
      millilitres, amount::float8 as amount, tax::float8 as "deductibleTax",
      case when identity like 'cfe:%' then json_build_object('rut', ${part(2)}, 'type', ${part(3)}::int,
        'series', ${part(4)}, 'number', ${part(5)}::int) end as cfe
    from taxed join ${branch} on ${branch.code} = branch_code
    where ${after === null}::boolean or (at, ${id}) < (${after?.at ?? null}::timestamptz, ${after?.id ?? ''})
    order by at desc, id desc limit ${count + 1}`)
  const { page, next } = pageOf(rows, count, ({ at, id: last }) => ({ at: new Date(at), id: last }))
  return {
    lines: page.map(({ at: _at, id: _id, cfe, ...line }) => ({
      ...line,
      ...(cfe && { cfe }),
    })),
    next,
  }
}

/** The sums in pesos of each vehicle of a company in a span, with its limits; those with a plate first. */
export async function companyVehicles(db: Db, code: string, span: Span): Promise<CompanyVehicle[]> {
  const { rows } = await db.execute<CompanyVehicle & Record<string, unknown>>(sql`
    ${linesOf(code, span)},
    spent as (
      select plate, sum(millilitres) as millilitres, sum(amount) as amount, sum(tax) as tax
      from taxed where currency = ${PESOS} group by plate)
    select coalesce(v.id::text, '') as "vehicleId", plate, coalesce(millilitres, 0)::float8 as millilitres,
      coalesce(spent.amount, 0)::float8 as amount, coalesce(tax, 0)::float8 as "deductibleTax",
      coalesce(v.limit_millilitres, 0) as "limitMillilitres", coalesce(v.limit_amount, 0)::float8 as "limitAmount"
    from spent full join (
      select * from ${vehicle} where ${whereEquals(vehicle, { loyaltyCode: code, removedAt: null })}) v using (plate)
    order by plate = '', plate`)
  return rows
}
