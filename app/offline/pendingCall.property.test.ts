// @vitest-environment jsdom
import fc from 'fast-check'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { storage } from '#app/device/storage.ts'
import { type CommentFields, MESSAGE } from '#app/features/comments/pendingMessage.ts'
import {
  discardPending,
  parsePending,
  pendingText,
  sendPending,
  submitPending,
  takePending,
} from '#app/offline/pendingCall.ts'
import { createAppSession } from '#app/session/session.ts'
import { ROLES } from '#contract/pageAccess.ts'
import { USER } from '#contract/roles.ts'
import type { Call } from '#kit/api/apiClient.ts'
import { ApiError, noAnswer, transportError } from '#kit/api/apiError.ts'
import { aUser } from '#testing/fixtures/entities.ts'

const sessionOf = (name: string, token: string) => ({
  user: {
    ...aUser({ email: `${name}@demo.surtidor.uy`, firstName: name }),
    loyalties: [],
    roles: [ROLES[USER]],
  },
  userSessionToken: token,
  secondFactor: 'none' as const,
})
const ANA = 'ana@demo.surtidor.uy'
const fields = (title: string): CommentFields => ({
  title,
  text: 'T',
  type: 'Otro',
  branchCode: '',
})

/** Outcomes of a call: it arrives or not, and its answer arrives or not. */
const FATES = ['answered', 'answer lost', 'not sent', 'refused', 'throttled'] as const
type Fate = (typeof FATES)[number]

/** The locks of a browser. */
function createLocks() {
  let queue: Promise<unknown> = Promise.resolve()
  let waiting = 0
  return {
    request: (_name: string, options: LockOptions, task: (lock: object | null) => unknown) => {
      if (options.ifAvailable && waiting > 0) return Promise.resolve(task(null))
      waiting++
      const result = queue.then(() => task({})).finally(() => waiting--)
      queue = result.catch(() => undefined)
      return result
    },
  }
}

let online = true
beforeEach(() => {
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => online)
  Object.defineProperty(navigator, 'locks', { value: createLocks(), configurable: true })
})

/** A browser with two tabs of one remembered session, and a server that stores an id once, as `contact` does. */
function createWorld() {
  localStorage.clear()
  sessionStorage.clear()
  online = true
  /** The titles of the stored messages by person and message id. */
  const stored = new Map<string, string>()
  const fates: Fate[] = []
  let tokens = 0
  const listeners: ((key: string | null) => void)[] = []

  function openTab(place: number) {
    const session = createAppSession({
      lastingStorage: localStorage,
      tabStorage: storage('sessionStorage'),
      onOtherTab: (listener) => void (listeners[place] = listener),
    })
    const call = (async (_service, params) => {
      const { clientMessageId, title } = params as { clientMessageId: string; title: string }
      const email = session.current()?.user.email
      await Promise.resolve()
      const fate = fates.shift() ?? 'answered'
      if (fate === 'not sent') throw noAnswer('unreachable')
      if (fate === 'throttled') throw transportError(429)
      if (fate === 'refused') throw new ApiError('05', 'No')
      const key = `${email} ${clientMessageId}`
      if (!stored.has(key)) stored.set(key, title)
      if (fate === 'answer lost') throw noAnswer('timeout')
      return {}
    }) as Call
    return { session, call }
  }
  const tabs = [openTab(0), openTab(1)]
  const other = (place: number, key: string) => listeners[1 - place]?.(key)
  return {
    stored,
    fates,
    tab: (place: number) => tabs[place] ?? openTab(place),
    restart: (place: number) => {
      tabs[place] = openTab(place)
    },
    signIn(place: number, name: string) {
      tabs[place]?.session.start(sessionOf(name, `t${++tokens}`), { remember: true })
      other(place, 'currentUser')
    },
    signOut(place: number) {
      tabs[place]?.session.end()
      other(place, 'currentUser end')
      other(place, 'currentUser')
    },
  }
}

const pendingOf = ({ session }: { session: Parameters<typeof pendingText>[1] }) =>
  parsePending(MESSAGE, pendingText(MESSAGE, session))

const tab = fc.nat({ max: 1 })
const command = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('write' as const), tab }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('flush' as const), tab }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('take' as const), tab }) },
  fc.record({ kind: fc.constant('discard' as const), tab }),
  fc.record({ kind: fc.constant('restart' as const), tab }),
  fc.record({ kind: fc.constant('sign out' as const), tab }),
  fc.record({ kind: fc.constant('sign in' as const), tab }),
  fc.record({ kind: fc.constant('network' as const), tab }),
)

describe('a pending message', () => {
  test('reaches the server once, unless its author gave it up', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(command, { maxLength: 25 }),
        fc.array(fc.constantFrom(...FATES), { maxLength: 25 }),
        fc.array(fc.boolean(), { minLength: 25, maxLength: 25 }),
        async (commands, fates, waits) => {
          const world = createWorld()
          world.fates.push(...fates)
          world.signIn(0, 'ana')
          let written = 0
          /** Titles whose author gave them up before they could have arrived. */
          const never = new Set<string>()
          /** Titles that may or may not have arrived: discarded, refused or lost at sign-out. */
          const open = new Set<string>()
          /** Titles that were stored on the device or sent. */
          const submitted = new Set<string>()
          const running: Promise<unknown>[] = []
          for (const [place, { kind, tab }] of commands.entries()) {
            const sender = world.tab(tab)
            const { session } = sender
            const pending = pendingOf(sender)
            const run = async () => {
              if (kind === 'write') {
                const title = `M${written++}`
                const outcome = await submitPending(MESSAGE, sender, fields(title)).catch(
                  () => 'refused',
                )
                // The form still shows it.
                if (outcome !== 'busy' && outcome !== 'refused') submitted.add(title)
              }
              if (kind === 'flush') await sendPending(MESSAGE, sender)
              if (kind === 'take') {
                const taken = await takePending(MESSAGE, session)
                if (taken) (pending?.state === 'refused' ? open : never).add(taken.title)
              }
              if (kind === 'discard' && pending) {
                open.add(pending.fields.title)
                discardPending(MESSAGE, session, pending.id)
              }
            }
            if (kind === 'network') online = !online
            if (kind === 'restart') world.restart(tab)
            if (kind === 'sign in' && !session.current()) world.signIn(tab, 'ana')
            if (kind === 'sign out' && session.current()) {
              if (pending) open.add(pending.fields.title)
              world.signOut(tab)
            }
            const task = run()
            running.push(task)
            if (waits[place]) await task
          }
          await Promise.all(running)
          const left = pendingOf(world.tab(0))
          if (left?.state === 'refused') open.add(left.fields.title)

          world.fates.length = 0
          online = true
          if (!world.tab(0).session.current()) world.signIn(0, 'ana')
          await Promise.all([
            sendPending(MESSAGE, world.tab(0)),
            sendPending(MESSAGE, world.tab(1)),
          ])

          const titles = [...world.stored.values()]
          expect(new Set(titles).size).toBe(titles.length)
          expect(titles.filter((title) => never.has(title))).toEqual([])
          const missing = [...submitted].filter(
            (title) => !titles.includes(title) && !never.has(title) && !open.has(title),
          )
          expect(missing).toEqual([])
          // The id is one word with a letter, which is never taken for a card number.
          const ofAna = (key: string) => new RegExp(`^${ANA} [a-z]\\w{15,63}$`).test(key)
          expect([...world.stored.keys()].every(ofAna)).toBe(true)
        },
      ),
      { numRuns: 300 },
    )
  })

  test('one message of two tabs is stored, and the other one stays in its form', async () => {
    const world = createWorld()
    world.signIn(0, 'ana')
    online = false
    const outcomes = [0, 1].map((tab) =>
      submitPending(MESSAGE, world.tab(tab), fields(`De ${tab}`)),
    )
    expect(await Promise.all(outcomes)).toEqual(['waiting', 'busy'])
    expect(pendingOf(world.tab(1))?.fields.title).toBe('De 0')
  })

  test('the message of a person never reaches the server in the name of the next one', async () => {
    const world = createWorld()
    world.signIn(0, 'ana')
    online = false
    await submitPending(MESSAGE, world.tab(0), fields('De Ana'))
    // The session expired, and another person signs in.
    world.tab(0).session.expire('t1')
    world.signIn(1, 'fede')
    online = true
    await Promise.all([sendPending(MESSAGE, world.tab(0)), sendPending(MESSAGE, world.tab(1))])
    expect(world.stored.size).toBe(0)
    expect(JSON.stringify(localStorage)).not.toContain('De Ana')
  })

  test('is there again for the same person after the session expired, and lasts as the new one does', async () => {
    const world = createWorld()
    world.signIn(0, 'ana')
    online = false
    await submitPending(MESSAGE, world.tab(0), fields('De Ana'))
    world.tab(0).session.expire('t1')
    expect(pendingOf(world.tab(0))).toBeNull()
    world.tab(0).session.start(sessionOf('ana', 't9'))
    expect(pendingOf(world.tab(0))?.fields.title).toBe('De Ana')
    expect(JSON.stringify(localStorage)).not.toContain('De Ana')
  })
})
