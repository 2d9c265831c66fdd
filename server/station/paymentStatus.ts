import type { PaymentRequestState } from '#contract/entities/paymentRequest.ts'
import { paymentStatus } from '#contract/station/paymentStatus.ts'
import { acknowledge, requestOfTill } from '#db/payments/paymentRequests.ts'
import type { Context } from '#server/context.ts'
import { defineHandler, type TerminalCaller } from '#server/http/defineHandler.ts'
import type { Limit } from '#server/http/limits.ts'
import { inTerminalTransaction } from '#server/station/terminalTransaction.ts'
import { toTillPayment, unknownReference } from '#server/station/tillPayment.ts'

/** One question a second, for each of the till's requests that wait for a payer. */
const QUESTIONS: Limit = {
  name: 'payment status',
  by: 'terminal',
  points: 300,
  per: 300 * 1_000,
  taken: 'before',
}

export default defineHandler(
  paymentStatus,
  async (context, { reference, known, wait }, caller) => {
    const read = () => readAndAcknowledge(context, caller, { reference, known })
    const { request, payment } = await read()
    if (request.state !== known || wait === 0) return { payment }
    const left = request.expiresAt.getTime() - context.now().getTime()
    const ms = wait * 1_000
    await context.paymentRequestLongPoll.change(
      request.id,
      known,
      known === 'waiting' ? Math.min(ms, left) : ms,
    )
    caller.assertConnected()
    return { payment: (await read()).payment }
  },
  [QUESTIONS],
)

/** The request as it is now. The terminal is not locked while a call is held: it makes other calls. */
const readAndAcknowledge = (
  context: Context,
  caller: TerminalCaller,
  { reference, known }: { reference: string; known: PaymentRequestState },
) =>
  inTerminalTransaction(context, caller, async (tx) => {
    const { terminalId } = caller
    const request = await requestOfTill(tx, terminalId, reference, context.now())
    if (!request) throw unknownReference()
    if (known !== request.toldState) await acknowledge(tx, terminalId, { reference, state: known })
    return { request, payment: await toTillPayment(tx, context, request) }
  })
