import * as z from 'zod/mini'
import { FIRST_UPDATE, toStamp } from '#contract/dates.ts'
import type { ResponseHeader } from '#contract/header.ts'

/** A browser storage, or another store of texts by name. */
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

/** Stores the lists of an answer. An error is only logged: the answer itself is still valid. */
export function storeReferenceLists(
  storage: KeyValueStorage,
  updated: ResponseHeader['updatedData'],
  now: Date,
): void {
  const lists = updated?.filter(({ name }) => LISTS.includes(name)) ?? []
  if (lists.length === 0) return
  try {
    for (const { name, value } of lists) {
      Items.parse(JSON.parse(value))
      storage.setItem(name, value)
    }
    storage.setItem(KEY, toStamp(now))
  } catch (error) {
    console.warn('No se pudieron guardar las listas de referencia', error)
  }
}
