import { ADMINISTRADOR, type RoleCode } from '#contract/roles.ts'

/** A filter of a list. Its value is a query parameter of the address. */
export interface ListFilter<Value extends string = string> {
  label: string
  /**
   * Its value is one of the choices; a period of days, `yyyyMMdd-yyyyMMdd`, or an amount in cents, `from-until`,
   * of which one side may be empty; a person by the whole email or an id; or a text.
   */
  type: 'choice' | 'period' | 'amount' | 'driver' | 'text'
  /** The roles that are offered it; left out: those of the kind. */
  roles?: readonly RoleCode[]
  /** Whether it is a number of a person: to find it is to read it. */
  isPersonal?: boolean
  /** The choices; left out: rows, which the list answers. The empty one, which filters nothing, is added. */
  options?: readonly { value: Value; label: string }[]
}

/** @param labels of the choices by their values; left out: rows, which the list answers */
export const choice = <Value extends string>(
  label: string,
  labels?: Readonly<Record<Value, string>>,
): ListFilter<Value> & { type: 'choice' } => ({
  label,
  type: 'choice',
  ...(labels && { options: choicesOf(labels) }),
})
const typed =
  <const Type extends ListFilter['type']>(type: Type) =>
  (label: string) => ({
    label,
    type,
  })
export const period = typed('period')
export const amount = typed('amount')
export const text = typed('text')
/** A person by the whole email, which a page shows masked to the other roles; links name it by its id. */
export const driver = (label: string) => ({
  ...typed('driver')(label),
  roles: [ADMINISTRADOR] as const,
})
/** A number of a person, compared as a whole. */
export const personal = (label: string) => ({
  ...text(label),
  roles: [ADMINISTRADOR] as const,
  isPersonal: true,
})

/** Days as instants: `from` is in it, `until` is not. */
interface Period {
  from: Date
  until: Date
}
/** Cents, both included. */
export interface Amounts {
  from: number
  until: number
}
type FilterValue<Filter> = Filter extends { type: 'period' }
  ? Period
  : Filter extends { type: 'amount' }
    ? Amounts
    : Filter extends ListFilter<infer Value>
      ? Value
      : string
/** The values of the filters that are set, by their names: of a driver the id, of a text it is trimmed. */
export type FilterValues<Filters extends ObjectKind['filters']> = {
  [Name in keyof Filters]?: FilterValue<Filters[Name]>
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
