import type { FastifyInstance, FastifyReply } from 'fastify'
import { HOSTED_PAGE } from '#contract/geopay.ts'
import { cancel, chargeCard, hostedPageState, type Outcome } from '#sandbox/chargeCard.ts'
import type { Context } from '#sandbox/context.ts'
import { textOf, typedIn } from '#sandbox/pages/cardForm.ts'
import { cardPage } from '#sandbox/pages/cardPage.ts'
import { pageWithoutReturn, pageWithReturn } from '#sandbox/pages/messagePages.ts'

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
    return show(reply, page.kind === 'returned' ? { ...page, kind: 'used' } : page)
  }

  const show = (reply: FastifyReply, outcome: Outcome, body: unknown = null) => {
    const { homeUrl, callbacks } = context.config.merchant
    const { kind } = outcome
    if (kind === 'unknown' || kind === 'closed')
      return html(reply, kind === 'closed' ? 200 : 404, pageWithoutReturn(kind, homeUrl))
    const { order } = outcome.entry
    if (kind === 'corrected')
      return html(reply, 422, cardPage(order, typedIn(body), outcome.errors))
    const callback = callbacks[order.callbackUrl] ?? homeUrl
    const page = pageWithReturn(kind, order, callback, outcome.data)
    return html(reply, kind === 'returned' ? 200 : 410, page)
  }

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
