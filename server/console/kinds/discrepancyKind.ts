import * as z from 'zod/mini'
import { DISCREPANCY_STATES, type DiscrepancyState } from '#contract/console/discrepancyKind.ts'
import { choicesOf } from '#contract/console/objectKind.ts'
import type { ObjectValue } from '#contract/console/objectPage.ts'
import { ATTEMPT_LABELS } from '#contract/console/paymentKind.ts'
import {
  DISCREPANCY_LABELS,
  DISCREPANCY_RESOLUTIONS,
  type DiscrepancyKind,
  type DiscrepancyResolution,
} from '#contract/entities/reconciliation.ts'
import { multiLine } from '#contract/fields/text.ts'
import type { Currency } from '#contract/money.ts'
import {
  discrepanciesLike,
  discrepancyWithPayment,
  type ListedDiscrepancy,
  reopenDiscrepancy,
  resolveDiscrepancy,
  takeDiscrepancy,
} from '#db/console/discrepancies.ts'
import { uuidFrom } from '#db/core/uuid.ts'
import type { Acting, ConsoleKind } from '#server/console/consoleKind.ts'
import { discrepancyText } from '#server/console/discrepancyText.ts'
import { historyOf } from '#server/console/history.ts'
import { noteAction } from '#server/console/noteAction.ts'
import { readField } from '#server/console/readField.ts'
import { refuse } from '#server/http/errors.ts'
import { UUID_ID } from '#server/http/pagination.ts'
import { spanOfDay } from '#server/payments/reconciliation/businessDay.ts'

const TONES = { open: 'bad', taken: 'warn', resolved: 'good' } as const
/** The states of a payment on either side, in the words of the console. */
const SIDE_LABELS: Readonly<Record<string, string>> = {
  ...ATTEMPT_LABELS,
  APPROVED: 'Cobrado',
  NONE: 'No figura',
  UNREADABLE: 'No se puede leer',
}

/** The state of a discrepancy, as a badge. */
export function discrepancyState({ resolved, takenBy, resolvedBy }: ListedDiscrepancy) {
  const state: DiscrepancyState = resolved ? 'resolved' : takenBy ? 'taken' : 'open'
  const isAlone = resolved && resolvedBy === null
  return { text: isAlone ? 'Se corrigió sola' : DISCREPANCY_STATES[state], tone: TONES[state] }
}
const amountOf = (cents: number, currency: Currency | ''): ObjectValue =>
  currency === '' ? { text: 'No figura' } : { cents, currency }
const hereOf = (one: ListedDiscrepancy) => amountOf(one.amountHere, one.currencyHere)
const thereOf = (one: ListedDiscrepancy) => amountOf(one.amountThere, one.currencyThere)

const CHOOSE = 'Elegí cómo se resolvió.'
const Resolution = z.enum(Object.keys(DISCREPANCY_RESOLUTIONS) as [DiscrepancyResolution], CHOOSE)
const changeOf = ({ viewer, id }: Acting) => ({ id, actorId: viewer.personId, at: viewer.now })
/** @throws a refusal where another operator was first */
function assertChanged(isChanged: boolean): void {
  if (!isChanged) throw refuse('Otra persona la cambió: actualizá la página.', 'action_gone')
}

/** What differs between our books and the gateway's, until an operator resolves it. */
export const discrepancyKind: ConsoleKind = {
  cursorId: UUID_ID,

  async list(db, { filters: { state = '', kind = '', day = '' }, count, after }) {
    const filter = {
      ...(state && { state: state as DiscrepancyState }),
      ...(kind && { kind: kind as DiscrepancyKind }),
      ...(day && { day }),
    }
    return (await discrepanciesLike(db, filter, { count, after })).map((one) => ({
      id: one.id,
      cursor: { at: spanOfDay(one.day).from, id: one.id },
      cells: [
        { text: DISCREPANCY_LABELS[one.kind] },
        hereOf(one),
        thereOf(one),
        { day: one.day },
        discrepancyState(one),
      ],
    }))
  },

  async page(db, id, { personId }) {
    const found = await discrepancyWithPayment(db, id)
    if (!found) return null
    const { discrepancy, attemptId, taker } = found
    const { day, reference, paymentToken, resolved, resolution, takenBy } = discrepancy
    const payment = attemptId && { link: { kind: 'payment' as const, id: attemptId } }
    return {
      title: DISCREPANCY_LABELS[discrepancy.kind],
      badges: [discrepancyState(discrepancy)],
      masked: false,
      groups: [
        {
          title: '',
          facts: [
            { name: 'Diferencia', value: { text: discrepancyText(discrepancy) } },
            { name: 'Día', value: { day, link: { kind: 'day', id: day } } },
            { name: 'Deuda', value: { text: reference, ...payment } },
            { name: 'Cobro de la pasarela', value: { text: paymentToken } },
            ...(taker
              ? [{ name: 'La mira', value: { text: `${taker.firstName} ${taker.firstSurname}` } }]
              : []),
            ...(resolution
              ? [{ name: 'Cómo se resolvió', value: { text: DISCREPANCY_RESOLUTIONS[resolution] } }]
              : []),
          ],
        },
      ],
      tables: [
        {
          title: 'Los dos lados',
          columns: ['', 'Acá', 'Pasarela'],
          rows: [
            [
              { text: 'Estado' },
              { text: SIDE_LABELS[discrepancy.stateHere] ?? discrepancy.stateHere },
              { text: SIDE_LABELS[discrepancy.stateThere] ?? discrepancy.stateThere },
            ],
            [{ text: 'Importe' }, hereOf(discrepancy), thereOf(discrepancy)],
            [
              { text: 'Devuelto' },
              amountOf(discrepancy.refundedHere, discrepancy.currencyHere),
              amountOf(discrepancy.refundedThere, discrepancy.currencyThere),
            ],
          ],
          empty: '',
        },
      ],
      timeline: await historyOf(db, { kind: 'discrepancy', id }, []),
      actions: [
        ...(resolved ? [] : [...(takenBy === personId ? [] : ['take']), 'resolve']),
        ...(discrepancy.resolvedBy ? ['reopen'] : []),
        'note',
      ],
    }
  },

  actions: {
    take: {
      label: 'Mirarla yo',
      question: 'Los demás ven que la estás mirando.',
      danger: false,
      forRows: true,
      fields: [],
      async run(acting) {
        assertChanged(await takeDiscrepancy(acting.context.db, changeOf(acting)))
        return 'La diferencia quedó a tu nombre.'
      },
    },
    resolve: {
      label: 'Resolver',
      question:
        'La diferencia queda cerrada, y las comparaciones que sigan la dejan así. Ni el pago ni el cobro cambian.',
      danger: false,
      forRows: true,
      fields: [
        {
          name: 'resolution',
          label: 'Cómo se resolvió',
          type: 'choice',
          hint: '',
          options: choicesOf(DISCREPANCY_RESOLUTIONS),
        },
        {
          name: 'text',
          label: 'Explicación',
          type: 'longText',
          hint: 'Queda en el historial, con tu nombre. Sin datos personales.',
          options: [],
        },
      ],
      async run(acting) {
        const { context, fields } = acting
        const resolution = readField(Resolution, fields.resolution ?? '', CHOOSE)
        const text = readField(
          multiLine(1000, 'La explicación'),
          fields.text ?? '',
          'Contá cómo se resolvió.',
        )
        const note = { id: uuidFrom(context.random(16)), text }
        const resolved = { resolution, note }
        assertChanged(await resolveDiscrepancy(context.db, changeOf(acting), resolved))
        return 'La diferencia quedó resuelta.'
      },
    },
    reopen: {
      label: 'Reabrir',
      question: 'La diferencia vuelve a esperar a una persona.',
      danger: false,
      fields: [],
      async run(acting) {
        assertChanged(await reopenDiscrepancy(acting.context.db, changeOf(acting)))
        return 'La diferencia está abierta de nuevo.'
      },
    },
    note: noteAction('discrepancy'),
  },
}
