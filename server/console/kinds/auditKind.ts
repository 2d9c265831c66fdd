import { AUDIT_LABELS } from '#contract/console/auditKind.ts'
import type { ObjectValue } from '#contract/console/objectPage.ts'
import { toStamp } from '#contract/dates.ts'
import { personByEmail } from '#db/accounts/people.ts'
import { auditLike, type ListedEntry } from '#db/console/audit.ts'
import { detailText } from '#server/console/auditDetail.ts'
import type { ConsoleKind } from '#server/console/consoleKind.ts'
import { NUMBER_ID } from '#server/http/pagination.ts'
import { spanOfDay } from '#server/payments/reconciliation/businessDay.ts'

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
const byOf = ({ by, actorId }: ListedEntry): ObjectValue => ({
  text: by || 'El sistema',
  ...(by && { link: { kind: 'driver', id: actorId } }),
})

/** The audit log: what operators, drivers and programs did, in one chain. */
export const auditKind: ConsoleKind = {
  cursorId: NUMBER_ID,

  async list(db, { filters, count, after }) {
    const { email = '', subject = '', action = '', day = '' } = filters
    const typed = email.trim().toLowerCase()
    const actor = typed ? await personByEmail(db, typed) : undefined
    if (typed && !actor) return []
    const rows = await auditLike(
      db,
      {
        ...(actor && { actorId: actor.id }),
        ...(subject.trim() && { subject: subject.trim() }),
        ...(action && { action }),
        ...(day && { span: spanOfDay(day) }),
      },
      { count, ...(after && { until: Number(after.id) }) },
    )
    return rows.map((entry) => ({
      id: String(entry.seq),
      cursor: { at: ORDER, id: String(entry.seq) },
      cells: [
        { text: titleOf(entry) },
        { stamp: toStamp(entry.at) },
        byOf(entry),
        { text: entry.subject === entry.actorId ? '' : entry.subject },
        chainOf(entry),
      ],
    }))
  },

  async page(db, id) {
    const [entry] = /^\d{1,12}$/.test(id)
      ? await auditLike(db, { seq: Number(id) }, { count: 1 })
      : []
    if (!entry) return null
    return {
      title: titleOf(entry),
      badges: [chainOf(entry)],
      masked: false,
      groups: [
        {
          title: '',
          facts: [
            { name: 'Número', value: { count: entry.seq } },
            { name: 'Quién', value: byOf(entry) },
            { name: 'Cuándo', value: { stamp: toStamp(entry.at) } },
            { name: 'Sobre qué', value: { text: entry.subject } },
            { name: 'Detalle', value: { text: detailText(entry.detail) } },
          ],
        },
      ],
      tables: [],
      timeline: [],
      actions: [],
    }
  },
}
