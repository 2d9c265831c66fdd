import { voidPayment } from '#contract/station/voidPayment.ts'
import { inTransaction } from '#db/core/connection.ts'
import type { Db } from '#db/core/db.ts'
import { schedulePoll } from '#db/payments/attemptPolling.ts'
import { attemptById } from '#db/payments/attempts.ts'
import { moveRequest, requestOfTill } from '#db/payments/paymentRequests.ts'
import { ifUnreachable } from '#server/gateway/gatewayUnreachable.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { refuse } from '#server/http/errors.ts'
import { voidableUntil } from '#server/payments/businessDay.ts'
import { firstPollAt } from '#server/payments/outcome/pollingBackoff.ts'
import { voidAtGateway } from '#server/payments/outcome/syncOrVoid.ts'
import { refuseSignedCardNumbers } from '#server/station/signedCardNumbers.ts'
import { inTerminalTransaction, storeEvidence } from '#server/station/terminalTransaction.ts'
import { toTillPayment, unknownReference } from '#server/station/tillPayment.ts'

/** How long the gateway's answer may delay the call, in milliseconds; then the poller goes on. */
const GATEWAY_TIMEOUT_MS = 10_000

export default defineHandler(
  voidPayment,
  async (context, { reference, reason }, caller, { afterCommit }) => {
    refuseSignedCardNumbers(caller)
    const answer = async (db: Db) => {
      const request = await requestOfTill(db, caller.terminalId, reference, context.now())
      if (!request) throw unknownReference()
      return { payment: await toTillPayment(db, context, request) }
    }
    return await inTerminalTransaction(context, caller, async (tx) => {
      await storeEvidence(tx, caller)
      const now = context.now()
      const request = await requestOfTill(tx, caller.terminalId, reference, now)
      if (!request) throw unknownReference()
      const { id, state, attemptId } = request
      if (attemptId === null)
        throw refuse('Ese cobro no está pago: no hay nada que anular.', 'not_paid')
      if (state === 'paid') {
        const { createdAt } = await attemptById(tx, attemptId)
        if (now >= voidableUntil(createdAt))
          throw refuse(
            'El día de ese pago ya cerró y no se puede anular: devolvé el importe de otra manera.',
            'day_closed',
          )
        await moveRequest(tx, id, { state: 'voiding', reason, now })
        await schedulePoll(tx, { id: attemptId, nextPollAt: null }, firstPollAt(now))
      }
      if (state === 'paid' || state === 'voiding') {
        const attempt = await attemptById(tx, attemptId)
        // Stored before the gateway is asked: after a crash the poller voids the charge.
        afterCommit(async (committed) => {
          await voidAtGateway(committed, attempt, GATEWAY_TIMEOUT_MS).catch(ifUnreachable(() => {}))
          return await inTransaction(committed.db, answer)
        })
      }
      return await answer(tx)
    })
  },
)
