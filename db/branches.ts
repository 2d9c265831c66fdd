import { eq, sql } from 'drizzle-orm'
import { toDate } from '#contract/dates.ts'
import type { Branch } from '#contract/entities/branch.ts'
import type { Db } from '#db/connection.ts'
import { sqlDate } from '#db/core/sqlTimestamps.ts'
import { branch, fuelPrice } from '#db/tables/stations.ts'

/** Every station with its fuels and their prices in force on the day of `now`, in cents per litre. */
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
    const sells = station.services.find(({ code }) => code === 'fuel')?.values ?? []
    return { ...station, fuels: prices.filter(({ code }) => sells.includes(code)) }
  })
}

/** Whether a station has this code. */
export async function branchExists(db: Db, code: string): Promise<boolean> {
  const found = await db.select({ code: branch.code }).from(branch).where(eq(branch.code, code))
  return found.length > 0
}
