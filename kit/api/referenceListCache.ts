import * as z from 'zod/mini'
import { FIRST_UPDATE, toStamp } from '#contract/dates.ts'
import { UpdatedList } from '#contract/header.ts'

export type KeyValueStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const KEY = 'lastUpdate'
const LISTS: readonly string[] = ['banks', 'marks']
const Items = z.array(z.object({ code: z.union([z.string(), z.number()]), text: z.string() }))

/** The header field `lastUpdateData`: when the stored lists were received; the first date when none is stored. */
export function lastUpdate(storage: KeyValueStorage): string {
  try {
    const stored = storage.getItem(KEY)
    return stored && /^\d{14}$/.test(stored) ? stored : FIRST_UPDATE
  } catch {
    return FIRST_UPDATE
  }
}

/**
 * Stores the lists of an answer's `updatedData`. A list that cannot be read is logged and passed over:
 * the answer itself is still valid, and the next one carries the list again.
 */
export function storeReferenceLists(storage: KeyValueStorage, updated: unknown, now: Date): void {
  if (updated === null || updated === undefined) return
  const lists: unknown[] = Array.isArray(updated) ? updated : [updated]
  const stored = lists.map((list) => storeList(storage, list))
  if (!stored.includes('stored') || stored.includes('failed')) return
  try {
    storage.setItem(KEY, toStamp(now))
  } catch (error) {
    console.warn(NOT_STORED, error)
  }
}

/** The entries of a list in the server's order, as the last answer that carried it was stored; empty when none was, or it cannot be read. */
export function storedItems(
  storage: KeyValueStorage,
  list: 'banks' | 'marks',
): { code: string; text: string }[] {
  try {
    const items = Items.parse(JSON.parse(storage.getItem(list) ?? '[]'))
    return items.map(({ code, text }) => ({ code: String(code), text }))
  } catch {
    return []
  }
}

function storeList(storage: KeyValueStorage, list: unknown): 'stored' | 'unknown' | 'failed' {
  try {
    const { name, value } = UpdatedList.parse(list)
    if (!LISTS.includes(name)) return 'unknown'
    Items.parse(JSON.parse(value))
    storage.setItem(name, value)
    return 'stored'
  } catch (error) {
    console.warn(NOT_STORED, error)
    return 'failed'
  }
}

const NOT_STORED = 'No se pudo guardar una lista de referencia'
