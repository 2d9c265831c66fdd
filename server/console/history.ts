import { AUDIT_LABELS } from '#contract/console/auditKind.ts'
import type { TimelineEntry } from '#contract/console/objectPage.ts'
import { toStamp } from '#contract/dates.ts'
import { auditOf, notesOf } from '#db/console/objectHistory.ts'
import type { Db } from '#db/core/db.ts'
import { detailText } from '#server/console/auditDetail.ts'

/** Something that happened, before it is put in order. */
export type Happened = Omit<TimelineEntry, 'stamp' | 'remark' | 'by'> & {
  at: Date
  detail?: string
  by?: string
}

/**
 * What happened to an object, the newest first: what its kind tells, with the audit entries about it and
 * the remarks of operators.
 * @param object.subjects what the audit names the object by
 * @param object.hasNotes false where the page shows the remarks elsewhere
 */
export async function historyOf(
  db: Db,
  object: { kind: string; id: string; subjects?: readonly string[]; hasNotes?: boolean },
  happened: readonly Happened[] = [],
): Promise<TimelineEntry[]> {
  const [entries, notes] = await Promise.all([
    auditOf(db, object.subjects ?? [object.id]),
    object.hasNotes === false ? [] : notesOf(db, object.kind, object.id),
  ])
  const all: Happened[] = [
    ...happened,
    ...entries.map(({ at, action, by, detail }) => ({
      at,
      by,
      title: AUDIT_LABELS[action] ?? action,
      detail: detailText(detail),
    })),
    ...notes.map(({ at, text, by }) => ({
      at,
      by,
      title: 'Nota',
      detail: text,
      tone: 'brand' as const,
    })),
  ]
  return all
    .toSorted((a, b) => b.at.getTime() - a.at.getTime())
    .map(({ at, detail = '', by = '', ...entry }) => ({
      stamp: toStamp(at),
      remark: detail,
      by,
      ...entry,
    }))
}
