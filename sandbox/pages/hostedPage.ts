import type { FastifyInstance, FastifyReply } from 'fastify'
import { HOSTED_PAGE } from '#contract/geopay.ts'
import { cancel, chargeCard, hostedPageState, type Outcome } from '#sandbox/chargeCard.ts'
import type { Context } from '#sandbox/context.ts'
import { textOf, typedIn } from '#sandbox/pages/cardForm.ts'
import { cardPage } from '#sandbox/pages/cardPage.ts'
import {
  closedPage,
  expiredPage,
  returnPage,
  unknownPage,
  usedPage,
} from '#sandbox/pages/messagePages.ts'
import type { Entry } from '#sandbox/store.ts'

/** Registers the hosted page: the card form, its submission and cancellation, and the return. */
export function hostedPage(app: FastifyInstance, context: Context): void {
  const open = async (reply: FastifyReply, token: string) => {
    const page = await hostedPageState(context, token)
    if (page.kind === 'open') {
      const { order } = page.entry
      const empty = { number: '', holder: order.payerName, expiry: '', cvv: '', installments: '1' }
      return html(reply, 200, cardPage(order, empty))
    }
    // A page opened again for a used token shows a button instead of returning at once.
    if (page.kind !== 'returned') return show(reply, page)
    return html(reply, 410, usedPage(page.entry.order, callbackOf(page.entry), page.data))
  }

  const show = (reply: FastifyReply, outcome: Outcome, body: unknown = null) => {
    const { homeUrl } = context.config.merchant
    if (outcome.kind === 'unknown') return html(reply, 404, unknownPage(homeUrl))
    if (outcome.kind === 'closed') return html(reply, 200, closedPage(homeUrl))
    const { order } = outcome.entry
    if (outcome.kind === 'corrected')
      return html(reply, 422, cardPage(order, typedIn(body), outcome.errors))
    const callback = callbackOf(outcome.entry)
    if (outcome.kind === 'expired')
      return html(reply, 410, expiredPage(order, callback, outcome.data))
    return html(reply, 200, returnPage(order, callback, outcome.data))
  }

  const callbackOf = ({ order }: Entry) =>
    context.config.merchant.callbacks[order.callbackUrl] ?? context.config.merchant.homeUrl

  app.get(HOSTED_PAGE, (request, reply) => open(reply, textOf(request.query, 'token')))
  app.post(HOSTED_PAGE, (request, reply) => open(reply, textOf(request.body, 'token')))
  app.post(`${HOSTED_PAGE}/pay`, async ({ body }, reply) =>
    show(reply, await chargeCard(context, textOf(body, 'token'), typedIn(body)), body),
  )
  app.post(`${HOSTED_PAGE}/cancel`, async ({ body }, reply) =>
    show(reply, await cancel(context, textOf(body, 'token'))),
  )
}

function html(reply: FastifyReply, status: number, text: string) {
  return reply.code(status).type('text/html; charset=utf-8').send(text)
}
