import { describe, expect, test } from 'vitest'
import { endSession } from '#contract/user/endSession.ts'
import { roles } from '#contract/user/roles.ts'
import { sessions } from '#contract/user/sessions.ts'
import { startForEachTest } from '#testing/harness/startForTests.ts'
import { type Person, testServerForEachTest } from '#testing/harness/testServer.ts'

const server = testServerForEachTest()
const ana = startForEachTest(() => server.as('ana'))
const tablet = startForEachTest(() => server.as('ana'))
const library = startForEachTest(() => server.as('ana'))

const end = async (person: Person, sessionId?: string) =>
  (await person.call(endSession, { sessionId })).responseHeader.responseCode
const isLive = async (person: Person) =>
  (await person.call(roles, {})).responseHeader.responseCode === '00'
const idOf = async (person: Person) =>
  (await person.call(sessions, {})).sessions.find(({ current }) => current)?.sessionId ?? ''

describe('endSession', () => {
  test('ends the named session and no other; a repeat changes nothing', async () => {
    const id = await idOf(tablet)
    expect(await end(ana, id)).toBe('00')
    expect(await end(ana, id)).toBe('00')
    expect(await Promise.all([ana, tablet, library].map(isLive))).toEqual([true, false, true])
  })

  test('ends all sessions but this one without a name', async () => {
    const fede = await server.as('fede')
    expect(await end(ana)).toBe('00')
    expect(await Promise.all([ana, tablet, library, fede].map(isLive))).toEqual([
      true,
      false,
      false,
      true,
    ])
  })

  test('refuses this session, an unknown one and another person’s', async () => {
    const fede = await server.as('fede')
    expect(await end(ana, await idOf(ana))).toBe('05')
    expect(await end(fede, await idOf(tablet))).toBe('05')
    for (const id of ['none', '5d0ca5e0-0000-8000-8000-00000000ffff'])
      expect(await end(ana, id)).toBe('05')
    expect(await Promise.all([ana, tablet, library].map(isLive))).toEqual([true, true, true])
  })

  test('two sessions that end each other at once: one of them goes on', async () => {
    const [mine, theirs] = [await idOf(ana), await idOf(tablet)]
    const codes = await Promise.all([end(ana, theirs), end(tablet, mine)])
    expect(codes.toSorted()).toEqual(['00', '88'])
    expect((await Promise.all([ana, tablet].map(isLive))).toSorted()).toEqual([false, true])
  })
})
