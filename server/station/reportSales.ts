import type { ReportedItem } from '#contract/entities/reportedItem.ts'
import { MAX_ITEMS, reportSales } from '#contract/station/reportSales.ts'
import type { Db } from '#db/core/db.ts'
import { applyReport } from '#db/stations/applyReport.ts'
import { rejected } from '#db/stations/reportChanges.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { TooManyItemsError } from '#server/http/errors.ts'
import { checkItem } from '#server/station/checkItem.ts'
import { refuseSignedCardNumbers } from '#server/station/signedCardNumbers.ts'
import { inTerminalTransaction, storeEvidence } from '#server/station/terminalTransaction.ts'

export default defineHandler(reportSales, async (context, { items }, caller) => {
  if (items.length > MAX_ITEMS) throw new TooManyItemsError(MAX_ITEMS)
  refuseSignedCardNumbers(caller)
  const { now, rrn: nextRrn, jobs } = context
  const { terminalId, branchCode } = caller
  const checked = items.map((item) => checkItem(item, now()))
  let isStored = false
  // The evidence is of the first transaction, even of a batch without an item to apply.
  const inTransaction = async <T>(work: (tx: Db) => Promise<T>): Promise<T> => {
    const done = await inTerminalTransaction(context, caller, async (tx) => {
      if (!isStored) await storeEvidence(tx, caller)
      return await work(tx)
    })
    isStored = true
    return done
  }
  const applied = await applyReport(
    {
      terminal: { terminalId, branchCode },
      now: now(),
      nextRrn,
      jobs,
      inTransaction,
    },
    checked.filter((item): item is ReportedItem => item.kind !== 'rejected'),
  )
  if (applied.length === 0) await inTransaction(async () => {})
  const results = applied.values()
  return {
    results: checked.map((item) => {
      if (item.kind === 'rejected') return rejected(item.field, item.reason)
      const { value } = results.next()
      if (!value) throw new Error('an item has no result')
      return value
    }),
  }
})
