import type { Amounts, FilterValues, Tone } from '#contract/console/objectKind.ts'
import type { KindName, OBJECT_KINDS } from '#contract/console/objectKinds.ts'
import type {
  ActionField,
  ListColumn,
  ObjectPage,
  ObjectRow,
  ObjectValue,
} from '#contract/console/objectPage.ts'
import type { RoleCode } from '#contract/roles.ts'
import type { Waiting } from '#db/console/waiting.ts'
import type { Db } from '#db/core/db.ts'
import { type Listed, totalOf } from '#db/core/listed.ts'
import type { Cursor, Span } from '#db/core/pagination.ts'
import type { ConsoleAction } from '#server/console/consoleAction.ts'
import { type Shown, valueOf } from '#server/console/shownValues.ts'
import type { Viewer } from '#server/console/viewer.ts'

/** A page of a list. */
export interface Page {
  /** Number of rows to read: one more than the page shows. */
  count: number
  after: Cursor | null
  isReversed?: boolean
  isUnordered?: boolean
}

/** What a search box was given, and what it can be. */
export interface SearchTerm {
  /** Trimmed, as typed. */
  text: string
  /** Without spaces, dots and hyphens, in capitals: a document, a plate, a code. */
  compact: string
  /** The last four digits of a card, with a day or without one. */
  card: { lastFour: string; day: string | null } | null
}
/** An object that a search found, of what a phone draws of its row. */
interface Hit {
  id: string
  title: string
  subtitle: string
  amount?: ObjectValue
  /** Its place in the order of the list, where that is a time. */
  date?: ObjectValue
}

/** A page about an object; what is left out is empty, and not masked. */
export interface KindPage
  extends Omit<ObjectPage, 'actions' | OptionalPart>,
    Partial<Pick<ObjectPage, OptionalPart>> {
  /** The person whose data it shows, who is told of it; left out: none. */
  ownerId?: string
  /** The options of fields of its actions by their names, where they depend on the object. */
  options?: Readonly<Record<string, ActionField['options']>>
  /** What fields of its actions hold at first, by their names. */
  values?: Readonly<Record<string, string>>
  /** What its actions will do, by their names, where it depends on the object. */
  questions?: Readonly<Record<string, string>>
}
/** What is asked of a page: whether personal data are shown, and which of its tabs. */
interface Asked {
  shown: boolean
  tab: string
}
type OptionalPart = 'masked' | 'tables' | 'timeline'

/** A cell of a row, with where a phone draws it; without a place in the table only. */
type Cell<Row> = (row: Row, viewer: Viewer) => Shown
type Column<Row> = Cell<Row> | readonly [place: NonNullable<ListColumn['place']>, cell: Cell<Row>]

/** What of a kind waits for a viewer, for the first page of the console. */
interface WaitingPart<State extends string> {
  title: string
  /** The roles for which it waits; left out: administrators alone. */
  roles?: readonly RoleCode[]
  /** The state to which its list is filtered. */
  state?: State
  /** Counts them, with the id of the object of the oldest where there is no list of them. */
  count: (db: Db, viewer: Viewer) => Promise<Waiting>
}

/** Values of filters as `FilterValues` has those of one kind. */
export type ReadFilters = Readonly<Record<string, string | Span | Amounts>>

type FiltersOf<Name extends KindName> = FilterValues<(typeof OBJECT_KINDS)[Name]['filters']>

/** How a kind of object is read and changed. */
interface Declaration<Name extends KindName, Row, Found, State extends string, Act extends string> {
  /** The form of a cursor's id. */
  cursorId: RegExp
  list: (
    db: Db,
    filters: FiltersOf<Name>,
    page: Page,
    viewer: Viewer,
  ) => Listed<Row> | Promise<Listed<Row>>
  /** Whether the query of the list selects an `amount` in cents and its `currency`, which are added up. */
  hasAmounts?: boolean
  /** The heading of the column whose order the list is in; left out: the order cannot be turned round. */
  sorted?: string
  /** Id of a row, and its place in the order of the list: an instant, and among those of one its id or `place`. */
  rowAt: (row: Row) => { id: string; at: Date; place?: string }
  /** The cells by their headings; the first is the row's name. */
  columns: Readonly<Record<string, Column<Row>>>
  /**
   * An object, with what decides on its actions.
   * @returns null or undefined for an id that the viewer does not see
   */
  read: (db: Db, id: string, viewer: Viewer) => PromiseLike<Found | null | undefined>
  /** @returns null for an object that is gone since it was read */
  page: (db: Db, found: Found, viewer: Viewer & Asked) => Promise<KindPage | null>
  actions?: Readonly<Record<Act, ConsoleAction>>
  /** The actions that each state allows, besides a note; left out: every state allows all. */
  states?: Readonly<Record<State, readonly [string, Tone, (readonly NoInfer<Act>[])?]>>
  stateOf?: (found: Found) => NoInfer<State>
  /** Whether an action that the state allows is possible for the viewer; left out: it is. */
  when?: (found: Found, viewer: Viewer) => Partial<Record<NoInfer<Act>, boolean>>
  /** The sentence for an action that the object does not take now; left out, and undefined: a general one. */
  gone?: (found: Found) => string | undefined
  waiting?: WaitingPart<NoInfer<State>>
  /** The rows that a text names, at most ten. */
  find?: (db: Db, term: SearchTerm, viewer: Viewer) => Promise<Row[]>
  /** Actions without an object: they make one. */
  listActions?: Readonly<Record<string, ConsoleAction>>
  /** The options of fields of the list's actions by their names, where they are rows. */
  listOptions?: (db: Db, viewer: Viewer) => Promise<KindPage['options']>
}

/** A kind as the calls use it: the types of its rows and filters are its own. */
export interface ConsoleKind
  extends Pick<
    Declaration<KindName, never, never, never, string>,
    'cursorId' | 'actions' | 'listActions' | 'listOptions'
  > {
  columns: ListColumn[]
  find?: (db: Db, term: SearchTerm, viewer: Viewer) => Promise<Hit[]>
  waiting?: WaitingPart<string>
  /** @param filters parsed by the kind's */
  list: (
    db: Db,
    filters: ReadFilters,
    page: Page,
    viewer: Viewer,
  ) => Promise<(ObjectRow & { cursor: Cursor })[]>
  /** Counts what passes the filters, at most `max`, and adds up its amounts. */
  total: (db: Db, filters: ReadFilters, max: number, viewer: Viewer) => ReturnType<typeof totalOf>
  /** @returns null for an id that the viewer does not see */
  open: (db: Db, id: string, viewer: Viewer) => Promise<OpenObject | null>
}
interface OpenObject {
  /** The names of the actions that it takes now. */
  allowed: readonly string[]
  gone: string
  page: (asked: Asked) => Promise<KindPage | null>
}

/** What a hit shows of the cells of a row. */
function hitOf(columns: readonly ListColumn[], cells: readonly ObjectValue[]): Omit<Hit, 'id'> {
  const texts = cells.map(({ text = '' }, place) => ({ text, place: columns[place]?.place }))
  const amount = cells.find(({ cents }) => cents !== undefined)
  const date = cells.find(
    ({ stamp, day }, place) => columns[place]?.sorted && (stamp ?? day) !== undefined,
  )
  return {
    title: texts.find(({ place }) => place === 'title')?.text ?? '',
    subtitle: texts
      .filter(({ text, place }) => text && place && place !== 'title')
      .map(({ text }) => text)
      .join(' · '),
    ...(amount && { amount }),
    ...(date && { date }),
  }
}

const GONE = 'Eso ya no se puede hacer: actualizá la página y mirá cómo quedó.'

export function consoleKind<
  const Name extends KindName,
  Row,
  Found,
  State extends string,
  Act extends string,
>(_name: Name, kind: Declaration<Name, Row, Found, State, Act>): ConsoleKind {
  const {
    columns,
    list,
    find,
    rowAt,
    read,
    page,
    states,
    stateOf,
    when,
    gone,
    sorted,
    hasAmounts = false,
    ...same
  } = kind
  const cells = Object.values(columns).map((column) => (Array.isArray(column) ? column[1] : column))
  const listColumns: ListColumn[] = Object.entries(columns).map(([name, column]) => ({
    name,
    ...(Array.isArray(column) && { place: column[0] }),
    ...(name === sorted && { sorted: true }),
  }))
  return {
    ...same,
    columns: listColumns,
    ...(find && {
      find: async (db, term, viewer) =>
        (await find(db, term, viewer)).map((row) => ({
          id: rowAt(row).id,
          ...hitOf(
            listColumns,
            cells.map((cell) => valueOf(cell(row, viewer))),
          ),
        })),
    }),
    list: async (db, filters, query, viewer) =>
      (await (await list(db, filters as FiltersOf<Name>, query, viewer)).read()).map((row) => {
        const { id, at, place = id } = rowAt(row)
        return {
          id,
          cursor: { at, id: place },
          cells: cells.map((cell) => valueOf(cell(row, viewer))),
        }
      }),
    total: async (db, filters, count, viewer) =>
      await totalOf(
        db,
        await list(
          db,
          filters as FiltersOf<Name>,
          { count, after: null, isUnordered: true },
          viewer,
        ),
        hasAmounts,
      ),
    async open(db, id, viewer) {
      const found = await read(db, id, viewer)
      if (found === null || found === undefined) return null
      const inState: readonly string[] | undefined = states &&
        stateOf && ['note', ...(states[stateOf(found)][2] ?? [])]
      const possible: Readonly<Record<string, boolean | undefined>> = when?.(found, viewer) ?? {}
      return {
        allowed: Object.keys(kind.actions ?? {}).filter(
          (name) => (inState?.includes(name) ?? true) && (possible[name] ?? true),
        ),
        gone: gone?.(found) ?? GONE,
        page: (asked) => page(db, found, { ...viewer, ...asked }),
      }
    },
  }
}
