import type {
  ActionField,
  ObjectAction,
  ObjectPage,
  ObjectRow,
} from '#contract/console/objectPage.ts'
import type { RoleCode } from '#contract/roles.ts'
import type { Db } from '#db/core/db.ts'
import type { Cursor } from '#db/core/pagination.ts'
import type { Scope } from '#db/core/stationScope.ts'
import type { Context } from '#server/context.ts'
import type { AuthenticatedCaller, CallWork } from '#server/http/defineHandler.ts'

/** The operator that looks or acts, when, and the part of the network that they see. */
export interface Viewer extends Scope {
  personId: string
  roles: readonly RoleCode[]
  now: Date
}

/** One page of a list, filtered: a filter that is not set is an empty text. */
interface ListQuery {
  filters: Readonly<Record<string, string>>
  /** Number of rows to read: one more than the page shows. */
  count: number
  after: Cursor | null
}
/** A row with its place in the order of the list. */
export type ListedRow = ObjectRow & { cursor: Cursor }

/** What a search box was given, and what it can be. */
export interface SearchTerm {
  /** Trimmed, as typed. */
  text: string
  /** Without spaces, dots and hyphens, in capitals: a document, a plate, a code. */
  compact: string
  /** The last four digits of a card, with a day or without one. */
  card: { lastFour: string; day: string | null } | null
}
/** An object that a search found. */
export interface Hit {
  id: string
  title: string
  detail: string
}

/** What an action is done with, in the transaction of its call. */
export interface Acting extends Pick<CallWork<unknown>, 'tell' | 'afterCommit' | 'prepared'> {
  context: Context
  caller: AuthenticatedCaller
  viewer: Viewer
  id: string
  fields: Readonly<Record<string, string>>
}
/** An action of a kind: its form, and what it does. */
export interface ConsoleAction
  extends Pick<ObjectAction, 'label' | 'question' | 'danger' | 'toldOnce'> {
  /** A subset of the kind's roles; left out: administrators alone. */
  roles?: readonly RoleCode[]
  fields: readonly ActionField[]
  /** Whether it can be done with several rows of the list, one after the other. */
  forRows?: boolean
  /** Runs before the transaction of the call. @returns `prepared` of `run` */
  prepare?: (acting: Omit<Acting, 'tell' | 'afterCommit' | 'prepared'>) => Promise<unknown>
  /**
   * Acts, and appends to the audit log in the same transaction.
   * @returns what was done, in a sentence, with the id of the object that it made
   * @throws a refusal that says what to do
   */
  run: (acting: Acting) => Promise<string | { outcome: string; madeId: string }>
}

/** A page as a kind answers it. */
export interface KindPage extends Omit<ObjectPage, 'actions'> {
  /** The names of those that the object takes now. */
  actions: readonly string[]
  /** The person whose data it shows, who is told of it; left out: none. */
  ownerId?: string
  /** The options of fields of its actions by their names, where they depend on the object. */
  options?: Readonly<Record<string, ActionField['options']>>
  /** The sentence for an action that it does not take now; left out: a general one. */
  gone?: string
  /** What fields of its actions hold at first, by their names. */
  values?: Readonly<Record<string, string>>
}

/** How a kind of object is read and changed. */
export interface ConsoleKind {
  /** The form of a cursor's id. */
  cursorId: RegExp
  list: (db: Db, query: ListQuery, viewer: Viewer) => Promise<ListedRow[]>
  /** @returns null for an id that the viewer does not see */
  page: (db: Db, id: string, viewer: Viewer & { shown: boolean }) => Promise<KindPage | null>
  find?: (db: Db, term: SearchTerm, viewer: Viewer) => Promise<Hit[]>
  actions?: Readonly<Record<string, ConsoleAction>>
  /** Actions without an object: they make one. */
  listActions?: Readonly<Record<string, ConsoleAction>>
  /** The options of fields of the list's actions by their names, where they are rows. */
  listOptions?: (db: Db, viewer: Viewer) => Promise<KindPage['options']>
}
