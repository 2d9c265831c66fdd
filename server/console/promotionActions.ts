import * as z from 'zod/mini'
import { fromStamp, toDate } from '#contract/dates.ts'
import {
  PROMOTION_TEXT_LENGTH,
  PROMOTION_TITLE_LENGTH,
  PROMOTION_URL,
} from '#contract/entities/promotion.ts'
import { PICTURE } from '#contract/fields/documentPicture.ts'
import type { SentFile } from '#contract/operator/actOnObject.ts'
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
import {
  choice,
  field,
  file,
  invalid,
  optional,
  row,
  text as textField,
} from '#server/console/actionFields.ts'
import {
  type Acting,
  type ActionValues,
  action,
  type ConsoleAction,
} from '#server/console/consoleAction.ts'
import { noteAction } from '#server/console/noteAction.ts'
import { withoutMetadata } from '#server/console/pictureMetadata.ts'
import { offerFields, placeAndDays, UNKNOWN } from '#server/console/promotionAndRewardFields.ts'
import { notFound, refuse } from '#server/http/errors.ts'

/** The choice of no programme. */
export const EVERYBODY = 'all'
/** The hour in Montevideo at which the announcement of a later first day begins. */
const HOUR = '090000'

const lengths = { title: PROMOTION_TITLE_LENGTH, text: PROMOTION_TEXT_LENGTH }
const { title, text, ...placed } = offerFields(lengths, {
  text: 'Sin la fecha: «Hasta el…» se agrega solo al aviso.',
  from: 'Primer día',
  to: 'Último día',
})
const URL = 'El enlace es una página de la app, como /#/map, o una dirección https.'
const content = {
  title,
  text,
  programme: row({ label: 'Para quién', missing: 'Elegí para quién es.' }),
  ...placed,
  url: optional(
    field(
      'text',
      {
        label: 'Enlace',
        hint: 'Una página de la app, como /#/map, o una https. Puede quedar vacío.',
        missing: '',
      },
      z.string().check(z.trim(), z.regex(PROMOTION_URL, URL)),
    ),
    '',
  ),
}

const picture = (label: string) =>
  file({
    label,
    hint: 'PNG, JPEG o WebP de hasta 500 kB, mejor de 16 por 9.',
    accept: 'image/png,image/jpeg,image/webp',
    maxBytes: 500_000,
    tooLarge: 'La imagen puede pesar como mucho 500 kB.',
  })
/** What becomes of the picture of a draft without a new one. */
export const PICTURE_CHOICES = { keep: 'La que tiene', none: 'Sin imagen' }

const REFUSALS = {
  ...UNKNOWN,
  idTaken: () => invalid('Esa promoción ya está escrita: actualizá la lista.'),
  gone: () => refuse('Esa promoción ya no es un borrador.', 'action_gone'),
}

type Content = ActionValues<typeof content>
/** @throws a refusal that says what to correct */
function contentOf({ values, viewer }: Acting<Content>) {
  const { programme, title, text, url } = values
  const placed = placeAndDays(values, viewer.now)
  return { title, text, url, ...placed, programme: programme === EVERYBODY ? null : programme }
}

/**
 * Stores a picture that was sent. @returns its URL, empty without a picture
 * @throws the refusal of a file that is no picture
 */
async function storePicture({ context, newId }: Acting, sent: SentFile | undefined) {
  if (!sent) return ''
  const clean = PICTURE.test(sent.content)
    ? withoutMetadata(Buffer.from(sent.content, 'base64'))
    : undefined
  if (!clean) throw invalid('No pudimos leer esa imagen: tiene que ser PNG, JPEG o WebP.')
  return await storePromotionPicture(context.db, newId(), clean.toString('base64'))
}

/** @throws the refusal of a promotion that does not exist */
async function promotionOf({ context, id }: Acting) {
  const promotion = await promotionById(context.db, id)
  if (!promotion) throw notFound()
  return promotion
}

/** Writes a draft, which only the console shows. */
export const makePromotion = action({
  label: 'Escribir una promoción',
  question: 'Queda como borrador: la mirás, te mandás una prueba y después la enviás.',
  fields: { ...content, file: picture('Imagen') },
  audit: 'promotionMade',
  async run(acting) {
    const { context, viewer, values, newId } = acting
    const made = {
      ...contentOf(acting),
      imageUrl: await storePicture(acting, values.file),
      id: newId(),
      draft: true,
      createdAt: viewer.now,
    }
    const refusal = await storePromotion(context.db, made)
    if (refusal) throw REFUSALS[refusal]()
    return { outcome: 'La promoción quedó como borrador.', madeId: made.id }
  },
})

/** What an operator does with a promotion. */
export const promotionActions = {
  note: noteAction('promotion'),

  change: action({
    label: 'Cambiar',
    question: 'Es un borrador: nadie la vio todavía.',
    fields: {
      ...content,
      picture: optional(
        choice({ label: 'Imagen', missing: 'Elegí la imagen.', of: PICTURE_CHOICES }),
        'keep' as const,
      ),
      file: picture('Imagen nueva'),
    },
    audit: 'promotionChanged',
    async run(acting) {
      const { context, id, values } = acting
      const changed = contentOf(acting)
      const imageUrl = await storePicture(acting, values.file)
      const isSame = !values.file && values.picture === 'keep'
      const refusal = await changeDraft(context.db, id, isSame ? changed : { ...changed, imageUrl })
      if (refusal) throw REFUSALS[refusal]()
      return 'La promoción quedó cambiada.'
    },
  }),

  test: action({
    label: 'Probar conmigo',
    question: 'Le llega a una sola cuenta de conductor: en sus avisos y en sus dispositivos.',
    fields: {
      email: textField({
        label: 'Correo de tu cuenta de la app',
        hint: 'La cuenta con la que entrás a la app como conductor.',
        missing: 'Escribí el correo de tu cuenta de la app.',
        subject: 'El correo',
        max: 254,
      }),
    },
    audit: 'promotionTested',
    async run(acting) {
      const { context, viewer, values, newId } = acting
      const promotion = await promotionOf(acting)
      const test = {
        ...promotionNotification(promotion, viewer.now),
        id: `test ${newId()}`,
        // The app does not list a draft.
        url: promotion.url,
        email: values.email.toLowerCase(),
        programme: undefined,
      }
      const { people } = await announceSlice(context, context.db, test, FIRST_ID)
      if (people === 0)
        throw invalid('Ninguna cuenta de conductor con ese correo pide promociones.')
      return 'La mandamos a esa cuenta: mirala en el teléfono.'
    },
  }),

  send: action({
    label: 'Enviar',
    question:
      'Se avisa a los conductores que piden promociones, de a poco. El primer día a las 9, o ya mismo si ese día llegó. A quien ya se le avisó no se le avisa de nuevo. Lo que ya llegó no se puede borrar.',
    danger: true,
    audit: 'promotionSent',
    async run(acting) {
      const { context, viewer, id } = acting
      const promotion = await promotionOf(acting)
      const [firstDay, lastDay] = [dateOf(promotion.firstDay), dateOf(promotion.lastDay)]
      const today = toDate(viewer.now)
      if (lastDay < today) throw refuse('El último día ya pasó: no se puede enviar.')
      const isLater = firstDay > today
      const sendAt = (isLater && fromStamp(`${firstDay}${HOUR}`)) || viewer.now
      const audience = await startSending(context, context.db, { id, sendAt })
      if (audience === undefined)
        throw refuse('Esa promoción ya está enviada o terminada.', 'action_gone')
      const people = `${audience} ${audience === 1 ? 'conductor' : 'conductores'}`
      return {
        outcome: isLater ? `Quedó programada para ${people}.` : `Empezó a enviarse a ${people}.`,
        detail: { audience },
      }
    },
  }),

  stop: action({
    label: 'Frenar el envío',
    question:
      'No se avisa a nadie más hasta que lo retomes con «Enviar». A quien ya le llegó la sigue viendo. Si todavía no empezó, vuelve a ser un borrador.',
    audit: 'promotionStopped',
    async run({ context, viewer, id }) {
      if (!(await stopSending(context.db, id, viewer.now)))
        throw refuse('El envío ya terminó.', 'action_gone')
      return 'El envío quedó frenado.'
    },
  }),

  end: action({
    label: 'Terminar antes',
    question:
      'Desde ahora ningún conductor la ve en la app, y no se avisa a nadie más. No se puede deshacer.',
    danger: true,
    audit: 'promotionEnded',
    async run({ context, viewer, id }) {
      if (!(await endPromotion(context.db, id, viewer.now)))
        throw refuse('Esa promoción ya terminó.', 'action_gone')
      return 'La promoción terminó.'
    },
  }),
} satisfies Record<string, ConsoleAction>

/** `yyyyMMdd` of a stored day. */
const dateOf = (day: string) => day.replaceAll('-', '')
