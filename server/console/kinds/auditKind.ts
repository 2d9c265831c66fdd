import { AUDIT_LABELS } from '#contract/console/auditKind.ts'
import type { ObjectValue } from '#contract/console/objectPage.ts'
import { personByEmail } from '#db/accounts/people.ts'
import { auditLike, type ListedEntry } from '#db/console/audit.ts'
import { auditSubjects } from '#db/console/auditSubjects.ts'
import type { Db } from '#db/core/db.ts'
import { EMPTY, withRows } from '#db/core/listed.ts'
import { detailText } from '#server/console/auditDetail.ts'
import { consoleKind } from '#server/console/consoleKind.ts'
import { copied, group, link } from '#server/console/shownValues.ts'
import { NUMBER_ID } from '#server/http/pagination.ts'

/** Entries are in the order of their numbers, which is that of their times but for some milliseconds. */
const ORDER = new Date(0)

/** Whether an entry is what was written, and stands where it was written; the whole chain is checked by `npm run verify`. */
const chainOf = ({ isIntact }: ListedEntry): ObjectValue =>
  isIntact === null
    ? { text: 'Sin clave para comprobar', tone: 'neutral' }
    : isIntact
      ? { text: 'Comprobada', tone: 'good' }
      : { text: 'No coincide', tone: 'bad' }
const titleOf = ({ action }: ListedEntry) => AUDIT_LABELS[action] ?? action
const byOf = ({ by, actorId }: ListedEntry) => (by ? link('driver', actorId, by) : 'El sistema')

type Entry = ListedEntry & { about: ObjectValue }

/** Entries with what they are about: a name that leads to the object, else what the audit names it by. */
async function withSubjects(db: Db, entries: readonly ListedEntry[]): Promise<Entry[]> {
  const known = await auditSubjects(db, [...new Set(entries.map(({ subject }) => subject))])
  return entries.map((entry) => {
    const found = known.get(entry.subject)
    const about = found ? link(found.kind, found.id, found.name) : { text: entry.subject }
    return { ...entry, about }
  })
}

/** The audit log: what operators, drivers and programs did, in one chain. */
export const auditKind = consoleKind('audit', {
  cursorId: NUMBER_ID,

  async list(db, { email, ...filter }, page) {
    const actor = email && (await personByEmail(db, email.toLowerCase()))
    if (email && !actor) return EMPTY
    const entries = auditLike(
      db,
      { ...filter, ...(actor && { actorId: actor.id }) },
      { ...page, ...(page.after && { until: Number(page.after.id) }) },
    )
    return withRows(entries, (rows) => withSubjects(db, rows))
  },
  sorted: 'Cuándo',
  rowAt: ({ seq }) => ({ id: String(seq), at: ORDER }),
  columns: {
    Qué: ['title', titleOf],
    Cuándo: ['note', ({ at }) => at],
    Quién: ['detail', byOf],
    'Sobre qué': ({ about, subject, actorId }) => (subject === actorId ? '' : about),
    Cadena: ['below', chainOf],
  },

  async read(db, id) {
    if (!/^\d{1,12}$/.test(id)) return null
    const entries = await auditLike(db, { seq: Number(id) }, { count: 1 }).read()
    return (await withSubjects(db, entries))[0]
  },

  page: async (_db, entry) => ({
    title: titleOf(entry),
    badges: [chainOf(entry)],
    groups: [
      group('', {
        Número: entry.seq,
        Quién: byOf(entry),
        Cuándo: entry.at,
        'Sobre qué': entry.about,
        Código: entry.about.link ? copied(entry.subject) : undefined,
        Detalle: detailText(entry.detail),
      }),
    ],
  }),
})
