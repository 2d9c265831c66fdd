import { PROMOTION_STATES } from '#contract/console/promotionKind.ts'
import { toStamp } from '#contract/dates.ts'
import { PROMOTION_ID } from '#contract/entities/promotion.ts'
import type { Db } from '#db/core/db.ts'
import {
  audienceOf,
  promotionById,
  promotionsLike,
  reachOf,
} from '#db/messaging/promotionSending.ts'
import { programmeNames, seenPromotion } from '#db/messaging/promotions.ts'
import type { ConsoleKind } from '#server/console/consoleKind.ts'
import { historyOf } from '#server/console/history.ts'
import {
  EVERYBODY,
  makePromotion,
  PICTURE_CHOICES,
  promotionActions,
} from '#server/console/promotionActions.ts'

const TONES = {
  draft: 'neutral',
  scheduled: 'brand',
  sending: 'warn',
  sent: 'good',
  stopped: 'bad',
  ended: 'neutral',
} as const
type State = keyof typeof PROMOTION_STATES
const badge = (state: State) => ({ text: PROMOTION_STATES[state], tone: TONES[state] })
const day = (date: string) => date.replaceAll('-', '')

const programmes = async (db: Db) => [
  { value: EVERYBODY, label: 'Todos los conductores' },
  ...(await programmeNames(db)),
]

/** The promotions of the network. */
export const promotionKind: ConsoleKind = {
  cursorId: PROMOTION_ID,

  async list(db, { filters: { state = '', day: onDay = '' }, count, after }) {
    const rows = await promotionsLike(db, { state, day: onDay }, { count, after })
    return rows.map((row) => ({
      id: row.id,
      cursor: { at: row.createdAt, id: row.id },
      cells: [
        { text: row.title },
        badge(row.state),
        { day: day(row.firstDay) },
        { day: day(row.lastDay) },
        { text: row.programmeName ?? '' },
        row.audience > 0 ? { count: row.audience } : { text: '' },
      ],
    }))
  },

  async page(db, id) {
    const [row, preview] = await Promise.all([promotionById(db, id), seenPromotion(db, id)])
    if (!row || !preview) return null
    const { state, sendAt, doneAt } = row
    const [reach, wanting] = await Promise.all([
      reachOf(db, id),
      state === 'draft' ? audienceOf(db, row) : row.audience,
    ])
    const canGoOn = state === 'draft' || state === 'stopped'
    const isPublished = !['draft', 'ended'].includes(state)
    return {
      title: row.title,
      badges: [badge(state)],
      masked: false,
      preview,
      groups: [
        {
          title: 'Para quién y cuándo',
          facts: [
            { name: 'Vale desde', value: { day: day(row.firstDay) } },
            { name: 'Vale hasta', value: { day: day(row.lastDay) } },
            { name: 'Programa', value: { text: preview.programmeName || 'Todos los conductores' } },
            {
              name: 'Estaciones',
              value: { text: preview.branches.map(({ name }) => name).join(', ') || 'Todas' },
            },
            { name: 'Enlace', value: { text: row.url } },
          ],
        },
        {
          title: 'Envío',
          facts: [
            { name: 'Conductores que piden promociones', value: countOf(wanting, state) },
            { name: 'Avisados', value: { count: reach.notified } },
            { name: 'Avance', value: { text: share(reach.notified, row.audience) } },
            { name: 'Dispositivos a los que se mandó', value: { count: row.devices } },
            { name: 'La leyeron', value: { count: reach.read } },
            { name: 'Empieza', value: sendAt ? { stamp: toStamp(sendAt) } : { text: '' } },
            { name: 'Terminó', value: doneAt ? { stamp: toStamp(doneAt) } : { text: '' } },
          ],
        },
      ],
      tables: [],
      timeline: await historyOf(db, { kind: 'promotion', id }, []),
      actions: [
        'note',
        ...(state === 'draft' ? ['change'] : []),
        ...(state === 'ended' ? [] : ['test']),
        ...(canGoOn ? ['send'] : []),
        ...(state === 'scheduled' || state === 'sending' ? ['stop'] : []),
        ...(isPublished ? ['end'] : []),
      ],
      options: {
        programme: await programmes(db),
        picture: PICTURE_CHOICES.filter(({ value }) => value === 'none' || row.imageUrl),
      },
      values: {
        title: row.title,
        text: row.text,
        programme: row.programme ?? EVERYBODY,
        stations: row.branches.join(', '),
        from: day(row.firstDay),
        to: day(row.lastDay),
        url: row.url,
        picture: row.imageUrl ? 'keep' : 'none',
      },
    }
  },

  actions: promotionActions,
  listActions: { make: makePromotion },
  listOptions: async (db) => ({ programme: await programmes(db) }),
}

/** An announcement of the command line has not counted whom it was for. */
const countOf = (wanting: number, state: State) =>
  wanting > 0 || state === 'draft' ? { count: wanting } : { text: '' }

/** How far an announcement is; empty before it begins. */
const share = (notified: number, audience: number) =>
  audience === 0 ? '' : `${Math.min(100, Math.floor((100 * notified) / audience))} %`
