import * as z from 'zod/mini'
import { FIRST_UPDATE, toStamp } from '#contract/dates.ts'
import type { ResponseHeader } from '#contract/header.ts'

/** A browser storage, or anything that keeps texts by name. */
export type KeyValueStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const KEY = 'lastUpdate'
const LISTS: readonly string[] = ['banks', 'marks']
const Items = z.array(z.object({ code: z.union([z.string(), z.number()]), text: z.string() }))

/** The stamp up to which the held reference lists are fresh; the oldest one when none is held. */
export function lastUpdate(shelf: KeyValueStorage): string {
  try {
    const held = shelf.getItem(KEY)
    return held && /^\d{14}$/.test(held) ? held : FIRST_UPDATE
  } catch {
    return FIRST_UPDATE
  }
}

/** Keeps the lists that an answer brought. The answer matters more: a failure is only logged. */
export function storeReferenceLists(
  shelf: KeyValueStorage,
  updated: ResponseHeader['updatedData'],
  now: Date,
): void {
  const known = updated?.filter(({ name }) => LISTS.includes(name)) ?? []
  if (known.length === 0) return
  try {
    for (const { name, value } of known) {
      Items.parse(JSON.parse(value))
      shelf.setItem(name, value)
    }
    shelf.setItem(KEY, toStamp(now))
  } catch (error) {
    console.warn('No se pudieron guardar las listas de referencia', error)
  }
}
