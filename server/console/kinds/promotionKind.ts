import { choicesOf } from '#contract/console/objectKind.ts'
import { PROMOTION_STATES } from '#contract/console/promotionKind.ts'
import { PROMOTION_ID } from '#contract/entities/promotion.ts'
import type { Db } from '#db/core/db.ts'
import {
  audienceOf,
  promotionById,
  promotionsLike,
  reachOf,
} from '#db/messaging/promotionSending.ts'
import { programmeNames, seenPromotion } from '#db/messaging/promotions.ts'
import { consoleKind } from '#server/console/consoleKind.ts'
import { historyOf } from '#server/console/history.ts'
import {
  EVERYBODY,
  makePromotion,
  PICTURE_CHOICES,
  promotionActions,
} from '#server/console/promotionActions.ts'
import { badge, group } from '#server/console/shownValues.ts'

type Listed = Awaited<ReturnType<ReturnType<typeof promotionsLike>['read']>>[number]
const badgeOf = ({ state }: Pick<Listed, 'state'>) => badge(PROMOTION_STATES, state)
const dayTyped = (date: string) => date.replaceAll('-', '')
const dayOf = (date: string) => ({ day: dayTyped(date) })

const programmes = async (db: Db) => [
  { value: EVERYBODY, label: 'Todos los conductores' },
  ...(await programmeNames(db)),
]

/** The promotions of the network. */
export const promotionKind = consoleKind('promotion', {
  cursorId: PROMOTION_ID,

  list: promotionsLike,
  rowAt: ({ id, createdAt: at }) => ({ id, at }),
  columns: {
    Promoción: ['title', ({ title }) => title],
    Estado: ['below', badgeOf],
    Desde: ['detail', ({ firstDay }) => dayOf(firstDay)],
    Hasta: ['note', ({ lastDay }) => dayOf(lastDay)],
    Programa: ({ programmeName }) => programmeName,
    Destinatarios: ({ audience }) => (audience > 0 ? audience : null),
  },

  read: promotionById,

  async page(db, row) {
    const { id, state } = row
    const [preview, reach, wanting] = await Promise.all([
      seenPromotion(db, id),
      reachOf(db, id),
      state === 'draft' ? audienceOf(db, row) : row.audience,
    ])
    if (!preview) return null
    return {
      title: row.title,
      badges: [badgeOf(row)],
      preview,
      groups: [
        group('Para quién y cuándo', {
          'Vale desde': dayOf(row.firstDay),
          'Vale hasta': dayOf(row.lastDay),
          Programa: preview.programmeName || 'Todos los conductores',
          Estaciones: preview.branches.map(({ name }) => name).join(', ') || 'Todas',
          Enlace: row.url,
        }),
        group('Envío', {
          // An announcement of the command line has not counted whom it was for.
          'Conductores que piden promociones': wanting > 0 || state === 'draft' ? wanting : null,
          Avisados: reach.notified,
          Avance: share(reach.notified, row.audience),
          'Dispositivos a los que se mandó': row.devices,
          'La leyeron': reach.read,
          Empieza: row.sendAt,
          Terminó: row.doneAt,
        }),
      ],
      timeline: await historyOf(db, { kind: 'promotion', id }),
      options: {
        programme: await programmes(db),
        picture: choicesOf(PICTURE_CHOICES).filter(({ value }) => value === 'none' || row.imageUrl),
      },
      values: {
        title: row.title,
        text: row.text,
        programme: row.programme ?? EVERYBODY,
        stations: row.branches.join(', '),
        from: dayTyped(row.firstDay),
        to: dayTyped(row.lastDay),
        url: row.url,
        picture: row.imageUrl ? 'keep' : 'none',
      },
    }
  },

  states: PROMOTION_STATES,
  stateOf: ({ state }) => state,

  actions: promotionActions,
  listActions: { make: makePromotion },
  listOptions: async (db) => ({ programme: await programmes(db) }),
})

/** How far an announcement is; empty before it begins. */
const share = (notified: number, audience: number) =>
  audience === 0 ? '' : `${Math.min(100, Math.floor((100 * notified) / audience))} %`
