import { newCode } from '#contract/fields/groupedCode.ts'
import { requestPayment } from '#contract/station/requestPayment.ts'
import { uuidFrom } from '#db/core/uuid.ts'
import { insertRequest } from '#db/payments/paymentRequests.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { refuse } from '#server/http/errors.ts'
import type { Limit } from '#server/http/limits.ts'
import { refuseSignedCardNumbers } from '#server/station/signedCardNumbers.ts'
import { inTerminalTransaction, storeEvidence } from '#server/station/terminalTransaction.ts'
import { toTillPayment } from '#server/station/tillPayment.ts'

/** More than a till sells: one every 5 seconds. */
const REQUESTS: Limit = {
  name: 'payment request',
  by: 'terminal',
  points: 120,
  per: 120 * 5_000,
  taken: 'before',
}

export default defineHandler(
  requestPayment,
  async (context, asked, caller) => {
    refuseSignedCardNumbers(caller)
    const sum = asked.lines.reduce((total, { amount }) => total + amount, 0)
    if (sum !== asked.amount)
      throw refuse('Los renglones no suman el importe a cobrar.', 'invalid_request')
    if (asked.taxedAmount + asked.taxAmount > asked.amount)
      throw refuse('El neto gravado y el IVA superan el importe a cobrar.', 'invalid_request')
    const { terminalId, branchCode } = caller
    const made = {
      id: uuidFrom(context.random(16)),
      code: newCode(context.random(CODE_LENGTH)),
      rrn: await context.rrn(),
    }
    return await inTerminalTransaction(context, caller, async (tx) => {
      await storeEvidence(tx, caller)
      const ofTill = { ...made, terminalId, branchCode, now: context.now() }
      const stored = await insertRequest(tx, asked, ofTill)
      if (stored === 'conflict')
        throw refuse('Esa referencia ya tiene otro cobro: usá una nueva.', 'reference_reused')
      if (stored === 'limit')
        throw refuse('Hay 20 cobros en espera: cancelá los que no van más.', 'too_many_requests')
      return { payment: await toTillPayment(tx, context, stored) }
    })
  },
  [REQUESTS],
)

/** 50 random bits: no code is guessed in its 10 minutes. */
const CODE_LENGTH = 10
