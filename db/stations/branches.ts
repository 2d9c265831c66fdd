import { eq, sql } from 'drizzle-orm'
import { toDate } from '#contract/dates.ts'
import type { Branch } from '#contract/entities/branch.ts'
import type { Db } from '#db/core/db.ts'
import { sqlDate } from '#db/core/sqlTimestamps.ts'
import { branch, fuelPrice } from '#db/tables/stations.ts'

/** Every station with its fuels and their prices in force on the day of `now`, in cents per litre (supergas: per kilogram). */
export async function allBranches(db: Db, now: Date): Promise<Branch[]> {
  const today = toDate(now)
  const prices = await db
    .selectDistinctOn([fuelPrice.product], {
      code: fuelPrice.product,
      price: fuelPrice.price,
      validFrom: sqlDate(fuelPrice.validFrom),
    })
    .from(fuelPrice)
    .where(sql`${fuelPrice.validFrom} <= to_date(${today}, 'YYYYMMDD')`)
    .orderBy(fuelPrice.product, sql`${fuelPrice.validFrom} desc`)
  const stations = await db.select().from(branch).orderBy(branch.code)
  return stations.map((station) => {
    return { ...station, fuels: prices.filter(({ code }) => sells(station.services, code)) }
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
