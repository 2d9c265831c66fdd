import { decimals } from '#kit/format/numbers.ts'

/*
 * CSV for the Excel of Uruguay, whose list separator is the semicolon and whose decimal separator is
 * the comma. The byte order mark makes Excel read UTF-8. docs/decisions/0022-statement-files.md.
 */

const BYTE_ORDER_MARK = '\uFEFF'
const SEPARATOR = ';'
const END_OF_ROW = '\r\n'

/** A text, or a number that `decimalCell` or `integerCell` wrote. */
export type Cell = string | NumberCell
interface NumberCell {
  /** Digits with an optional sign and decimal comma. */
  number: string
}

/** An integer: a count of points. */
export const integerCell = (integer: number): NumberCell => ({ number: String(integer) })

/**
 * An integer with its last digits as decimals: cents with 2 places, millilitres with 3. Without a
 * thousands separator, so that a spreadsheet can add it up.
 */
export const decimalCell = (integer: number, places: 2 | 3): NumberCell => ({
  number: decimals(integer, places).replace('.', ','),
})

export function csvText(headings: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const lines = [headings, ...rows].map((cells) => cells.map(cellText).join(SEPARATOR))
  return BYTE_ORDER_MARK + lines.map((text) => text + END_OF_ROW).join('')
}

/**
 * The first characters that a spreadsheet takes for a formula, also in full width and after white
 * space (OWASP, "CSV Injection").
 */
const FORMULA = /^(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/

/** A text that begins like a formula gets an apostrophe before it. Numbers cannot be formulas. */
function cellText(cell: Cell): string {
  if (typeof cell !== 'string') return cell.number
  const safe = FORMULA.test(cell) ? `'${cell}` : cell
  return safe !== cell || /[;,"\r\n\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
