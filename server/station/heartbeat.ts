import { toStamp } from '#contract/dates.ts'
import { heartbeat } from '#contract/station/heartbeat.ts'
import { readRules, rulesInForce } from '#db/loyalty/accrual.ts'
import { incompleteShiftsOf } from '#db/stations/shifts.ts'
import { storeHeartbeat } from '#db/stations/terminals.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { toAccrualRule } from '#server/loyalty/toAccrualRule.ts'
import { inTerminalTransaction } from '#server/station/terminalTransaction.ts'

export default defineHandler(heartbeat, async (context, _fields, caller) => {
  const { terminalId, terminalName, branchCode, branchName, created, receivedAt } = caller
  const clockSkew = Math.round((created.getTime() - receivedAt.getTime()) / 1000)
  const { incompleteShifts, stored } = await inTerminalTransaction(context, caller, async (tx) => {
    await storeHeartbeat(tx, terminalId, { heardAt: receivedAt, clockSkew })
    const shifts = await incompleteShiftsOf(tx, { terminalId, branchCode })
    return { incompleteShifts: shifts, stored: await readRules(tx) }
  })
  const now = context.now()
  const rules = rulesInForce(stored, now).map(toAccrualRule)
  const station = { terminalName, branchCode, branchName }
  return { time: toStamp(now), clockSkew, ...station, incompleteShifts, rules }
})
