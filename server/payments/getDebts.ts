import { HOSTED_PAGE } from '#contract/geopay.ts'
import { getDebts } from '#contract/payments/getDebts.ts'
import { debtsOf } from '#db/payments/debts.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { notFound } from '#server/http/errors.ts'

// `type` is the caller's channel: the debts are the same on every channel.
export default defineHandler(getDebts, async ({ db, config }, { count, after }, { personId }) => {
  const { netId, merchantId, pagesUrl } = config.gateway
  const debts = await debtsOf(db, personId, count && count + 1, after)
  if (!debts) throw notFound()
  const page = debts.slice(0, count)
  return {
    debts: page,
    ...(count && { next: page.length < debts.length ? page.at(-1)?.reference : '' }),
    geopay: { netId, merchantId, pageUrl: pagesUrl + HOSTED_PAGE },
  }
})
