import { and, asc, desc, eq, lte, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { toDate } from '#contract/dates.ts'
import type { Branch } from '#contract/entities/branch.ts'
import { BORDER_INDI } from '#contract/entities/taxLaws.ts'
import type { OfficialPrice } from '#contract/info/prices.ts'
import type { Db } from '#db/core/db.ts'
import { sqlDate } from '#db/core/sqlTimestamps.ts'
import { branch, fuelPrice, refundRate } from '#db/tables/stations.ts'

const { product, validFrom, decree, price } = fuelPrice
const daysOf = (of: Record<'validFrom' | 'validTo', PgColumn>) => ({
  validFrom: sqlDate(of.validFrom),
  validTo: sql<string>`coalesce(${sqlDate(of.validTo)}, '')`,
})
const days = daysOf(fuelPrice)

/** Every official price, in cents per litre (supergas: per kilogram), each product's oldest first. */
export const officialPrices = (db: Db): Promise<OfficialPrice[]> =>
  db
    .select({ product, price, ...days, decree })
    .from(fuelPrice)
    .orderBy(asc(product), asc(validFrom))

const COLLATOR = new Intl.Collator('es')

/**
 * Every station with its fuels and the newest price that began by the day of `now`, also one whose last day is
 * over. In the order of their names in Spanish: a collator costs a phone more time than a list of movements.
 */
export async function allBranches(db: Db, now: Date): Promise<Branch[]> {
  const today = toDate(now)
  const prices = await db
    .selectDistinctOn([product], { code: product, price, ...days })
    .from(fuelPrice)
    .where(sql`${validFrom} <= to_date(${today}, 'YYYYMMDD')`)
    .orderBy(product, sql`${validFrom} desc`)
  const { side, indicator, basisPoints } = refundRate
  const rates = await db
    .selectDistinctOn([side], { side, basisPoints, ...daysOf(refundRate) })
    .from(refundRate)
    .where(
      and(
        eq(indicator, BORDER_INDI),
        lte(refundRate.validFrom, sql`to_date(${today}, 'YYYYMMDD')`),
      ),
    )
    .orderBy(side, desc(refundRate.validFrom))
  const stations = await db.select().from(branch).orderBy(branch.code)
  stations.sort((a, b) => COLLATOR.compare(a.name, b.name))
  return stations.map((row) => {
    const { borderSide, ruts: _ruts, ...station } = row
    const { side: _, ...borderRefund } = rates.find((rate) => rate.side === borderSide) ?? {}
    return {
      ...station,
      fuels: prices.filter(({ code }) => sells(station.services, code)),
      ...('basisPoints' in borderRefund && { borderRefund }),
    }
  })
}

/** Whether a station with these services sells a product that has an official price. */
function sells(services: Branch['services'], product: string): boolean {
  const [service, value] = product === 'supergas' ? ['gas', 'Super Gas'] : ['fuel', product]
  return services.some(({ code, values }) => code === service && values.includes(value))
}

export async function branchExists(db: Db, code: string): Promise<boolean> {
  const found = await db.select({ code: branch.code }).from(branch).where(eq(branch.code, code))
  return found.length > 0
}
