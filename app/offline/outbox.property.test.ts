// @vitest-environment jsdom
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { storage } from '#app/device/storage.ts'
import { createOutbox, type MessageFields } from '#app/offline/outbox.ts'
import { createAppSession } from '#app/session/session.ts'
import { ROLES } from '#contract/pageAccess.ts'
import { USER } from '#contract/roles.ts'
import type { Call } from '#kit/api/apiClient.ts'
import { ApiError, noAnswer, transportError } from '#kit/api/apiError.ts'
import { createServerClock } from '#kit/api/serverClock.ts'

const sessionOf = (name: string, token: string) => ({
  user: {
    email: `${name}@demo.surtidor.uy`,
    firstName: name,
    firstSurname: 'Pereira',
    documentNumber: '90000018',
    birthdate: '19870314',
    sex: 'F' as const,
    mobile: '+59892000001',
    address: 'Sarandí 1450, Montevideo, Uruguay',
    loyalties: [],
    roles: [ROLES[USER]],
  },
  userSessionToken: token,
})
const ANA = 'ana@demo.surtidor.uy'
const fields = (title: string): MessageFields => ({
  title,
  text: 'T',
  type: 'Otro',
  branchCode: '',
})

/** What happens to a call: it arrives or not, and its answer arrives or not. */
const FATES = ['answered', 'answer lost', 'not sent', 'refused', 'throttled'] as const
type Fate = (typeof FATES)[number]

/** A browser with two tabs of one remembered session, and a server that stores an id once, as `contact` does. */
function createWorld() {
  localStorage.clear()
  /** The titles of the stored messages by person and message id. */
  const stored = new Map<string, string>()
  const fates: Fate[] = []
  let online = true
  let [tokens, ids] = [0, 0]
  const listeners: ((key: string | null) => void)[] = []
  const locks = new Map<string, ReturnType<typeof createLock>>()

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
    const outbox = createOutbox({
      session,
      call,
      clock: createServerClock(() => new Date('2026-11-20T12:00:00-03:00')),
      newId: () => `id-${++ids}`,
      isOnline: () => online,
      exclusively: async (name, task) => {
        // A lock of its own for each name, as in a browser.
        const lock = locks.get(name) ?? createLock()
        locks.set(name, lock)
        return await lock(task)
      },
      onSent: () => undefined,
    })
    return { session, outbox }
  }
  const tabs = [openTab(0), openTab(1)]
  const other = (place: number, key: string) => listeners[1 - place]?.(key)
  return {
    stored,
    fates,
    setOnline: (value: boolean) => {
      online = value
    },
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

/** A mutex. */
function createLock() {
  let queue: Promise<unknown> = Promise.resolve()
  return <T>(task: () => T | Promise<T>): Promise<T> => {
    const result = queue.then(task)
    queue = result.catch(() => undefined)
    return result
  }
}

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

describe('createOutbox', () => {
  test('every message reaches the server once, unless its author gave it up', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(command, { maxLength: 25 }),
        fc.array(fc.constantFrom(...FATES), { maxLength: 25 }),
        fc.array(fc.boolean(), { minLength: 25, maxLength: 25 }),
        async (commands, fates, waits) => {
          const world = createWorld()
          world.fates.push(...fates)
          world.signIn(0, 'ana')
          let [written, online] = [0, true]
          /** Titles whose author gave them up before they could have arrived. */
          const never = new Set<string>()
          /** Titles that may or may not have arrived: discarded, refused or lost at sign-out. */
          const open = new Set<string>()
          const sent = new Set<string>()
          const running: Promise<unknown>[] = []
          for (const [place, { kind, tab }] of commands.entries()) {
            const { outbox, session } = world.tab(tab)
            const [first] = outbox.messages()
            const title = `M${written}`
            const run = async () => {
              if (kind === 'write' && session.current()) {
                written++
                sent.add(title)
                await outbox.send(fields(title)).catch(() => open.add(title))
              }
              if (kind === 'flush') await outbox.flush()
              if (kind === 'take' && first) {
                const taken = await outbox.take(first.id)
                if (taken) (first.state === 'refused' ? open : never).add(taken.title)
              }
              if (kind === 'discard' && first) {
                open.add(first.fields.title)
                await outbox.discard(first.id)
              }
            }
            if (kind === 'network') world.setOnline((online = !online))
            if (kind === 'restart') world.restart(tab)
            if (kind === 'sign in' && !session.current()) world.signIn(tab, 'ana')
            if (kind === 'sign out' && session.current()) {
              for (const message of outbox.messages()) open.add(message.fields.title)
              world.signOut(tab)
            }
            const task = run()
            running.push(task)
            if (waits[place]) await task
          }
          await Promise.all(running)
          for (const { fields, state } of world.tab(0).outbox.messages())
            if (state === 'refused') open.add(fields.title)

          world.fates.length = 0
          world.setOnline(true)
          if (!world.tab(0).session.current()) world.signIn(0, 'ana')
          await Promise.all([world.tab(0).outbox.flush(), world.tab(1).outbox.flush()])

          const titles = [...world.stored.values()]
          expect(new Set(titles).size).toBe(titles.length)
          expect(titles.filter((title) => never.has(title))).toEqual([])
          const missing = [...sent].filter(
            (title) => !titles.includes(title) && !never.has(title) && !open.has(title),
          )
          expect(missing).toEqual([])
          expect([...world.stored.keys()].every((key) => key.startsWith(ANA))).toBe(true)
        },
      ),
      { numRuns: 300 },
    )
  })

  test('nothing of a person reaches the server in the name of the next one', async () => {
    const world = createWorld()
    world.signIn(0, 'ana')
    world.setOnline(false)
    await world.tab(0).outbox.send(fields('De Ana'))
    // The session expired, and another person signs in.
    world.tab(0).session.expire('t1')
    world.signIn(1, 'fede')
    world.setOnline(true)
    await Promise.all([world.tab(0).outbox.flush(), world.tab(1).outbox.flush()])
    expect(world.stored.size).toBe(0)
    expect(JSON.stringify(localStorage)).not.toContain('De Ana')
  })

  test('the same person finds a message again after the session expired', async () => {
    const world = createWorld()
    world.signIn(0, 'ana')
    world.setOnline(false)
    await world.tab(0).outbox.send(fields('De Ana'))
    world.tab(0).session.expire('t1')
    expect(world.tab(0).outbox.messages()).toEqual([])
    world.tab(0).session.start(sessionOf('ana', 't9'))
    expect(world.tab(0).outbox.messages()).toHaveLength(1)
    expect(JSON.stringify(localStorage)).not.toContain('De Ana')
  })
})
