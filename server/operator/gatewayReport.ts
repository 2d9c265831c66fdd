import { isStamp } from '#contract/dates.ts'
import { gatewayReport } from '#contract/operator/gatewayReport.ts'
import { gatewayDays } from '#db/payments/reconciliations.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { notFound } from '#server/http/errors.ts'

/** The cursor is the last day of the previous page. */
export default defineHandler(gatewayReport, async ({ db }, { count, after }) => {
  if (after !== '' && !(/^[12]\d{7}$/.test(after) && isStamp(`${after}000000`))) throw notFound()
  const days = await gatewayDays(db, count + 1, after)
  return {
    days: days.slice(0, count),
    next: days.length > count ? (days[count - 1]?.day ?? '') : '',
  }
})
