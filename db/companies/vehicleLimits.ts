import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { fromStamp, toStamp } from '#contract/dates.ts'
import { NOTIFICATION_TYPES } from '#contract/entities/notification.ts'
import { companyVehicles } from '#db/companies/companyStatement.ts'
import { inTransaction } from '#db/core/connection.ts'
import type { Db } from '#db/core/db.ts'
import { isWarningHour } from '#db/loyalty/expirations.ts'
import { insertNotification } from '#db/messaging/notifications.ts'
import type { PushQueue } from '#db/messaging/pushJobs.ts'
import { loyalty, vehicle } from '#db/tables/loyalties.ts'

/** Parts of a limit in percent of which the holder is notified, the largest first. */
const STEPS = [100, 80]

/**
 * Notifies the holders of companies of the vehicles that reached 80 % or all of a limit in this month, once
 * for each limit. It stops no sale. Safe to repeat, and with two servers at once.
 */
export async function warnOfLimits(
  db: Db,
  now: Date,
  { signal, ...queue }: PushQueue & { signal?: AbortSignal },
): Promise<void> {
  if (!isWarningHour(now)) return
  const month = toStamp(now).slice(0, 6)
  const from = fromStamp(`${month}01000000`) ?? now
  const companies = await db
    .selectDistinct({ code: loyalty.code, personId: loyalty.personId })
    .from(vehicle)
    .innerJoin(loyalty, eq(loyalty.code, vehicle.loyaltyCode))
    .where(
      and(
        gt(sql`limit_millilitres + limit_amount`, 0),
        isNull(vehicle.removedAt),
        isNull(loyalty.endedAt),
      ),
    )
    .orderBy(loyalty.code)
  for (const { code, personId } of companies) {
    if (signal?.aborted) return
    for (const one of await companyVehicles(db, code, { from, until: now })) {
      const step = STEPS.find((percent) => reaches(one, percent))
      if (step === undefined || one.vehicleId === '') continue
      const left = step === 100 ? 'llegó a su límite' : `pasó el ${step} % de su límite`
      await inTransaction(db, (tx) =>
        insertNotification(queue, tx, {
          personId,
          event: `vehicle limit ${one.vehicleId} ${month} ${step} of ${one.limitMillilitres} ${one.limitAmount}`,
          type: NOTIFICATION_TYPES.Consumption,
          at: now,
          title: 'Límite de un vehículo',
          text: `El vehículo ${one.plate} ${left} de este mes. Es un aviso: puede seguir cargando.`,
          url: '/#/loyalty?tab=datos',
        }),
      )
    }
  }
}

type Spent = Record<'millilitres' | 'amount' | 'limitMillilitres' | 'limitAmount', number>
const reaches = (spent: Spent, percent: number): boolean =>
  (spent.limitMillilitres > 0 && spent.millilitres * 100 >= spent.limitMillilitres * percent) ||
  (spent.limitAmount > 0 && spent.amount * 100 >= spent.limitAmount * percent)
