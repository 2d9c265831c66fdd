import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { NOTIFICATION_TYPES } from '#contract/entities/notification.ts'
import { connectJobQueue } from '#db/jobs/queue.ts'
import { announce } from '#db/messaging/announcements.ts'
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
  'se usa así: npm run notify -- --type promotion --title "Lavado a mitad de precio" --text "Los martes, en Pocitos." y, si querés, --email una@persona.uy (sin él, a todos los conductores), --url "/#/promotion", --until 2026-11-30, y --id lavado-noviembre (repetirlo no avisa dos veces).'

/** The time of Uruguay, which has no summer time (Decreto 178/015). */
const OFFSET = '-03:00'

/** `npm run notify`: notifies drivers inside the app, and pushes it to their devices. */
async function main(): Promise<void> {
  const announcement = readArguments()
  const { people, devices } = await withDatabase({ writes: true }, async ({ db, pool }) => {
    const jobs = await connectJobQueue(pool, false, () => {})
    try {
      return await announce({ db, jobs }, { ...announcement, now: new Date() })
    } finally {
      await jobs.close()
    }
  })
  process.stdout.write(
    `${announcement.id}: avisamos a ${people} ${people === 1 ? 'persona' : 'personas'}, en ${devices} ${devices === 1 ? 'dispositivo' : 'dispositivos'}.\n`,
  )
}

function readArguments() {
  const { type, title, text, email, url, until, id } = parsed()
  const number = TYPES[type ?? 'promotion']
  if (number === undefined || !title?.trim() || !text?.trim()) throw new Error(USAGE)
  if (title.length > 120 || text.length > 2_000)
    throw new Error('el título tiene como mucho 120 caracteres, y el texto 2000.')
  if (containsCardNumber(`${title}\n${text}`))
    throw new Error('el aviso parece llevar el número de una tarjeta.')
  if (url && !/^(\/#\/\w|https:\/\/[\w.-]+(\/|$))/.test(url))
    throw new Error('--url es una página de la app, como /#/promotion, o una dirección https.')
  const end = until === undefined ? undefined : endOf(until)
  return {
    id: id ?? randomUUID(),
    type: number,
    title: title.trim(),
    text: end ? `${text.trim()} Hasta el ${dayOf(until ?? '')}.` : text.trim(),
    url: url ?? '',
    email: email?.trim().toLowerCase(),
    until: end,
  }
}

const OPTIONS = ['type', 'title', 'text', 'email', 'url', 'until', 'id'] as const

function parsed() {
  const options = Object.fromEntries(OPTIONS.map((name) => [name, { type: 'string' }] as const))
  try {
    return parseArgs({ options }).values as Partial<Record<(typeof OPTIONS)[number], string>>
  } catch {
    throw new Error(USAGE)
  }
}

/** The last second of a day in Uruguay. */
function endOf(day: string): Date {
  const end = new Date(`${day}T23:59:59${OFFSET}`)
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || Number.isNaN(end.getTime()))
    throw new Error('--until es un día, como 2026-11-30.')
  return end
}

const dayOf = (day: string) => day.split('-').slice(1).toReversed().map(Number).join('/')

runCommand(main)
