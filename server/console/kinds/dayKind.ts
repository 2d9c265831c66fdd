import { isStamp, toStamp } from '#contract/dates.ts'
import { DISCREPANCY_LABELS } from '#contract/entities/reconciliation.ts'
import { compareAgain, discrepanciesLike, reconciledDays } from '#db/console/discrepancies.ts'
import type { ConsoleKind } from '#server/console/consoleKind.ts'
import { discrepancyText } from '#server/console/discrepancyText.ts'
import { historyOf } from '#server/console/history.ts'
import { discrepancyState } from '#server/console/kinds/discrepancyKind.ts'
import { noteAction } from '#server/console/noteAction.ts'
import { refuse } from '#server/http/errors.ts'
import { spanOfDay } from '#server/payments/reconciliation/businessDay.ts'

/** Discrepancies that the page of a day shows. */
const MAX_SHOWN = 200
const DAY_ID = /^[12]\d{7}$/
const SOURCES = { LIST: 'La lista de la pasarela', QUERIES: 'Una consulta por cada pago' }

type ListedDay = Awaited<ReturnType<typeof reconciledDays>>[number]

function resultOf({ reconciledAt, discrepancies, waiting }: ListedDay) {
  if (!reconciledAt) return { text: 'Se está comparando', tone: 'brand' as const }
  if (discrepancies === 0) return { text: 'Sin diferencias', tone: 'good' as const }
  const text = discrepancies === 1 ? '1 diferencia' : `${discrepancies} diferencias`
  return { text, tone: waiting > 0 ? ('bad' as const) : ('warn' as const) }
}
const comparedAt = ({ reconciledAt }: ListedDay) =>
  reconciledAt ? { stamp: toStamp(reconciledAt) } : { text: '' }

/** A business day and what its comparison with the gateway found. */
export const dayKind: ConsoleKind = {
  cursorId: DAY_ID,

  list: async (db, { count, after }) =>
    (await reconciledDays(db, { count, after })).map((one) => ({
      id: one.day,
      cursor: { at: spanOfDay(one.day).from, id: one.day },
      cells: [
        { day: one.day },
        { count: one.here },
        { count: one.there },
        comparedAt(one),
        resultOf(one),
      ],
    })),

  async page(db, id) {
    if (!DAY_ID.test(id) || !isStamp(`${id}000000`)) return null
    const [found] = await reconciledDays(db, { day: id, count: 1 })
    if (!found) return null
    const discrepancies = await discrepanciesLike(db, { day: id }, { count: MAX_SHOWN })
    return {
      title: `Comparación del ${id.replace(/(....)(..)(..)/, '$3/$2/$1')}`,
      badges: [resultOf(found)],
      masked: false,
      groups: [
        {
          title: '',
          facts: [
            { name: 'Pagos acá', value: { count: found.here } },
            { name: 'Cobros en la pasarela', value: { count: found.there } },
            { name: 'Comparado', value: comparedAt(found) },
            { name: 'Contra qué', value: { text: found.source ? SOURCES[found.source] : '' } },
            { name: 'Diferencias', value: { count: found.discrepancies } },
            { name: 'Esperan a una persona', value: { count: found.waiting } },
          ],
        },
      ],
      tables: [
        {
          title: 'Diferencias',
          columns: ['Diferencia', 'Qué pasó', 'Estado'],
          rows: discrepancies.map((one) => [
            { text: DISCREPANCY_LABELS[one.kind], link: { kind: 'discrepancy', id: one.id } },
            { text: discrepancyText(one) },
            discrepancyState(one),
          ]),
          empty: 'Los dos lados dicen lo mismo.',
        },
      ],
      timeline: await historyOf(db, { kind: 'day', id }, []),
      actions: [...(found.reconciledAt ? ['again'] : []), 'note'],
    }
  },

  actions: {
    again: {
      label: 'Comparar otra vez',
      question:
        'El día se vuelve a comparar con la pasarela, en unos minutos. Lo que alguien resolvió queda resuelto.',
      danger: false,
      fields: [],
      async run({ context: { db }, viewer: { personId: actorId, now: at }, id: day }) {
        if (!(await compareAgain(db, { day, actorId, at })))
          throw refuse('Ese día ya se está comparando.', 'action_gone')
        return 'El día se compara otra vez: el resultado aparece acá en unos minutos.'
      },
    },
    note: noteAction('day'),
  },
}
