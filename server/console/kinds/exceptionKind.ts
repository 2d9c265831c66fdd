import { EXCEPTION_LABELS, EXCEPTION_STATES } from '#contract/console/exceptionKind.ts'
import { kindOf } from '#contract/console/objectKinds.ts'
import { DAY_MS, HOUR_MS } from '#contract/dates.ts'
import { exceptionsLike, exceptionsWaiting } from '#db/console/exceptions.ts'
import { operatorsSeeing } from '#db/console/operators.ts'
import { consoleKind } from '#server/console/consoleKind.ts'
import {
  closeAction,
  creditAction,
  linkAction,
  rejectAction,
  remarkAction,
} from '#server/console/exceptionActions.ts'
import {
  branchOfException,
  pageOfSource,
  readException,
  stateOf,
} from '#server/console/kinds/exceptionPages.ts'
import { documentOf } from '#server/console/kinds/saleKind.ts'
import { takeActions } from '#server/console/kinds/takeActions.ts'
import { group } from '#server/console/shownValues.ts'

/** How long something has waited: `3 días`, `5 h`. */
function ageText(millis: number): string {
  const days = Math.floor(millis / DAY_MS)
  if (days > 0) return days === 1 ? '1 día' : `${days} días`
  const hours = Math.floor(millis / HOUR_MS)
  return hours > 0 ? `${hours} h` : 'Menos de 1 h'
}

/** What waits for the decision of an operator about purchases and their points. */
export const exceptionKind = consoleKind('exception', {
  cursorId: /^[\da-f]{32}$/,

  list: (db, { assigned, ...filter }, page, viewer) =>
    exceptionsLike(
      db,
      viewer,
      {
        ...filter,
        ...(assigned && { takenBy: assigned === 'me' ? viewer.personId : null }),
      },
      { ...page, now: viewer.now },
    ),
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
    Antigüedad: ({ since }, { now }) => ageText(now.getTime() - since),
    'La tiene': ['detail', ({ taker }) => taker],
  },

  read: readException,
  async page(db, found, viewer) {
    const page = await pageOfSource(db, found, viewer)
    const { taker } = found
    if (stateOf(found) === 'resolved') return page
    const operators = await operatorsSeeing(db, branchOfException(found))
    return {
      ...page,
      groups: [
        ...(taker ? [group('', { 'La tiene': taker.name, Desde: taker.takenAt })] : []),
        ...page.groups,
      ],
      options: {
        ...page.options,
        operator: operators.filter(({ value }) => value !== taker?.personId),
      },
    }
  },
  states: EXCEPTION_STATES,
  stateOf,
  when: (found) => ({
    take: !found.taker,
    release: found.taker !== null,
    ...('claim' in found && { credit: found.claim.sales.length > 0 }),
  }),
  gone: (found) =>
    found.taker && stateOf(found) !== 'resolved'
      ? `Esa excepción la tiene ${found.taker.name}.`
      : undefined,

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
    ...takeActions,
  },
})
