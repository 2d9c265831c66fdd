import * as z from 'zod/mini'
import type { ActionField } from '#contract/console/objectPage.ts'
import { fromStamp, isStamp, toDate } from '#contract/dates.ts'
import {
  PROMOTION_PICTURE,
  PROMOTION_TEXT_LENGTH,
  PROMOTION_TITLE_LENGTH,
  PROMOTION_URL,
} from '#contract/entities/promotion.ts'
import { multiLine, singleLine } from '#contract/fields/text.ts'
import { appendAuditEntry } from '#db/audit/auditLog.ts'
import { inTransaction } from '#db/core/connection.ts'
import type { Db } from '#db/core/db.ts'
import { uuidFrom } from '#db/core/uuid.ts'
import { announceSlice, FIRST_ID } from '#db/messaging/announcements.ts'
import {
  endPromotion,
  promotionById,
  promotionNotification,
  startSending,
  stopSending,
} from '#db/messaging/promotionSending.ts'
import { changeDraft, type PromotionContent, storePromotion } from '#db/messaging/promotions.ts'
import { noteAction } from '#server/console/noteAction.ts'
import { readField } from '#server/console/readField.ts'
import type { Acting, ServedAction } from '#server/console/servedKind.ts'
import { notFound, refuse } from '#server/http/errors.ts'
import { idempotencyKey } from '#server/http/idempotencyKey.ts'

/** The choice of no programme. */
export const EVERYBODY = 'all'
/** The hour in Montevideo at which the announcement of a later first day begins. */
const HOUR = '090000'

const field = (name: string, label: string, type: ActionField['type'], hint = ''): ActionField => ({
  name,
  label,
  type,
  hint,
  options: [],
})
const CONTENT: readonly ActionField[] = [
  field('title', 'Título', 'text', `Hasta ${PROMOTION_TITLE_LENGTH} caracteres.`),
  field('text', 'Texto', 'longText', 'Sin la fecha: «Hasta el…» se agrega solo al aviso.'),
  field('programme', 'Para quién', 'choice'),
  field('stations', 'Estaciones', 'text', 'Códigos separados por comas: E001, E007. Vacío: todas.'),
  field('from', 'Primer día', 'day'),
  field('to', 'Último día', 'day'),
  field(
    'url',
    'Enlace',
    'text',
    'Una página de la app, como /#/map, o una https. Puede quedar vacío.',
  ),
  field(
    'image',
    'Imagen',
    'text',
    'Dirección de la imagen, como /promotions/lavado.svg. Puede quedar vacía.',
  ),
]

const DAY = 'Elegí un día que exista.'
const Day = z.string(DAY).check(z.refine((text) => isStamp(`${text}000000`), DAY))
const STATIONS = 'Alguna estación no existe: van sus códigos, como E001, E007.'

const invalid = (sentence: string) => refuse(sentence, 'invalid_request')
const REFUSALS = {
  unknownProgramme: () => invalid('Elegí para quién es.'),
  unknownBranch: () => invalid(STATIONS),
  idTaken: () => invalid('Esa promoción ya está escrita: actualizá la lista.'),
  gone: () => refuse('Esa promoción ya no es un borrador.', 'action_gone'),
}

/** @throws a refusal that says what to correct */
function readContent({ fields, viewer: { now } }: Acting): PromotionContent {
  const { programme = '', stations = '', url = '', image = '' } = fields
  const dated = (name: 'from' | 'to', missing: string) =>
    readField(Day, fields[name] ?? '', missing).replace(/^(....)(..)/, '$1-$2-')
  const content = {
    title: readField(
      singleLine(PROMOTION_TITLE_LENGTH, 'El título'),
      fields.title ?? '',
      'Escribí el título.',
    ),
    text: readField(
      multiLine(PROMOTION_TEXT_LENGTH, 'El texto'),
      fields.text ?? '',
      'Escribí el texto.',
    ),
    programme:
      programme === EVERYBODY ? null : readField(z.string(), programme, 'Elegí para quién es.'),
    branches: [...new Set(stations.toUpperCase().split(/[\s,;]+/))].filter(Boolean),
    firstDay: dated('from', 'Elegí el primer día.'),
    lastDay: dated('to', 'Elegí el último día.'),
    url: url.trim(),
    imageUrl: image.trim(),
  }
  if (content.branches.some((code) => !/^\w+$/.test(code))) throw invalid(STATIONS)
  if (content.firstDay > content.lastDay)
    throw invalid('El último día no puede ser anterior al primero.')
  if (content.lastDay.replaceAll('-', '') < toDate(now)) throw invalid('El último día ya pasó.')
  if (content.url && !PROMOTION_URL.test(content.url))
    throw invalid('El enlace es una página de la app, como /#/map, o una dirección https.')
  if (content.imageUrl && !PROMOTION_PICTURE.test(content.imageUrl))
    throw invalid('La imagen es una de la app, como /promotions/lavado.svg.')
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
export const makePromotion: ServedAction = {
  label: 'Escribir una promoción',
  question: 'Queda como borrador: la mirás, te mandás una prueba y después la enviás.',
  danger: false,
  fields: CONTENT,
  async run(acting) {
    const { caller, viewer } = acting
    const content = readContent(acting)
    // Of the request: a repeat while the first runs writes the same row.
    const id = uuidFrom(idempotencyKey(caller))
    await changing(acting, id, 'promotionMade', async (tx) => {
      const draft = { ...content, id, draft: true, createdAt: viewer.now }
      const refusal = await storePromotion(tx, draft)
      if (refusal) throw REFUSALS[refusal]()
      return {}
    })
    return { outcome: 'La promoción quedó como borrador.', madeId: id }
  },
}

/** What an operator does with a promotion. */
export const promotionActions: Readonly<Record<string, ServedAction>> = {
  note: noteAction('promotion'),

  change: {
    label: 'Cambiar',
    question: 'Es un borrador: nadie la vio todavía.',
    danger: false,
    fields: CONTENT,
    async run(acting) {
      const content = readContent(acting)
      await changing(acting, acting.id, 'promotionChanged', async (tx) => {
        const refusal = await changeDraft(tx, acting.id, content)
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
      const { context, caller, viewer, id, fields } = acting
      const missing = 'Escribí el correo de tu cuenta de la app.'
      const typed = readField(singleLine(254, 'El correo'), fields.email ?? '', missing)
      await changing(acting, id, 'promotionTested', async (tx) => {
        const row = await promotionById(tx, id)
        if (!row) throw notFound()
        const test = {
          ...promotionNotification(row, viewer.now),
          id: `test ${uuidFrom(idempotencyKey(caller))}`,
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
}
