import { and, eq, ne, or, sql } from 'drizzle-orm'
import type { KindName } from '#contract/console/objectKinds.ts'
import type { Db } from '#db/core/db.ts'
import { whereEquals } from '#db/core/whereEquals.ts'
import { savedView } from '#db/tables/operators.ts'

/** Views of a list that an operator saved, and those that others share; by name. */
export const viewsOf = (db: Db, { personId, kind }: { personId: string; kind: KindName }) =>
  db
    .select({
      id: savedView.id,
      name: savedView.name,
      search: savedView.search,
      shared: savedView.shared,
      own: sql<boolean>`${savedView.personId} = ${personId}`,
    })
    .from(savedView)
    .where(
      and(
        eq(savedView.kind, kind),
        or(eq(savedView.personId, personId), eq(savedView.shared, true)),
      ),
    )
    .orderBy(savedView.name, savedView.id)
    .limit(MAX_SHOWN)

/** Views of all operators that a list shows. */
const MAX_SHOWN = 60

/**
 * Stores a view; one of the same person, kind and name is replaced.
 * @param max number of views of other names that the person may have of the kind
 * @returns its id; undefined when there are too many
 */
export async function storeView(
  tx: Db,
  view: typeof savedView.$inferInsert,
  max: number,
): Promise<string | undefined> {
  const { personId, kind, name, search, shared, savedAt } = view
  const others = and(whereEquals(savedView, { personId, kind }), ne(savedView.name, name))
  if ((await tx.$count(savedView, others)) >= max) return undefined
  const [stored] = await tx
    .insert(savedView)
    .values(view)
    .onConflictDoUpdate({
      target: [savedView.personId, savedView.kind, savedView.name],
      set: { search, shared, savedAt },
    })
    .returning({ id: savedView.id })
  return stored?.id
}

/** Removes a view that the person saved. @returns false when there is none */
export async function deleteView(tx: Db, own: { id: string; personId: string }): Promise<boolean> {
  return ((await tx.delete(savedView).where(whereEquals(savedView, own))).rowCount ?? 0) > 0
}
