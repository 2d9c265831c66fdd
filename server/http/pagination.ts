import type { Cursor } from '#db/core/pagination.ts'
import { notFound } from '#server/http/defineHandler.ts'

/** Where the next page begins, as the wire carries it. */
export const writeCursor = (cursor: Cursor | null) =>
  cursor ? `${cursor.at.getTime()}.${cursor.id}` : ''

/** @throws a refusal when it is not one that we write */
export function readCursor(text: string): Cursor | null {
  if (text === '') return null
  const [, at, id] = /^(\d{1,13})\.([\w-]{1,40})$/.exec(text) ?? []
  if (id === undefined) throw notFound()
  return { at: new Date(Number(at)), id }
}
