import { isStamp } from '#contract/dates.ts'
import { containsCardNumber } from '#contract/fields/cardNumber.ts'
import { cleanText } from '#contract/fields/cleanText.ts'
import { folded } from '#db/imports/field.ts'
import { ImportRefused } from '#db/imports/importRefused.ts'
import { csvRecords, separatorOf } from '#db/imports/readRows.ts'

export interface FileRow {
  line: number
  /** Each on one line, trimmed. */
  cells: string[]
}

/** A cell as it is read: clean, on one line, without control characters. */
export const cellText = (text: string): string =>
  cleanText(text)
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()

/**
 * The rows of a CSV text.
 * @param text pieces of whole lines: the server answers others between two of them
 * @throws ImportRefused for wrong quotes, and for a card number: a problem would tell it
 */
export async function rowsOf(text: readonly string[]): Promise<FileRow[]> {
  const [first = ''] = /^.*[;,].*$/m.exec(text[0] ?? '') ?? []
  const rows: FileRow[] = []
  const options = {
    delimiter: separatorOf(first),
    record_delimiter: '\n',
    // Drivvo writes the heading `"Odometer" (km)`.
    relax_quotes: true,
  }
  for await (const { record, info } of csvRecords(text, options)) {
    const cells = record.map(cellText)
    if (cells.some((cell) => cell !== '')) rows.push({ line: info.lines, cells })
  }
  const withCard = rows.find(({ cells }) => cells.some(containsCardNumber))
  if (withCard)
    throw new ImportRefused(
      `el archivo tiene un número de tarjeta en la línea ${withCard.line}: sacalo, que no los guardamos.`,
    )
  return rows
}

interface Section {
  heading: FileRow
  rows: FileRow[]
}
export type Sections = ReadonlyMap<string, Section>

/** The sections of a file by their names without `#`, accents and capitals; each begins with its heading. */
export function sectionsOf(rows: readonly FileRow[]): Sections {
  const sections = new Map<string, Section>()
  let name: string | undefined
  for (const row of rows) {
    const [first = '', ...others] = row.cells
    const section = name === undefined ? undefined : sections.get(name)
    if (first.startsWith('#') && others.every((cell) => cell === ''))
      name = folded(first.replace(/^#+/, ''))
    else if (section) section.rows.push(row)
    else if (name !== undefined) sections.set(name, { heading: row, rows: [] })
  }
  return sections
}

/** A time `yyyyMMddHHmm00` of `2026-09-07 14:30:15` or `7/9/2026 14:30`, noon without one; null for another text. */
export function stampOf(text: string): string | null {
  const [day = '', time = '12:00'] = text.split(/[ T]/)
  const parts = day.split(/[-/.]/)
  const [year = '', month = '', date = ''] = parts[0]?.length === 4 ? parts : parts.toReversed()
  const [hour = '', minute = ''] = time.split(':')
  const digits = [month, date, hour, minute].map((part) => part.padStart(2, '0')).join('')
  const stamp = `${year}${digits}00`
  return parts.length === 3 && /^(?:19|20)\d{12}$/.test(stamp) && isStamp(stamp) ? stamp : null
}

/**
 * A number in units of its last place, which is rounded: `1.234,5` and `1,234.5` with two places are
 * 123450. Whole numbers have no decimals, so that their only mark, before three digits, groups them.
 * @param isSheet of a spreadsheet, in which the amount `1.234` may be a thousand, and is refused
 * @returns null for another text
 */
export function amountOf(text: string, places: number, isSheet = false): number | null {
  const number = text.replace(/^(?:US\$|U\$S|\$U?)/i, '').replaceAll(' ', '')
  const marks = number.match(/[.,]/g) ?? []
  const endsInGroup = /^\d{1,3}(?:[.,]\d{3})+$/.test(number)
  if (isSheet && places === 2 && marks.length === 1 && endsInGroup) return null
  const isWhole = endsInGroup && new Set(marks).size === 1 && (marks.length > 1 || places === 0)
  const [, whole = '', decimals = ''] =
    (isWhole ? ['', number] : /^(.*?)(?:[.,](\d*))?$/.exec(number)) ?? []
  if (!/^(?:\d{1,10}|\d{1,3}(?:[.,]\d{3})+)$/.test(whole) || whole.length > 13) return null
  const digits = whole.replaceAll(/\D/g, '') + decimals.padEnd(places + 1, '0').slice(0, places + 1)
  return Math.round(Number(digits) / 10)
}

const YES = /^(?:si|s|sim|yes|y|tak|ja|oui|да|true|verdadero|1|x)$/
const NO = /^(?:|no|n|nao|nie|nein|non|нет|false|falso|0)$/

/** A yes or no in the languages of the apps; null for another text. */
export const isYes = (text: string): boolean | null =>
  YES.test(folded(text)) || (NO.test(folded(text)) ? false : null)
