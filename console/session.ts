import * as z from 'zod/mini'
import { RoleCode } from '#contract/roles.ts'

/** Who works at the console. */
export const Session = z.object({
  email: z.string(),
  firstName: z.string(),
  firstSurname: z.string(),
  roles: z.array(RoleCode),
  token: z.string().check(z.minLength(1)),
  /** Whether this session has shown a second factor; without one it may only get one. */
  secondFactor: z.boolean(),
})
export type Session = z.infer<typeof Session>

/** Not the app's entry: whoever uses both in one browser is two different visitors. */
const KEY = 'consoleUser'

/** Where the session's place keeps what an operator is still writing of something. */
export const unsentKey = (email: string, reference: string) => `unsent ${email} ${reference}`

/** The one who holds the session. Every change of it is told to the subscribers. */
export interface SessionStore {
  current: () => Session | null
  /** Whether the last session ended by the server's word and not by the person's. */
  expired: () => boolean
  enter: (session: Session) => void
  /** The person left, and what they did not send with them. */
  leave: () => void
  /** The server does not know this token any more; says nothing of a session begun since. */
  expire: (token: string) => void
  subscribe: (listener: () => void) => () => void
}

/** @param place a storage that ends with the tab: an operator is never remembered */
export function createSessionStore(
  place: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
): SessionStore {
  const listeners = new Set<() => void>()
  let held = read(place.getItem(KEY))
  let expired = false
  const hold = (session: Session | null, isOver = false) => {
    held = session
    expired = isOver
    if (session) place.setItem(KEY, JSON.stringify(session))
    else place.removeItem(KEY)
    for (const listener of listeners) listener()
  }
  return {
    current: () => held,
    expired: () => expired,
    enter: (session) => hold(session),
    leave() {
      const unsent = unsentKey(held?.email ?? '', '')
      for (const key of Object.keys(place)) if (key.startsWith(unsent)) place.removeItem(key)
      hold(null)
    },
    expire(token) {
      if (held?.token === token) hold(null, true)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** What is stored may be from an older version or from anybody: anything unreadable is nobody. */
function read(text: string | null): Session | null {
  try {
    const found = Session.safeParse(JSON.parse(text ?? 'null'))
    return found.success ? found.data : null
  } catch {
    return null
  }
}
