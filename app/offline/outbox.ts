import * as z from 'zod/mini'
import type { App } from '#app/context.ts'
import { storage } from '#app/device/storage.ts'
import { fullSession, UNSENT } from '#app/session/session.ts'
import { INVALID_SESSION } from '#contract/responseCodes.ts'
import { contact } from '#contract/user/contact.ts'
import { alertText, toApiError } from '#kit/api/apiError.ts'
import { ownKey, ownNames } from '#kit/browser/perUserStorage.ts'

const Fields = z.object({
  title: z.string(),
  text: z.string(),
  type: z.string(),
  branchCode: z.string(),
})
/** The fields of a message to the network. */
export type MessageFields = z.infer<typeof Fields>

const UnsentMessage = z.object({
  /** The `clientMessageId` of `contact`: the server stores a message with it once. */
  id: z.string(),
  /** When it was written, in milliseconds since the epoch. */
  at: z.number(),
  fields: Fields,
  /**
   * `waiting`: the server does not have it. `unknown`: it was sent, and no answer came.
   * `refused`: the server will not take it as it is.
   */
  state: z.enum(['waiting', 'unknown', 'refused']),
  /** Why it was refused; otherwise empty. */
  sentence: z.string(),
})
/** A message to the network that is stored on the device until the server has it. */
export type UnsentMessage = z.infer<typeof UnsentMessage>

/** The messages of the current person that the server does not have yet. */
export interface Outbox {
  /** Oldest first. The same array until one changes. */
  messages: () => readonly UnsentMessage[]
  /** Notifies of changes in this tab. @returns the function that unsubscribes */
  subscribe: (listener: () => void) => () => void
  /** Reads the messages again, after another tab changed them. */
  refresh: () => void
  /**
   * Stores a message and tries to send it.
   * @throws ApiError when the server refuses it; it is not stored then
   */
  send: (fields: MessageFields) => Promise<'sent' | 'waiting'>
  /** Sends what is waiting, oldest first, until one gets no answer. @returns whether some is left to send */
  flush: () => Promise<boolean>
  /**
   * Takes a message out to be written anew, with an id of its own.
   * @returns null when the server may have it already, or it is gone
   */
  take: (id: string) => Promise<MessageFields | null>
  /** Removes a message. One that was sent may have arrived. */
  discard: (id: string) => Promise<void>
}

/** What the outbox needs of the app and of the browser. */
interface OutboxOptions extends Pick<App, 'session' | 'call' | 'clock'> {
  /** A new id, of 32 random hexadecimal digits. */
  newId: () => string
  isOnline: () => boolean
  /** Runs a task while no other tab runs one of the same name. */
  exclusively: <T>(name: string, task: () => T | Promise<T>) => Promise<T>
  /** Runs after a message was sent. */
  onSent: () => void
}

export function createOutbox(options: OutboxOptions): Outbox {
  const { session, clock, exclusively } = options
  const listeners = new Set<() => void>()
  let [text, list]: [string, readonly UnsentMessage[]] = ['[]', []]

  const owner = () => {
    const email = fullSession(session.current())?.user.email
    if (email === undefined) return null
    return { email, place: storage(session.isRemembered() ? 'localStorage' : 'sessionStorage') }
  }
  type Owner = NonNullable<ReturnType<typeof owner>>
  const keyOf = ({ email }: Owner, id: string) => ownKey(email, UNSENT + id)
  const read = (person: Owner, id: string): UnsentMessage | null =>
    parsed(person.place.getItem(keyOf(person, id)))
  const notify = () => {
    for (const listener of listeners) listener()
  }
  const write = (person: Owner, message: UnsentMessage) => {
    person.place.setItem(keyOf(person, message.id), JSON.stringify(message))
    notify()
  }
  const remove = (person: Owner, id: string) => {
    person.place.removeItem(keyOf(person, id))
    notify()
  }
  /** Changes a message unless it is gone: it was taken out, discarded, or its owner signed out. */
  const change = (person: Owner, id: string, fields: Partial<UnsentMessage>) =>
    exclusively('unsent', () => {
      const message = read(person, id)
      if (message) write(person, { ...message, ...fields })
      return message
    })
  const isCurrent = ({ email }: Owner) => owner()?.email === email

  /** @throws ApiError when the server refuses the message, which is stored with the reason */
  const attempt = async (person: Owner, id: string): Promise<'sent' | 'waiting' | 'gone'> => {
    // Before it is sent: another tab must not take it out while it is under way.
    const message = await change(person, id, { state: 'unknown', sentence: '' })
    if (!message || !isCurrent(person)) return 'gone'
    try {
      await options.call(contact, { ...message.fields, clientMessageId: id })
      remove(person, id)
      options.onSent()
      return 'sent'
    } catch (thrown) {
      const error = toApiError(thrown)
      if (error.outcomeUnknown) return 'waiting'
      if (error.code === INVALID_SESSION || error.code === '429') {
        // An earlier try without an answer may have arrived all the same.
        await change(person, id, { state: message.state })
        if (error.code === INVALID_SESSION) return 'waiting'
      } else await change(person, id, { state: 'refused', sentence: alertText(error) })
      throw error
    }
  }

  const messages = () => {
    const person = owner()
    const all = person
      ? ownNames(person.place, person.email, UNSENT)
          .map((name) => parsed(person.place.getItem(ownKey(person.email, name))))
          .filter((message) => message !== null)
          .toSorted((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))
      : []
    const next = JSON.stringify(all)
    if (next !== text) [text, list] = [next, all]
    return list
  }

  return {
    messages,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    refresh: notify,
    async send(fields) {
      const person = owner()
      if (!person) return 'waiting'
      const id = options.newId()
      write(person, { id, at: clock.now().getTime(), fields, state: 'waiting', sentence: '' })
      if (!options.isOnline()) return 'waiting'
      try {
        return (await attempt(person, id)) === 'sent' ? 'sent' : 'waiting'
      } catch (error) {
        // The form still shows it.
        remove(person, id)
        throw error
      }
    },
    flush: () =>
      exclusively('send unsent', async () => {
        for (const { id, state } of messages()) {
          const person = owner()
          if (!person || !options.isOnline()) return true
          if (state === 'refused') continue
          const outcome = await attempt(person, id).catch(toApiError)
          if (outcome === 'waiting' || (outcome instanceof Error && outcome.code === '429'))
            return true
        }
        return false
      }),
    take: (id) =>
      exclusively('unsent', () => {
        const person = owner()
        const message = person && read(person, id)
        if (!message || message.state === 'unknown') return null
        remove(person, id)
        return message.fields
      }),
    discard: (id) =>
      exclusively('unsent', () => {
        const person = owner()
        if (person) remove(person, id)
      }),
  }
}

/** An entry of another version of the app is no message. */
function parsed(entry: string | null): UnsentMessage | null {
  try {
    return UnsentMessage.parse(JSON.parse(entry ?? ''))
  } catch {
    return null
  }
}
