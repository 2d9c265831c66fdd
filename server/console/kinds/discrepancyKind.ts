import { DISCREPANCY_STATES, type DiscrepancyState } from '#contract/console/discrepancyKind.ts'
import { labelsOf } from '#contract/console/objectKind.ts'
import type { ObjectValue } from '#contract/console/objectPage.ts'
import { ATTEMPT_STATES } from '#contract/console/paymentKind.ts'
import { DISCREPANCY_LABELS, DISCREPANCY_RESOLUTIONS } from '#contract/entities/reconciliation.ts'
import type { Currency } from '#contract/money.ts'
import {
  discrepanciesLike,
  type ListedDiscrepancy,
  paymentOfDiscrepancy,
  reopenDiscrepancy,
  resolveDiscrepancy,
  takeDiscrepancy,
} from '#db/console/discrepancies.ts'
import { discrepanciesWaiting } from '#db/console/waiting.ts'
import { isUuid } from '#db/core/uuid.ts'
import { choice, remark } from '#server/console/actionFields.ts'
import { type Acting, action } from '#server/console/consoleAction.ts'
import { consoleKind } from '#server/console/consoleKind.ts'
import { discrepancyText } from '#server/console/discrepancyText.ts'
import { historyOf } from '#server/console/history.ts'
import { noteAction } from '#server/console/noteAction.ts'
import { badge, copied, group, link, table } from '#server/console/shownValues.ts'
import { refuse } from '#server/http/errors.ts'
import { UUID_ID } from '#server/http/pagination.ts'
import { spanOfDay } from '#server/payments/businessDay.ts'

/** The states of a payment on either side, in the words of the console. */
const SIDE_LABELS: Readonly<Record<string, string>> = {
  ...labelsOf(ATTEMPT_STATES),
  APPROVED: 'Cobrado',
  NONE: 'No figura',
  UNREADABLE: 'No se puede leer',
}

const stateOf = ({ resolved, takenBy }: ListedDiscrepancy): DiscrepancyState =>
  resolved ? 'resolved' : takenBy ? 'taken' : 'open'
export function discrepancyBadge(one: ListedDiscrepancy) {
  const isAlone = one.resolved && one.resolvedBy === null
  return {
    ...badge(DISCREPANCY_STATES, stateOf(one)),
    ...(isAlone && { text: 'Se corrigió sola' }),
  }
}
const amountOf = (cents: number, currency: Currency | ''): ObjectValue =>
  currency === '' ? { text: 'No figura' } : { cents, currency }
const hereOf = (one: ListedDiscrepancy) => amountOf(one.amountHere, one.currencyHere)
const thereOf = (one: ListedDiscrepancy) => amountOf(one.amountThere, one.currencyThere)

const changeOf = ({ viewer, id }: Acting) => ({ id, actorId: viewer.personId, at: viewer.now })
/** @throws a refusal where another operator was first */
function assertChanged(isChanged: boolean): void {
  if (!isChanged) throw refuse('Otra persona la cambió: actualizá la página.', 'action_gone')
}

/** What differs between our books and the gateway's, until an operator resolves it. */
export const discrepancyKind = consoleKind('discrepancy', {
  cursorId: UUID_ID,

  list: discrepanciesLike,
  sorted: 'Día',
  rowAt: ({ id, day }) => ({ id, at: spanOfDay(day).from }),
  columns: {
    Diferencia: ['title', ({ kind }) => DISCREPANCY_LABELS[kind]],
    Acá: ['detail', hereOf],
    'En la pasarela': ['detail', thereOf],
    Día: ['note', ({ day }) => ({ day })],
    Estado: ['below', discrepancyBadge],
  },

  read: async (db, id) =>
    isUuid(id) ? (await discrepanciesLike(db, { id }, { count: 1 }).read())[0] : null,

  async page(db, discrepancy) {
    const { id, day, reference, resolution, stateHere, stateThere } = discrepancy
    const { attemptId, taker } = await paymentOfDiscrepancy(db, discrepancy)
    const sides = [
      ['Estado', SIDE_LABELS[stateHere] ?? stateHere, SIDE_LABELS[stateThere] ?? stateThere],
      ['Importe', hereOf(discrepancy), thereOf(discrepancy)],
      [
        'Devuelto',
        amountOf(discrepancy.refundedHere, discrepancy.currencyHere),
        amountOf(discrepancy.refundedThere, discrepancy.currencyThere),
      ],
    ] as const
    return {
      title: DISCREPANCY_LABELS[discrepancy.kind],
      badges: [discrepancyBadge(discrepancy)],
      groups: [
        group('', {
          Diferencia: discrepancyText(discrepancy),
          Día: { day, link: { kind: 'day', id: day } },
          Deuda: attemptId ? link('payment', attemptId, reference) : reference,
          'Cobro de la pasarela': copied(discrepancy.paymentToken),
          'La mira': taker && `${taker.firstName} ${taker.firstSurname}`,
          'Cómo se resolvió': resolution && DISCREPANCY_RESOLUTIONS[resolution],
        }),
      ],
      tables: [
        table('Los dos lados', '', sides, {
          '': ([name]) => name,
          Acá: ([, here]) => here,
          Pasarela: ([, , there]) => there,
        }),
      ],
      timeline: await historyOf(db, { kind: 'discrepancy', id }),
    }
  },
  states: DISCREPANCY_STATES,
  stateOf,
  when: ({ takenBy, resolvedBy }, { personId }) => ({
    take: takenBy !== personId,
    reopen: resolvedBy !== null,
  }),

  waiting: { title: 'Diferencias con la pasarela', count: discrepanciesWaiting },

  actions: {
    take: action({
      label: 'Mirarla yo',
      question: 'Los demás ven que la estás mirando.',
      forRows: true,
      async run(acting) {
        assertChanged(await takeDiscrepancy(acting.context.db, changeOf(acting)))
        return 'La diferencia quedó a tu nombre.'
      },
    }),
    resolve: action({
      label: 'Resolver',
      question:
        'La diferencia queda cerrada, y las comparaciones que sigan la dejan así. Ni el pago ni el cobro cambian.',
      forRows: true,
      fields: {
        resolution: choice({
          label: 'Cómo se resolvió',
          missing: 'Elegí cómo se resolvió.',
          of: DISCREPANCY_RESOLUTIONS,
        }),
        text: remark({
          label: 'Explicación',
          hint: 'Queda en el historial, con tu nombre. Sin datos personales.',
          missing: 'Contá cómo se resolvió.',
          subject: 'La explicación',
          max: 1000,
        }),
      },
      async run(acting) {
        const { resolution, text } = acting.values
        const resolved = { resolution, note: { id: acting.newId(), text } }
        assertChanged(await resolveDiscrepancy(acting.context.db, changeOf(acting), resolved))
        return 'La diferencia quedó resuelta.'
      },
    }),
    reopen: action({
      label: 'Reabrir',
      question: 'La diferencia vuelve a esperar a una persona.',
      async run(acting) {
        assertChanged(await reopenDiscrepancy(acting.context.db, changeOf(acting)))
        return 'La diferencia está abierta de nuevo.'
      },
    }),
    note: noteAction('discrepancy'),
  },
})
