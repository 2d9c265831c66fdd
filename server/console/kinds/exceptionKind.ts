import { EXCEPTION_LABELS, EXCEPTION_STATES } from '#contract/console/exceptionKind.ts'
import { kindOf } from '#contract/console/objectKinds.ts'
import { DAY_MS } from '#contract/dates.ts'
import { exceptionsLike, exceptionsWaiting } from '#db/console/exceptions.ts'
import { consoleKind } from '#server/console/consoleKind.ts'
import {
  closeAction,
  creditAction,
  dismissAction,
  linkAction,
  rejectAction,
  remarkAction,
} from '#server/console/exceptionActions.ts'
import {
  claimPage,
  conflictPage,
  readException,
  salePage,
  shiftPage,
  stateOf,
} from '#server/console/kinds/exceptionPages.ts'
import { documentOf } from '#server/console/kinds/saleKind.ts'

/** What waits for the decision of an operator about purchases and their points. */
export const exceptionKind = consoleKind('exception', {
  cursorId: /^[\da-f]{32}$/,

  list: (db, filter, page, viewer) =>
    exceptionsLike(db, viewer, filter, { ...page, now: viewer.now }),
  hasAmounts: true,
  sorted: 'Espera desde',
  rowAt: ({ id, since, place }) => ({ id, at: new Date(since), place }),
  columns: {
    Motivo: ['title', ({ reason }) => EXCEPTION_LABELS[reason]],
    Importe: [
      'note',
      ({ amount, currency }) => (amount === null ? null : { cents: amount, currency }),
    ],
    Comprobante: [
      'detail',
      (one) =>
        one.reason === 'shift'
          ? `Turno ${one.ticket}`
          : one.reason === 'terminal'
            ? one.ticket
            : documentOf(one),
    ],
    Estación: ['detail', ({ branchName }) => branchName],
    'Espera desde': ['detail', ({ since }) => new Date(since)],
    Días: ({ since }, { now }) => Math.floor((now.getTime() - since) / DAY_MS),
  },

  read: readException,
  page: (db, found, viewer) =>
    'claim' in found
      ? claimPage(db, found.claim, viewer)
      : 'conflict' in found
        ? conflictPage(db, found, viewer)
        : 'shift' in found
          ? shiftPage(db, found)
          : salePage(db, found.sale, viewer),
  states: EXCEPTION_STATES,
  stateOf,
  when: (found) => ('claim' in found ? { credit: found.claim.sales.length > 0 } : {}),

  waiting: {
    title: 'Excepciones',
    roles: kindOf('exception').roles,
    count: exceptionsWaiting,
  },

  actions: {
    note: remarkAction,
    link: linkAction,
    credit: creditAction,
    reject: rejectAction,
    close: closeAction,
    dismiss: dismissAction,
  },
})
