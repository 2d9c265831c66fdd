import { cancelPayment } from '#contract/station/cancelPayment.ts'
import { moveRequest, requestOfTill } from '#db/payments/paymentRequests.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { inTerminalTransaction, storeEvidence } from '#server/station/terminalTransaction.ts'
import { toTillPayment, unknownReference } from '#server/station/tillPayment.ts'

export default defineHandler(cancelPayment, (context, { reference }, caller) =>
  inTerminalTransaction(context, caller, async (tx) => {
    await storeEvidence(tx, caller)
    const now = context.now()
    const request = await requestOfTill(tx, caller.terminalId, reference, now)
    if (!request) throw unknownReference()
    const ended =
      request.state === 'waiting'
        ? await moveRequest(tx, request.id, { state: 'cancelled', now })
        : request
    return { payment: await toTillPayment(tx, context, ended) }
  }),
)
