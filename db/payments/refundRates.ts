import { eq, sql } from 'drizzle-orm'
import { sqlDay } from '#db/core/sqlTimestamps.ts'
import { debt } from '#db/tables/payments.ts'
import { branch, refundRate } from '#db/tables/stations.ts'

const { indicator, side, validFrom, validTo, basisPoints } = refundRate
const saleDay = sqlDay(debt.at)

/**
 * A column for a select of debts: the rate of the debt's refund law, in basis points, on the day of the
 * sale and the border side of its station; null: none is known. A rate without a last day holds until
 * the next begins.
 */
export const refundBasisPoints = sql<number | null>`(
  select case when ${validTo} < ${saleDay} then null else ${basisPoints} end
  from ${refundRate}
  where ${eq(indicator, debt.indi)} and ${validFrom} <= ${saleDay}
    and ${side} in ('', (select ${branch.borderSide} from ${branch} where ${eq(branch.code, debt.branchCode)}))
  order by ${side} desc, ${validFrom} desc limit 1)`
