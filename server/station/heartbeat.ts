import { toStamp } from '#contract/dates.ts'
import { heartbeat, MAX_PAYMENTS } from '#contract/station/heartbeat.ts'
import { sentTogether } from '#db/core/connection.ts'
import { readRules, rulesInForce } from '#db/loyalty/accrual.ts'
import {
  acknowledge,
  expireRequests,
  terminalCode,
  untoldRequests,
} from '#db/payments/paymentRequests.ts'
import { incompleteShiftsOf } from '#db/stations/shifts.ts'
import { storeHeartbeat } from '#db/stations/terminals.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { toAccrualRule } from '#server/loyalty/toAccrualRule.ts'
import { inTerminalTransaction } from '#server/station/terminalTransaction.ts'
import { toTillPayment } from '#server/station/tillPayment.ts'

export default defineHandler(heartbeat, async (context, { acknowledged }, caller) => {
  const { terminalId, terminalName, branchCode, branchName, created, receivedAt } = caller
  const clockSkew = Math.round((created.getTime() - receivedAt.getTime()) / 1000)
  const { incompleteShifts, payments, stored } = await inTerminalTransaction(
    context,
    caller,
    async (tx) => {
      await storeHeartbeat(tx, terminalId, { heardAt: receivedAt, clockSkew })
      const shifts = await incompleteShiftsOf(tx, { terminalId, branchCode })
      for (const known of acknowledged) await acknowledge(tx, terminalId, known)
      await expireRequests(tx, context.now(), terminalId)
      const untold = await untoldRequests(tx, terminalId, MAX_PAYMENTS)
      const told = await sentTogether(untold.map((request) => toTillPayment(tx, context, request)))
      return { incompleteShifts: shifts, payments: told, stored: await readRules(tx) }
    },
  )
  const now = context.now()
  const rules = rulesInForce(stored, now).map(toAccrualRule)
  const station = { terminalName, branchCode, branchName }
  return {
    time: toStamp(now),
    clockSkew,
    ...station,
    terminalCode: terminalCode(branchCode, terminalName),
    incompleteShifts,
    payments,
    rules,
  }
})
