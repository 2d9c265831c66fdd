import type { RoleCode } from '#contract/roles.ts'

/** A filter of a list: a choice, a day (`yyyyMMdd`) or a text. Its value is a query parameter of the address. */
export interface ListFilter {
  name: string
  label: string
  type: 'choice' | 'day' | 'text'
  /** The choices; left out: rows, which the list answers. The empty one, which filters nothing, is added. */
  options?: readonly { value: string; label: string }[]
}

/** A column of a list; `place` is where a phone draws it. */
interface ListColumn {
  name: string
  place?: 'title' | 'note' | 'detail' | 'below'
}

/** A kind of object that the console lists, opens and acts on. */
export interface ObjectKind {
  /** Of the list, and of its entry in the menu. */
  title: string
  /** Path of the list; an object's is below it. */
  path: `/${string}`
  /** The roles that see it: the one table of console, server and tests. */
  roles: readonly RoleCode[]
  filters: readonly ListFilter[]
  /** The cells of a row are in this order; the first is the row's name. */
  columns: readonly ListColumn[]
}

/** The choices of a filter, from the labels of a state. */
export const choicesOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))
