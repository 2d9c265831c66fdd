import * as z from 'zod/mini'
import type { ActionField } from '#contract/console/objectPage.ts'
import { fromStamp, toDate } from '#contract/dates.ts'
import {
  PROMOTION_TEXT_LENGTH,
  PROMOTION_TITLE_LENGTH,
  PROMOTION_URL,
} from '#contract/entities/promotion.ts'
import { PICTURE } from '#contract/fields/documentPicture.ts'
import { singleLine } from '#contract/fields/text.ts'
import { appendAuditEntry } from '#db/audit/auditLog.ts'
import { inTransaction } from '#db/core/connection.ts'
import type { Db } from '#db/core/db.ts'
import { uuidFrom } from '#db/core/uuid.ts'
import { announceSlice, FIRST_ID } from '#db/messaging/announcements.ts'
import { storePromotionPicture } from '#db/messaging/promotionPictures.ts'
import {
  endPromotion,
  promotionById,
  promotionNotification,
  startSending,
  stopSending,
} from '#db/messaging/promotionSending.ts'
import { changeDraft, storePromotion } from '#db/messaging/promotions.ts'
import type { Acting, ConsoleAction } from '#server/console/consoleKind.ts'
import { noteAction } from '#server/console/noteAction.ts'
import {
  field,
  invalid,
  readOffer,
  STATIONS,
  UNKNOWN,
} from '#server/console/promotionAndRewardFields.ts'
import { readField } from '#server/console/readField.ts'
import { notFound, refuse } from '#server/http/errors.ts'

/** The choice of no programme. */
export const EVERYBODY = 'all'
/** The hour in Montevideo at which the announcement of a later first day begins. */
const HOUR = '090000'

const CONTENT: readonly ActionField[] = [
  field('title', 'Título', 'text', `Hasta ${PROMOTION_TITLE_LENGTH} caracteres.`),
  field('text', 'Texto', 'longText', 'Sin la fecha: «Hasta el…» se agrega solo al aviso.'),
  field('programme', 'Para quién', 'choice'),
  STATIONS,
  field('from', 'Primer día', 'day'),
  field('to', 'Último día', 'day'),
  field(
    'url',
    'Enlace',
    'text',
    'Una página de la app, como /#/map, o una https. Puede quedar vacío.',
  ),
]

const MAX_PICTURE_BYTES = 500_000
const picture = (label: string): ActionField => ({
  ...field('file', label, 'file', 'PNG, JPEG o WebP de hasta 500 kB, mejor de 16 por 9.'),
  accept: 'image/png,image/jpeg,image/webp',
  maxBytes: MAX_PICTURE_BYTES,
})
/** What becomes of the picture of a draft without a new one. */
export const PICTURE_CHOICES = [
  { value: 'keep', label: 'La que tiene' },
  { value: 'none', label: 'Sin imagen' },
]

const REFUSALS = {
  ...UNKNOWN,
  idTaken: () => invalid('Esa promoción ya está escrita: actualizá la lista.'),
  gone: () => refuse('Esa promoción ya no es un borrador.', 'action_gone'),
}

/**
 * The picture that was uploaded, in base64; empty for none.
 * @throws a refusal that says what to correct
 */
function readPicture({ fields: { file = '' } }: Acting): string {
  if (file.length > Math.ceil(MAX_PICTURE_BYTES / 3) * 4)
    throw invalid('La imagen puede pesar como mucho 500 kB.')
  if (file !== '' && !PICTURE.test(file))
    throw invalid('No pudimos leer esa imagen: tiene que ser PNG, JPEG o WebP.')
  return file
}

/** @throws a refusal that says what to correct */
function readContent({ fields, viewer: { now } }: Acting) {
  const { programme = '', url = '' } = fields
  const content = {
    ...readOffer(fields, { title: PROMOTION_TITLE_LENGTH, text: PROMOTION_TEXT_LENGTH }, now),
    programme:
      programme === EVERYBODY ? null : readField(z.string(), programme, 'Elegí para quién es.'),
    url: url.trim(),
  }
  if (content.url && !PROMOTION_URL.test(content.url))
    throw invalid('El enlace es una página de la app, como /#/map, o una dirección https.')
  return content
}

/** Changes a promotion and records it. @param work answers the detail of the audit entry */
const changing = (
  { context: { db }, viewer: { personId: actorId, now: at } }: Acting,
  id: string,
  action: string,
  work: (tx: Db) => Promise<Record<string, number | string>>,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const detail = await work(tx)
    await appendAuditEntry(tx, { actorId, action, subject: id, detail, at })
  })

/** Writes a draft, which only the console shows. */
export const makePromotion: ConsoleAction = {
  label: 'Escribir una promoción',
  question: 'Queda como borrador: la mirás, te mandás una prueba y después la enviás.',
  danger: false,
  fields: [...CONTENT, picture('Imagen')],
  async run(acting) {
    const { context, viewer } = acting
    const content = readContent(acting)
    const file = readPicture(acting)
    const id = uuidFrom(context.random(16))
    await changing(acting, id, 'promotionMade', async (tx) => {
      const imageUrl = file && (await storePromotionPicture(tx, id, file))
      const draft = { ...content, imageUrl, id, draft: true, createdAt: viewer.now }
      const refusal = await storePromotion(tx, draft)
      if (refusal) throw REFUSALS[refusal]()
      return {}
    })
    return { outcome: 'La promoción quedó como borrador.', madeId: id }
  },
}

/** What an operator does with a promotion. */
export const promotionActions = {
  note: noteAction('promotion'),

  change: {
    label: 'Cambiar',
    question: 'Es un borrador: nadie la vio todavía.',
    danger: false,
    fields: [...CONTENT, field('picture', 'Imagen', 'choice'), picture('Imagen nueva')],
    async run(acting) {
      const { context, fields } = acting
      const content = readContent(acting)
      const file = readPicture(acting)
      await changing(acting, acting.id, 'promotionChanged', async (tx) => {
        const imageUrl = file
          ? await storePromotionPicture(tx, uuidFrom(context.random(16)), file)
          : ''
        const isKept = !file && fields.picture !== 'none'
        const changed = isKept ? content : { ...content, imageUrl }
        const refusal = await changeDraft(tx, acting.id, changed)
        if (refusal) throw REFUSALS[refusal]()
        return {}
      })
      return 'La promoción quedó cambiada.'
    },
  },

  test: {
    label: 'Probar conmigo',
    question: 'Le llega a una sola cuenta de conductor: en sus avisos y en sus dispositivos.',
    danger: false,
    fields: [
      field(
        'email',
        'Correo de tu cuenta de la app',
        'text',
        'La cuenta con la que entrás a la app como conductor.',
      ),
    ],
    async run(acting) {
      const { context, viewer, id, fields } = acting
      const missing = 'Escribí el correo de tu cuenta de la app.'
      const typed = readField(singleLine(254, 'El correo'), fields.email ?? '', missing)
      await changing(acting, id, 'promotionTested', async (tx) => {
        const row = await promotionById(tx, id)
        if (!row) throw notFound()
        const test = {
          ...promotionNotification(row, viewer.now),
          id: `test ${uuidFrom(context.random(16))}`,
          // The app does not list a draft.
          url: row.url,
          email: typed.toLowerCase(),
          programme: undefined,
        }
        const { people } = await announceSlice(context, tx, test, FIRST_ID)
        if (people === 0)
          throw invalid('Ninguna cuenta de conductor con ese correo pide promociones.')
        return {}
      })
      return 'La mandamos a esa cuenta: mirala en el teléfono.'
    },
  },

  send: {
    label: 'Enviar',
    question:
      'Se avisa a los conductores que piden promociones, de a poco. El primer día a las 9, o ya mismo si ese día llegó. A quien ya se le avisó no se le avisa de nuevo. Lo que ya llegó no se puede borrar.',
    danger: true,
    fields: [],
    async run(acting) {
      const { context, viewer, id } = acting
      let count = 0
      let sendAt = viewer.now
      await changing(acting, id, 'promotionSent', async (tx) => {
        const row = await promotionById(tx, id)
        if (!row) throw notFound()
        const today = toDate(viewer.now)
        if (row.lastDay.replaceAll('-', '') < today)
          throw refuse('El último día ya pasó: no se puede enviar.')
        const firstDay = row.firstDay.replaceAll('-', '')
        if (firstDay > today) sendAt = fromStamp(`${firstDay}${HOUR}`) ?? sendAt
        const audience = await startSending(context, tx, { id, sendAt })
        if (audience === undefined)
          throw refuse('Esa promoción ya está enviada o terminada.', 'action_gone')
        count = audience
        return { audience }
      })
      const people = `${count} ${count === 1 ? 'conductor' : 'conductores'}`
      return sendAt > viewer.now
        ? `Quedó programada para ${people}.`
        : `Empezó a enviarse a ${people}.`
    },
  },

  stop: {
    label: 'Frenar el envío',
    question:
      'No se avisa a nadie más hasta que lo retomes con «Enviar». A quien ya le llegó la sigue viendo. Si todavía no empezó, vuelve a ser un borrador.',
    danger: false,
    fields: [],
    async run(acting) {
      await changing(acting, acting.id, 'promotionStopped', async (tx) => {
        if (!(await stopSending(tx, acting.id, acting.viewer.now)))
          throw refuse('El envío ya terminó.', 'action_gone')
        return {}
      })
      return 'El envío quedó frenado.'
    },
  },

  end: {
    label: 'Terminar antes',
    question:
      'Desde ahora ningún conductor la ve en la app, y no se avisa a nadie más. No se puede deshacer.',
    danger: true,
    fields: [],
    async run(acting) {
      await changing(acting, acting.id, 'promotionEnded', async (tx) => {
        if (!(await endPromotion(tx, acting.id, acting.viewer.now)))
          throw refuse('Esa promoción ya terminó.', 'action_gone')
        return {}
      })
      return 'La promoción terminó.'
    },
  },
} satisfies Record<string, ConsoleAction>
