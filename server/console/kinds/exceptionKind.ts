import { EXCEPTION_LABELS, type ExceptionReason } from '#contract/console/exceptionKind.ts'
import { DAY_MS, toStamp } from '#contract/dates.ts'
import { exceptionsLike, type ListedException } from '#db/console/exceptions.ts'
import type { ConsoleKind, ListedRow } from '#server/console/consoleKind.ts'
import {
  closeAction,
  creditAction,
  linkAction,
  rejectAction,
  remarkAction,
} from '#server/console/exceptionActions.ts'
import { claimPage, conflictPage, salePage } from '#server/console/kinds/exceptionPages.ts'
import { documentOf } from '#server/console/kinds/saleKind.ts'
import { spanOfDay } from '#server/payments/reconciliation/businessDay.ts'

const rowOf = (listed: ListedException, now: Date): ListedRow => {
  const { id, place, reason, since, amount, currency, branchName } = listed
  const at = new Date(since)
  return {
    id,
    cursor: { at, id: place },
    cells: [
      { text: EXCEPTION_LABELS[reason] },
      amount === null ? { text: '' } : { cents: amount, currency },
      { text: documentOf(listed) },
      { text: branchName },
      { stamp: toStamp(at) },
      { count: Math.floor((now.getTime() - since) / DAY_MS) },
    ],
  }
}

/** What waits for the decision of an operator about purchases and their points. */
export const exceptionKind: ConsoleKind = {
  cursorId: /^[\da-f]{32}$/,

  async list(db, { filters: { reason = '', day = '' }, count, after }, viewer) {
    const filter = {
      ...(reason && { reason: reason as ExceptionReason }),
      ...(day && { span: spanOfDay(day) }),
    }
    const rows = await exceptionsLike(db, viewer, filter, { count, after, now: viewer.now })
    return rows.map((row) => rowOf(row, viewer.now))
  },

  async page(db, id, viewer) {
    const [, source, of = ''] = /^(claim|conflict|sale):(.+)$/.exec(id) ?? []
    if (source === 'claim') return await claimPage(db, of, viewer)
    if (source === 'conflict') return await conflictPage(db, of, viewer)
    return source === 'sale' ? await salePage(db, of, viewer) : null
  },

  actions: {
    note: remarkAction,
    link: linkAction,
    credit: creditAction,
    reject: rejectAction,
    close: closeAction,
  },
}
