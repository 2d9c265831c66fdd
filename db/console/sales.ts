import { and, asc, desc, eq, getTableColumns, inArray, ne, type SQL, sql } from 'drizzle-orm'
import type { Amounts } from '#contract/console/objectKind.ts'
import type { SaleState } from '#contract/console/saleKind.ts'
import { stationsNamed } from '#db/console/stations.ts'
import type { Db } from '#db/core/db.ts'
import { EMPTY, type Listed, listed } from '#db/core/listed.ts'
import { inAmounts, inSpan, keyset, type PageQuery, type Span } from '#db/core/pagination.ts'
import { inStations, type Scope, seesStation } from '#db/core/stationScope.ts'
import { whereEquals } from '#db/core/whereEquals.ts'
import { terminalsNamed } from '#db/stations/terminals.ts'
import { paymentRequest } from '#db/tables/payments.ts'
import { accountDebt, saleEvent, saleLine } from '#db/tables/sales.ts'
import { branch } from '#db/tables/stations.ts'
import { terminal } from '#db/tables/terminals.ts'

/** The place of a sale among those of one instant: a cursor has no room for its identity. */
const place = sql<string>`md5(${saleEvent.identity})`
const order = keyset({ at: saleEvent.at, id: place })

/** By its value, not by `exists`: that would be answered for a page by reading all sales into a table. */
const isVoided = sql<boolean>`((select v.kind from sale_event v
  where v.identity = 'void:' || ${saleEvent.branchCode} || ':' || ${saleEvent.identity}) is not null)`

/** The planner takes a comparison of this form for one that most rows pass, and reads in the order of the list. */
export const isInForce = sql`(select v.kind from sale_event v
  where v.identity = 'void:' || ${saleEvent.branchCode} || ':' || ${saleEvent.identity}) is distinct from 'void'`

const STATES: Record<SaleState, SQL> = {
  matched: sql`${saleEvent.loyaltyCode} is not null and ${isInForce}`,
  unmatched: sql`${saleEvent.loyaltyCode} is null and ${isInForce}`,
  voided: isVoided,
}

interface SaleFilter {
  state?: SaleState
  period?: Span
  /** Code or a part of the name. */
  station?: string
  /** Name of a terminal. */
  terminal?: string
  amount?: Amounts
  /** Code of a loyalty. */
  loyalty?: string
  /** What the till knew of the member. */
  plate?: string
  card?: string
  shift?: string
  /** A condition for the sale, or a void or a return of it: one of `named`. */
  named?: SQL
}

/** Where the planner expects more, it reads all sales by time until it has found a page of them. */
const MOST_NAMED = sql.raw('50')
/** Ways to name a sale, each a condition for its identity that an index answers. */
export const named = {
  ticket: (ticket: string) =>
    sql`(select f.sale_identity from sale_event f where f.ticket = ${ticket} order by f.at desc limit ${MOST_NAMED})`,
  /** @param cfe series and number, with a space */
  cfe: (cfe: string) => sql`(select f.sale_identity from sale_event f
    where split_part(f.identity, ':', 4) || ' ' || split_part(f.identity, ':', 5) = ${cfe}
      and f.identity like 'cfe:%' limit ${MOST_NAMED})`,
  /** Of a purchase, of a payment with the app, or of a card payment at the terminal of another acquirer. */
  rrn: (rrn: string) => sql`(
    select l.identity from sale_line l where l.rrn = ${rrn}
    union select q.sale_identity from payment_request q where q.rrn = ${rrn} and q.sale_identity is not null
    union (select f.identity from sale_event f
      where jsonb_path_query_array(f.payments, '$[*].rrn') @> jsonb_build_array(${rrn}::text)
        and f.payments @? '$[*].rrn ? (@ != "")' limit ${MOST_NAMED}))`,
}

const listedColumns = {
  identity: saleEvent.identity,
  place,
  at: saleEvent.at,
  ticket: saleEvent.ticket,
  currency: saleEvent.currency,
  amount: saleEvent.amount,
  loyaltyCode: saleEvent.loyaltyCode,
  branchCode: saleEvent.branchCode,
  branchName: branch.name,
  isVoided,
  points: sql<number>`(select coalesce(sum(l.points - l.points_taken), 0)::int from sale_line l
    where l.identity = ${saleEvent.identity})`,
}
const selectSales = (db: Db) =>
  db.select(listedColumns).from(saleEvent).innerJoin(branch, eq(branch.code, saleEvent.branchCode))
export type ListedSale = Awaited<ReturnType<typeof selectSales>>[number]

/** Sales of the scope that match every part of a filter, the newest first. */
export async function salesLike(
  db: Db,
  scope: Scope,
  {
    state,
    period,
    station,
    terminal: till,
    amount,
    named: identities,
    loyalty,
    plate,
    card,
    shift,
  }: SaleFilter,
  page: PageQuery,
): Promise<Listed<ListedSale>> {
  // The index of a shift begins with its station, as that of the sales of a terminal does.
  const isOfStation = station !== undefined || shift !== undefined
  const stations = isOfStation ? await stationsNamed(db, scope, station ?? '') : null
  const terminals =
    till === undefined ? null : await terminalsNamed(db, stations ? { stations } : scope, till)
  if (stations?.length === 0 || terminals?.length === 0) return EMPTY
  const { by, after } = order.of(page)
  return listed(
    selectSales(db)
      .where(
        and(
          // Written out, as the condition of the partial index is.
          sql`${saleEvent.kind} = 'sale'`,
          state && STATES[state],
          inSpan(saleEvent.at, period),
          inStations(
            saleEvent.branchCode,
            terminals
              ? { stations: [...new Set(terminals.map(({ branchCode }) => branchCode))] }
              : stations
                ? { stations }
                : scope,
          ),
          identities && sql`${saleEvent.identity} in ${identities}`,
          inAmounts(saleEvent.amount, amount),
          whereEquals(saleEvent, {
            ...(loyalty && { loyaltyCode: loyalty }),
            ...(plate && { memberPlate: plate }),
            ...(card && { memberCard: card }),
            ...(shift && { shift }),
          }),
          terminals
            ? inArray(
                saleEvent.terminalId,
                terminals.map(({ id }) => id),
              )
            : undefined,
          // The conditions of the partial indexes.
          plate ? sql`${saleEvent.memberPlate} <> ''` : undefined,
          card ? sql`${saleEvent.memberCard} <> ''` : undefined,
          after(page.after),
        ),
      )
      .orderBy(by)
      .limit(page.count),
  )
}

/** A sale; null for an identity that is not that of a sale of the scope. */
export async function saleById(db: Db, scope: Scope, identity: string) {
  const [sale] = await db
    .select({
      ...getTableColumns(saleEvent),
      ...listedColumns,
      terminalName: terminal.name,
      debtReference: accountDebt.debtReference,
    })
    .from(saleEvent)
    .innerJoin(branch, eq(branch.code, saleEvent.branchCode))
    .innerJoin(terminal, eq(terminal.id, saleEvent.terminalId))
    .leftJoin(accountDebt, eq(accountDebt.saleIdentity, saleEvent.identity))
    .where(and(eq(saleEvent.identity, identity), eq(saleEvent.kind, 'sale')))
  return sale && seesStation(scope, sale.branchCode) ? sale : null
}

/** A sale with what belongs to it. */
export async function historyOfSale(
  db: Db,
  sale: NonNullable<Awaited<ReturnType<typeof saleById>>>,
) {
  const { identity } = sale
  const [lines, reversals, [request]] = await Promise.all([
    db.select().from(saleLine).where(eq(saleLine.identity, identity)).orderBy(asc(saleLine.number)),
    db
      .select()
      .from(saleEvent)
      .where(and(eq(saleEvent.saleIdentity, identity), ne(saleEvent.identity, identity)))
      .orderBy(desc(saleEvent.at)),
    db.select().from(paymentRequest).where(eq(paymentRequest.saleIdentity, identity)),
  ])
  return { sale, lines, reversals, request }
}
export type SaleRead = Awaited<ReturnType<typeof historyOfSale>>
