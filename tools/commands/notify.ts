import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { fromStamp, toDate } from '#contract/dates.ts'
import { NOTIFICATION_TYPES } from '#contract/entities/notification.ts'
import {
  PROMOTION_ID,
  PROMOTION_PICTURE,
  PROMOTION_TEXT_LENGTH,
  PROMOTION_TITLE_LENGTH,
  PROMOTION_URL,
  promotionLink,
} from '#contract/entities/promotion.ts'
import { connectJobQueue } from '#db/jobs/queue.ts'
import { announce, announcementText } from '#db/messaging/announcements.ts'
import { storePromotion } from '#db/messaging/promotions.ts'
import { containsCardNumber } from '#server/http/cardNumberDetector.ts'
import { runCommand, withDatabase } from '#tools/commands/runCommand.ts'

const { General, Message, Promotion, Voucher } = NOTIFICATION_TYPES
/** The types that the network writes by hand; the others report an event of the person's own. */
const TYPES: Record<string, number> = {
  general: General,
  message: Message,
  promotion: Promotion,
  voucher: Voucher,
}
const USAGE =
  'se usa así: npm run notify -- --type promotion --title "Lavado a mitad de precio" --text "Los martes, en Pocitos." --until 2026-11-30 y, si querés, --programme uber (sin él, para todos los conductores), --stations E001,E007 (sin él, en toda la red), --image /promotions/lavado.svg, --url "/#/map", y --id lavado-noviembre (repetirlo no avisa dos veces). Los otros tipos son general, message y voucher: en ellos --until se puede omitir, y --email una@persona.uy avisa a una sola persona.'

/** `npm run notify`: notifies drivers inside the app, and pushes it to their devices. */
async function main(): Promise<void> {
  const { promotion, ...announcement } = readArguments(new Date())
  const { people, devices } = await withDatabase({ writes: true }, async ({ db, pool }) => {
    const refusal = promotion && (await storePromotion(db, promotion))
    if (refusal) throw new Error(REFUSALS[refusal])
    const jobs = await connectJobQueue(pool, false, () => {})
    try {
      return await announce({ db, jobs }, announcement)
    } finally {
      await jobs.close()
    }
  })
  process.stdout.write(
    `${announcement.id}: avisamos a ${people} ${people === 1 ? 'persona' : 'personas'}, en ${devices} ${devices === 1 ? 'dispositivo' : 'dispositivos'}.\n`,
  )
}

const REFUSALS = {
  unknownProgramme: 'no hay ningún programa con el código de --programme.',
  unknownBranch: 'alguna estación de --stations no existe: van sus códigos, como E001,E007.',
  idTaken: 'ya hay otra promoción con ese --id: elegí uno nuevo.',
}

function readArguments(now: Date) {
  const { type, title, text, email, url = '', until, id, ...options } = parsed()
  const number = TYPES[type ?? 'promotion']
  if (number === undefined || !title?.trim() || !text?.trim()) throw new Error(USAGE)
  if (title.length > PROMOTION_TITLE_LENGTH || text.length > PROMOTION_TEXT_LENGTH)
    throw new Error('el título tiene como mucho 120 caracteres, y el texto 2000.')
  if (containsCardNumber(`${title}\n${text}`))
    throw new Error('el aviso parece llevar el número de una tarjeta.')
  if (url && !PROMOTION_URL.test(url))
    throw new Error('--url es una página de la app, como /#/map, o una dirección https.')
  const announcement = {
    id: id ?? randomUUID(),
    type: number,
    title: title.trim(),
    text: until ? announcementText(text.trim(), until) : text.trim(),
    url,
    email: email?.trim().toLowerCase(),
    until: until === undefined ? undefined : endOf(until),
    now,
  }
  if (number !== Promotion) {
    if (Object.keys(options).length > 0)
      throw new Error('--programme, --stations e --image son de las promociones.')
    return { ...announcement, promotion: undefined }
  }
  const promotion = readPromotion({ ...announcement, text: text.trim() }, options, until)
  const { imageUrl, programme } = promotion
  const link = promotionLink(promotion.id)
  return { ...announcement, url: link, imageUrl, programme: programme ?? undefined, promotion }
}

type Announcement = Parameters<typeof announce>[1]

/** A promotion from today to `lastDay`, `yyyy-MM-dd`, with the options that only promotions have. */
function readPromotion(
  { id, title, text, url, email, until, now }: Announcement,
  { programme, stations = '', image = '' }: ReturnType<typeof parsed>,
  lastDay = '',
) {
  if (!until) throw new Error('una promoción necesita --until, su último día, como 2026-11-30.')
  if (until < now) throw new Error('el día de --until ya pasó.')
  if (email !== undefined)
    throw new Error('una promoción es de toda la red: no lleva --email, y sí --programme.')
  if (!PROMOTION_ID.test(id))
    throw new Error('--id lleva letras sin tilde, números y guiones, hasta 60: lavado-noviembre.')
  if (image && !PROMOTION_PICTURE.test(image))
    throw new Error('--image es la dirección de una imagen de la app, como /promotions/lavado.svg.')
  const branches = [...new Set(stations.split(',').map((code) => code.trim()))].filter(Boolean)
  const firstDay = toDate(now).replace(/^(....)(..)/, '$1-$2-')
  const content = { id, title, text, url, imageUrl: image, branches }
  return { ...content, programme: programme || null, firstDay, lastDay, createdAt: now }
}

const OPTIONS = [
  'type',
  'title',
  'text',
  'email',
  'url',
  'until',
  'id',
  'programme',
  'stations',
  'image',
] as const

function parsed() {
  const options = Object.fromEntries(OPTIONS.map((name) => [name, { type: 'string' }] as const))
  try {
    return parseArgs({ options }).values as Partial<Record<(typeof OPTIONS)[number], string>>
  } catch {
    throw new Error(USAGE)
  }
}

/** The last second of a day in Montevideo. */
function endOf(day: string): Date {
  const end = /^\d{4}-\d\d-\d\d$/.test(day) ? fromStamp(`${day} 23:59:59`) : null
  if (!end) throw new Error('--until es un día, como 2026-11-30.')
  return end
}

runCommand(main)
