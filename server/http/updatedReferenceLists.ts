import type { ResponseHeader } from '#contract/header.ts'
import { referenceLists } from '#db/reference/referenceLists.ts'
import type { Context } from '#server/context.ts'

/** For how long a process answers with the lists that it has read: an import shows within a minute. */
const FRESH_MS = 60_000

interface Cached {
  readAt: number
  lists: ReturnType<typeof referenceLists>
}
const cache = new WeakMap<Context['db'], Cached>()

/** The reference lists that changed since the caller's last update; null when none did. */
export async function updatedReferenceLists(
  { db, now }: Pick<Context, 'db' | 'now'>,
  lastUpdate: string,
): Promise<ResponseHeader['updatedData']> {
  const at = now().getTime()
  let cached = cache.get(db)
  if (!cached || at - cached.readAt >= FRESH_MS) {
    cached = { readAt: at, lists: referenceLists(db) }
    cache.set(db, cached)
    // A failed reading is not kept.
    cached.lists.catch(() => cache.delete(db))
  }
  const { lists, changedAt } = await cached.lists
  return lastUpdate.replaceAll(/\D/g, '') < changedAt ? lists : null
}
