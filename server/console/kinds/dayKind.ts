import { isStamp, shortDate } from '#contract/dates.ts'
import { DISCREPANCY_LABELS } from '#contract/entities/reconciliation.ts'
import { compareAgain, discrepanciesLike, reconciledDays } from '#db/console/discrepancies.ts'
import { action } from '#server/console/consoleAction.ts'
import { consoleKind } from '#server/console/consoleKind.ts'
import { discrepancyText } from '#server/console/discrepancyText.ts'
import { historyOf } from '#server/console/history.ts'
import { discrepancyBadge } from '#server/console/kinds/discrepancyKind.ts'
import { noteAction } from '#server/console/noteAction.ts'
import { group, link, table } from '#server/console/shownValues.ts'
import { refuse } from '#server/http/errors.ts'
import { spanOfDay } from '#server/payments/businessDay.ts'

/** Discrepancies that the page of a day shows. */
const MAX_SHOWN = 200
const DAY_ID = /^[12]\d{7}$/
const SOURCES = { LIST: 'La lista de la pasarela', QUERIES: 'Una consulta por cada pago' }

type ListedDay = Awaited<ReturnType<ReturnType<typeof reconciledDays>['read']>>[number]

function resultOf({ reconciledAt, discrepancies, waiting }: ListedDay) {
  if (!reconciledAt) return { text: 'Se está comparando', tone: 'brand' as const }
  if (discrepancies === 0) return { text: 'Sin diferencias', tone: 'good' as const }
  const text = discrepancies === 1 ? '1 diferencia' : `${discrepancies} diferencias`
  return { text, tone: waiting > 0 ? ('bad' as const) : ('warn' as const) }
}

/** A business day and what its comparison with the gateway found. */
export const dayKind = consoleKind('day', {
  cursorId: DAY_ID,

  list: (db, _filters, page) => reconciledDays(db, page),
  sorted: 'Día',
  rowAt: ({ day }) => ({ id: day, at: spanOfDay(day).from }),
  columns: {
    Día: ['title', ({ day }) => ({ day })],
    'Pagos acá': ['detail', ({ here }) => here],
    'En la pasarela': ['detail', ({ there }) => there],
    Comparado: ['note', ({ reconciledAt }) => reconciledAt],
    Diferencias: ['below', resultOf],
  },

  read: async (db, id) =>
    DAY_ID.test(id) && isStamp(`${id}000000`)
      ? (await reconciledDays(db, { day: id, count: 1 }).read())[0]
      : null,

  async page(db, found) {
    const { day, source } = found
    const discrepancies = await discrepanciesLike(db, { day }, { count: MAX_SHOWN }).read()
    return {
      title: `Comparación del ${shortDate(day)}`,
      badges: [resultOf(found)],
      groups: [
        group('', {
          'Pagos acá': found.here,
          'Cobros en la pasarela': found.there,
          Comparado: found.reconciledAt,
          'Contra qué': source && SOURCES[source],
          Diferencias: found.discrepancies,
          'Esperan a una persona': found.waiting,
        }),
      ],
      tables: [
        table('Diferencias', 'Los dos lados dicen lo mismo.', discrepancies, {
          Diferencia: ({ id, kind }) => link('discrepancy', id, DISCREPANCY_LABELS[kind]),
          'Qué pasó': discrepancyText,
          Estado: discrepancyBadge,
        }),
      ],
      timeline: await historyOf(db, { kind: 'day', id: day }),
    }
  },
  when: ({ reconciledAt }) => ({ again: reconciledAt !== null }),

  actions: {
    again: action({
      label: 'Comparar otra vez',
      question:
        'El día se vuelve a comparar con la pasarela, en unos minutos. Lo que alguien resolvió queda resuelto.',
      async run({ context: { db }, viewer: { personId: actorId, now: at }, id: day }) {
        if (!(await compareAgain(db, { day, actorId, at })))
          throw refuse('Ese día ya se está comparando.', 'action_gone')
        return 'El día se compara otra vez: el resultado aparece acá en unos minutos.'
      },
    }),
    note: noteAction('day'),
  },
})
