// @vitest-environment jsdom
import { beforeEach, describe, expect, test } from 'vitest'
import { storeAnswers } from '#app/offline/storeAnswers.ts'
import { createAppSession } from '#app/session/session.ts'
import { loyalties } from '#contract/loyalty/loyalties.ts'
import { ROLES } from '#contract/pageAccess.ts'
import { USER } from '#contract/roles.ts'
import { CallQueryClient, callQueryOptions } from '#kit/api/callQueries.ts'
import { createServerClock } from '#kit/api/serverClock.ts'
import { stubCalls } from '#testing/browser/stubCalls.ts'
import { aLoyalty, aUser } from '#testing/fixtures/entities.ts'

const signedIn = (email: string) => ({
  user: { ...aUser({ email }), loyalties: [], roles: [ROLES[USER]] },
  userSessionToken: 'token',
  secondFactor: 'shown' as const,
})

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

describe('storeAnswers', () => {
  test.each([
    ['for its person', (): void => undefined, true],
    ['not after the person signed out', (session: Session) => session.end(), false],
    [
      'not for another person who signed in meanwhile',
      (session: Session) => session.start(signedIn('fede@demo.surtidor.uy')),
      false,
    ],
  ])('stores an answer when the browser is idle, %s', async (_name, meanwhile, isStored) => {
    const session = createAppSession({ tabStorage: sessionStorage, lastingStorage: localStorage })
    session.start(signedIn('ana@demo.surtidor.uy'))
    const { call } = stubCalls({ loyalties: { loyalties: [aLoyalty()] } })
    const client = new CallQueryClient(call)
    const tasks: (() => void)[] = []
    storeAnswers(client, { session, clock: createServerClock(() => new Date()) }, (task) =>
      tasks.push(task),
    )
    await client.fetchQuery(callQueryOptions(loyalties, {}))
    meanwhile(session)
    for (const task of tasks) task()
    const names = [sessionStorage, localStorage].flatMap((place) => Object.keys(place))
    expect(names.some((name) => name.includes('answers loyalties'))).toBe(isStored)
  })

  test('stores no answer that arrives when the next person has signed in', async () => {
    const session = createAppSession({ tabStorage: sessionStorage, lastingStorage: localStorage })
    session.start(signedIn('ana@demo.surtidor.uy'))
    let arrive = (_answer: object): void => undefined
    const client = new CallQueryClient(
      async () => await new Promise((resolve) => (arrive = resolve as typeof arrive)),
    )
    storeAnswers(client, { session, clock: createServerClock(() => new Date()) }, (task) => task())
    const asked = client.fetchQuery(callQueryOptions(loyalties, {})).catch(() => {})
    session.end()
    client.clear()
    session.start(signedIn('fede@demo.surtidor.uy'))
    arrive({ loyalties: [aLoyalty()] })
    await asked
    const names = [sessionStorage, localStorage].flatMap((place) => Object.keys(place))
    expect(names.filter((name) => name.includes('answers'))).toEqual([])
  })
})

type Session = ReturnType<typeof createAppSession>
