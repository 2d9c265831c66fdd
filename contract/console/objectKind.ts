import type { RoleCode } from '#contract/roles.ts'

/** A filter of a list. Its value is a query parameter of the address. */
export interface ListFilter<Value extends string = string> {
  label: string
  type: 'choice' | 'day' | 'text'
  /** The choices; left out: rows, which the list answers. The empty one, which filters nothing, is added. */
  options?: readonly { value: Value; label: string }[]
}

/** @param labels of the choices by their values; left out: rows, which the list answers */
export const choice = <Value extends string>(
  label: string,
  labels?: Readonly<Record<Value, string>>,
): ListFilter<Value> => ({ label, type: 'choice', ...(labels && { options: choicesOf(labels) }) })
export const day = (label: string): ListFilter => ({ label, type: 'day' })
export const text = (label: string): ListFilter => ({ label, type: 'text' })

/** The values of the filters that are set, by their names: one of the choices, a day `yyyyMMdd`, or a trimmed text. */
export type FilterValues<Filters extends ObjectKind['filters']> = {
  [Name in keyof Filters]?: Filters[Name] extends ListFilter<infer Value> ? Value : never
}

export const TONES = ['neutral', 'brand', 'good', 'warn', 'bad'] as const
export type Tone = (typeof TONES)[number]

/** The states of a kind: the label of each, its tone as a badge, and the names of the actions that it allows. */
export type States<State extends string = string> = Readonly<
  Record<State, readonly [label: string, tone: Tone, actions?: readonly string[]]>
>
export const labelsOf = <State extends string>(states: States<State>) =>
  Object.fromEntries(
    Object.entries<States[string]>(states).map(([state, [label]]) => [state, label]),
  ) as Record<State, string>

/** A kind of object that the console lists, opens and acts on. */
export interface ObjectKind {
  /** Of the list, and of its entry in the menu. */
  title: string
  /** Path of the list; an object's is below it. */
  path: `/${string}`
  /** The roles that see it: the one table of console, server and tests. */
  roles: readonly RoleCode[]
  /** By their names, in their order. The form is drawn before the list is there. */
  filters: Readonly<Record<string, ListFilter>>
}

/** The choices of a field, from the labels of its values. */
export const choicesOf = <Value extends string>(labels: Readonly<Record<Value, string>>) =>
  Object.entries<string>(labels).map(([value, label]) => ({ value: value as Value, label }))
