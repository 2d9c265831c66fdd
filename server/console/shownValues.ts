import type { States } from '#contract/console/objectKind.ts'
import type { KindName } from '#contract/console/objectKinds.ts'
import type { ObjectPage, ObjectValue } from '#contract/console/objectPage.ts'
import { toStamp } from '#contract/dates.ts'

/** What a kind shows as a value: words, a count, an instant or nothing stand for themselves. */
export type Shown = ObjectValue | string | number | Date | null | undefined

export function valueOf(shown: Shown): ObjectValue {
  if (shown instanceof Date) return { stamp: toStamp(shown) }
  if (typeof shown === 'number') return { count: shown }
  return typeof shown === 'object' && shown !== null ? shown : { text: shown ?? '' }
}

/** A state as a badge. */
export const badge = <State extends string>(states: States<State>, state: State) => {
  const [text, tone] = states[state]
  return { text, tone }
}

export const link = (kind: KindName, id: string, text: string): ObjectValue => ({
  text,
  link: { kind, id },
})

/** A code or number, whose end tells it from others. */
export const uncut = (text: string): ObjectValue => ({ text, uncut: true })

/** A code or number that people take to another program. */
export const copied = (text: string | null | undefined): ObjectValue =>
  text ? { text, copied: true } : { text: '' }

/**
 * A value that an action of its page changes.
 * @param fields what the form of the action holds at first, instead of the values of its fields
 */
export const editable = (
  shown: Shown,
  action: string,
  fields: Readonly<Record<string, string>> = {},
): ObjectValue => ({ ...valueOf(shown), edit: { action, fields } })

/** A group of facts by their names; one that is undefined is left out. */
export const group = (
  title: string,
  facts: Readonly<Record<string, Shown>>,
): ObjectPage['groups'][number] => ({
  title,
  facts: Object.entries(facts).flatMap(([name, shown]) =>
    shown === undefined ? [] : [{ name, value: valueOf(shown) }],
  ),
})

/**
 * A table of rows.
 * @param empty the sentence for no rows
 * @param columns the cell of each, by its heading
 */
export const table = <Row>(
  title: string,
  empty: string,
  rows: readonly Row[],
  columns: Readonly<Record<string, (row: Row) => Shown>>,
): ObjectPage['tables'][number] => ({
  title,
  columns: Object.keys(columns),
  rows: rows.map((row) => Object.values(columns).map((cell) => valueOf(cell(row)))),
  empty,
})
