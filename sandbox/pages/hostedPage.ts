import type { FastifyInstance, FastifyReply } from 'fastify'
import { HOSTED_PAGE } from '#contract/geopay.ts'
import { cancel, chargeCard, hostedPageState, type Outcome } from '#sandbox/chargeCard.ts'
import type { Context } from '#sandbox/context.ts'
import { textOf, typedIn } from '#sandbox/pages/cardForm.ts'
import { cardPage } from '#sandbox/pages/cardPage.ts'
import { sendPage } from '#sandbox/pages/layout.ts'
import { finalPage } from '#sandbox/pages/messagePages.ts'

const STATUS: Record<Outcome['kind'], number> = {
  open: 200,
  returned: 200,
  closed: 200,
  unknown: 404,
  used: 410,
  expired: 410,
  corrected: 422,
}

/** Registers the hosted page: the card form, its submission and cancellation, and the return. */
export function hostedPage(app: FastifyInstance, context: Context): void {
  const pageOf = (outcome: Outcome, body: unknown) => {
    if (outcome.kind === 'open') return cardPage(outcome.entry.order)
    if (outcome.kind === 'corrected')
      return cardPage(outcome.entry.order, typedIn(body), outcome.errors)
    return finalPage(outcome, context.config.merchant)
  }
  const show = (reply: FastifyReply, outcome: Outcome, body: unknown = null) =>
    sendPage(reply, STATUS[outcome.kind], pageOf(outcome, body))
  const open = async (reply: FastifyReply, fields: unknown) => {
    const state = await hostedPageState(context, textOf(fields, 'token'))
    // A page opened again for a used token shows a button instead of returning at once.
    return show(reply, state.kind === 'returned' ? { ...state, kind: 'used' } : state)
  }

  app.get(HOSTED_PAGE, ({ query }, reply) => open(reply, query))
  app.post(HOSTED_PAGE, ({ body }, reply) => open(reply, body))
  app.post(`${HOSTED_PAGE}/pay`, async ({ body }, reply) =>
    show(reply, await chargeCard(context, textOf(body, 'token'), typedIn(body)), body),
  )
  app.post(`${HOSTED_PAGE}/cancel`, async ({ body }, reply) =>
    show(reply, await cancel(context, textOf(body, 'token'))),
  )
}
