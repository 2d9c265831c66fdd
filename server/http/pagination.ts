import type { Cursor, Span } from '#db/core/pagination.ts'
import { notFound } from '#server/http/errors.ts'

/** The cursor of the next page as the wire carries it: milliseconds and id; empty after the last page. */
export const writeCursor = (cursor: Cursor | null) =>
  cursor ? `${cursor.at.getTime()}.${cursor.id}` : ''

/** The forms of a cursor's id: an rrn or a sequence number, and a UUID. */
export const NUMBER_ID = /^\d{1,12}$/
export const UUID_ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/**
 * Reads a cursor of `writeCursor`; null for the first page.
 * @param span the requested period: a cursor outside it would leave the period
 * @throws a refusal when `writeCursor` never writes such a text
 */
export function readCursor(text: string, id: RegExp = /^[\w-]{1,40}$/, span?: Span): Cursor | null {
  if (text === '') return null
  const [, millis, rowId = ''] = /^(\d{1,13})\.([\w-]{1,40})$/.exec(text) ?? []
  const at = new Date(Number(millis))
  const inSpan = !span || (at >= span.from && at < span.until)
  if (millis === undefined || !id.test(rowId) || !inSpan) throw notFound()
  return { at, id: rowId }
}
