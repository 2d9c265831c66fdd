import { closeShift } from '#contract/station/closeShift.ts'
import { closeShiftOf } from '#db/stations/shifts.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { refuseSignedCardNumbers } from '#server/station/signedCardNumbers.ts'
import { inTerminalTransaction, storeEvidence } from '#server/station/terminalTransaction.ts'

export default defineHandler(closeShift, async (context, fields, caller) => {
  refuseSignedCardNumbers(caller)
  const { shift: code, scope, amounts, quantities, ...counts } = fields
  const { terminalId, branchCode } = caller
  const { differences, items } = await inTerminalTransaction(context, caller, async (tx) => {
    await storeEvidence(tx, caller)
    return await closeShiftOf(
      tx,
      { terminalId, branchCode },
      {
        code,
        ofStation: scope === 'station',
        now: context.now(),
        totals: {
          ...counts,
          amounts: nonZero(amounts.map(({ currency, amount }) => [currency, amount])),
          millilitres: nonZero(quantities.map((line) => [line.product, line.millilitres])),
        },
      },
    )
  })
  return { state: differences.length === 0 ? CLOSED : EXCEPTION, differences, items }
})

const [CLOSED, EXCEPTION] = ['closed', 'exception'] as const
const nonZero = (totals: [string, number][]) =>
  Object.fromEntries(totals.filter(([, total]) => total > 0))
