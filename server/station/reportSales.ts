import type { ReportedItem } from '#contract/entities/reportedItem.ts'
import { MAX_ITEMS, reportSales } from '#contract/station/reportSales.ts'
import { answerClaims } from '#db/claims/answerClaims.ts'
import { inTransaction } from '#db/core/connection.ts'
import { applyGroup, groupsOf } from '#db/stations/applyReport.ts'
import { rejected } from '#db/stations/reportContext.ts'
import type { Context } from '#server/context.ts'
import { definePhasedHandler, type TerminalCaller } from '#server/http/defineHandler.ts'
import { TooManyItemsError } from '#server/http/errors.ts'
import { checkItem } from '#server/station/checkItem.ts'
import { rejectSignedCardNumbers } from '#server/station/signedCardNumbers.ts'
import { inTerminalTransaction, storeEvidence } from '#server/station/terminalTransaction.ts'

export default definePhasedHandler(reportSales, {
  // One transaction for a large batch would hold the locks of its accounts too long: all groups but the last
  // have their own, which finds what is stored when it is repeated.
  async prepare(context, { items }, signedBy) {
    if (items.length > MAX_ITEMS) throw new TooManyItemsError(MAX_ITEMS)
    const { caller, rejections } = rejectSignedCardNumbers(signedBy)
    const checked = items.map(
      (item, place) => rejections.get(place) ?? checkItem(item, context.now()),
    )
    const accepted = checked.filter((item): item is ReportedItem => item.kind !== 'rejected')
    const groups = groupsOf(accepted)
    const last = groups.pop() ?? []
    const applied = []
    for (const [place, group] of groups.entries())
      applied.push(...(await applyInTransaction(context, caller, group, place === 0)))
    return { caller, checked, accepted, applied, last }
  },
  work: async (context, _fields, _caller, { prepared, afterCommit }) => {
    const { caller, checked, accepted, applied, last } = prepared
    const group = await applyInTransaction(context, caller, last, applied.length === 0)
    // The claims that waited for the sales; after a crash the job answers them.
    if (checked.some((item) => item.kind === 'sale' && item.cfe))
      afterCommit(async ({ db, jobs, rrn: nextRrn, now }) => {
        const inOwn = { inTransaction: <T>(work: InTransaction<T>) => inTransaction(db, work) }
        await answerClaims({ now: now(), nextRrn, jobs, ...inOwn }, accepted)
        return undefined
      })
    const results = [...applied, ...group].values()
    return {
      results: checked.map((item) => {
        if (item.kind === 'rejected') return rejected(item.field, item.reason)
        const { value } = results.next()
        if (!value) throw new Error('an item has no result')
        return value
      }),
    }
  },
})
type InTransaction<T> = Parameters<typeof inTransaction<T>>[1]

/** @param isFirst the message is stored as evidence with the first group, also of a batch without items */
const applyInTransaction = (
  context: Context,
  caller: TerminalCaller,
  items: readonly ReportedItem[],
  isFirst: boolean,
) =>
  inTerminalTransaction(context, caller, async (tx) => {
    if (isFirst) await storeEvidence(tx, caller)
    const { terminalId, branchCode } = caller
    const { jobs, rrn: nextRrn } = context
    const terminal = { terminalId, branchCode }
    return await applyGroup(tx, { terminal, now: context.now(), nextRrn, jobs }, items)
  })
