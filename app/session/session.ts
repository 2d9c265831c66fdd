import * as z from 'zod/mini'
import { Loyalty } from '#contract/entities/loyalty.ts'
import { User } from '#contract/entities/user.ts'
import { Role } from '#contract/roles.ts'

/** Who is signed in, in the shape of the storage entry `currentUser`. */
export const Session = z.object({
  user: z.extend(User, { loyalties: z.array(Loyalty), roles: z.array(Role) }),
  userSessionToken: z.string().check(z.minLength(1)),
})
export type Session = z.infer<typeof Session>

const KEY = 'currentUser'

/** The browser's storages and its word that another tab changed the lasting one. */
export interface SessionStorages {
  /** Outlives the browser: only for who asked to be remembered. */
  lasting: Storage
  /** Ends with the tab, but outlives a reload and the way to the card gateway and back. */
  passing: Storage
  onOtherTab: (changed: (key: string | null) => void) => void
}

/** The one who holds the current user. Every change of it is told to the subscribers. */
export interface SessionStore {
  current: () => Session | null
  /** Whether the last session ended by the server's word and not by the person's. */
  expired: () => boolean
  /** A login: holds the session, and beyond this tab only when `remember` is asked. */
  enter: (session: Session, remember: boolean) => void
  /** New profile fields; loyalties and roles stay as they are. */
  update: (profile: User) => void
  /** The roles as the server gives them now; the rest stays. */
  setRoles: (roles: Role[]) => void
  /** The person left. */
  leave: () => void
  /** The server does not know this token any more; says nothing of a session begun since. */
  expire: (token: string) => void
  subscribe: (listener: () => void) => () => void
}

export function createSessionStore({
  lasting,
  passing,
  onOtherTab,
}: SessionStorages): SessionStore {
  const listeners = new Set<() => void>()
  let held = read(passing)
  /** Where the session at hand is stored. */
  let home = held ? passing : lasting
  held ??= read(lasting)
  let expired = false

  const hold = (session: Session | null, isOver = false) => {
    held = session
    expired = isOver
    for (const listener of listeners) listener()
  }
  const change = (fields: Partial<Session['user']>) => {
    if (!held) return
    const changed = { ...held, user: { ...held.user, ...fields } }
    write(home, changed)
    hold(changed)
  }
  const forget = (isOver: boolean) => {
    // Another tab may have put its own session there since.
    if (read(home)?.userSessionToken === held?.userSessionToken) home.removeItem(KEY)
    hold(null, isOver)
  }

  onOtherTab((key) => {
    const ours = held !== null && home === passing
    if (ours || (key !== null && key !== KEY)) return
    home = lasting
    hold(read(lasting))
  })

  return {
    current: () => held,
    expired: () => expired,
    enter(session, remember) {
      passing.removeItem(KEY)
      lasting.removeItem(KEY)
      home = remember ? lasting : passing
      write(home, session)
      hold(session)
    },
    update: change,
    setRoles: (roles) => change({ roles }),
    leave: () => forget(false),
    expire(token) {
      if (held?.userSessionToken === token) forget(true)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** What is stored may be from an older version or from anybody: anything unreadable is nobody. */
function read(place: Storage): Session | null {
  try {
    const read = Session.safeParse(JSON.parse(place.getItem(KEY) ?? 'null'))
    return read.success ? read.data : null
  } catch {
    return null
  }
}

/** A full or forbidden storage costs the memory of the session, never the session. */
function write(place: Storage, session: Session): void {
  try {
    place.setItem(KEY, JSON.stringify(session))
  } catch (error) {
    console.warn('No se pudo guardar la sesión', error)
  }
}
