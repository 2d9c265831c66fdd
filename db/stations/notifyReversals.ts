import { and, eq, inArray, isNull } from 'drizzle-orm'
import { toStamp } from '#contract/dates.ts'
import { reversalText } from '#contract/entities/movement.ts'
import { NOTIFICATION_TYPES } from '#contract/entities/notification.ts'
import { pointsColumns } from '#db/loyalty/pointsSummary.ts'
import { insertNotification } from '#db/messaging/notifications.ts'
import type { PushQueue } from '#db/messaging/pushJobs.ts'
import type { ReportContext } from '#db/stations/reportContext.ts'
import { loyalty } from '#db/tables/loyalties.ts'
import { person } from '#db/tables/people.ts'

/** Tells the drivers of the voids and returns of their purchases that the group applied, once each (N2). */
export async function notifyReversals(queue: PushQueue, report: ReportContext): Promise<void> {
  const { tx, now, stationName, reversals } = report
  if (reversals.length === 0) return
  const codes = reversals.map(({ sale }) => sale.loyaltyCode ?? '')
  const owners = await tx
    .select({
      code: loyalty.code,
      personId: loyalty.personId,
      shortfall: pointsColumns(now).shortfall,
    })
    .from(loyalty)
    .innerJoin(person, eq(person.id, loyalty.personId))
    .where(and(inArray(loyalty.code, codes), isNull(person.deletedAt)))
  for (const { sale, cause, points, rrn } of reversals) {
    const owner = owners.find(({ code }) => code === sale.loyaltyCode)
    const kind = cause.kind === 'void' ? 'void' : 'return'
    if (owner)
      await insertNotification(queue, tx, {
        personId: owner.personId,
        event: `reversal:${cause.identity}`,
        type: NOTIFICATION_TYPES.Consumption,
        title: `${kind === 'void' ? 'Anulación' : 'Devolución'} en ${stationName}`,
        text: reversalText({ kind, points }, toStamp(sale.at)) + shortfallText(owner.shortfall),
        at: now,
        url: `/#/movements?rrn=${rrn}`,
      })
  }
}

function shortfallText(points: number): string {
  if (points === 0) return ''
  const [missing, taken] =
    points === 1 ? ['Te falta 1 punto', 'lo'] : [`Te faltan ${points} puntos`, 'los']
  return ` ${missing}: ${taken} descontamos de tus próximas cargas.`
}
