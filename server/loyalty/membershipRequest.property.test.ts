import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loyalties } from '#contract/loyalty/loyalties.ts'
import { membershipRequest } from '#contract/loyalty/membershipRequest.ts'
import { membershipRequestList } from '#contract/loyalty/membershipRequestList.ts'
import { removeMembership } from '#contract/loyalty/removeMembership.ts'
import { validateMembershipRequest } from '#contract/loyalty/validateMembershipRequest.ts'
import { checkInvariants } from '#db/invariants/checkInvariants.ts'
import { type TestServer, startTestServer, type Person } from '#testing/testServer.ts'
import { createPersonLike } from '#testing/createPerson.ts'

/**
 * Anybody does anything in any order, over the wire and real SQL, beside a model as plain as the
 * rules: what each answer says and what everybody sees afterwards are the model's.
 */
interface Asked {
  reference: string
  driver: string
  programme: string
  state: string
}
type Programme = 'uber' | 'surtidor'
type Act =
  | { does: 'ask'; driver: string; programme: Programme }
  | { does: 'decide'; who: string; which: number; yes: boolean }
  | { does: 'withdraw'; driver: string; which: number }
  | { does: 'leave'; driver: string; programme: Programme }

let server: TestServer
const people: Record<string, Person> = {}
let run = 0
beforeAll(async () => {
  server = await startTestServer()
  for (const name of ['carla', 'diego', 'elena']) people[name] = await server.as(name)
})
afterAll(() => server.close())

const programme = fc.constantFrom<Programme>('uber', 'surtidor')
const driver = fc.constantFrom('gabi', 'hugo')
const which = fc.nat(20)
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ does: fc.constant('ask' as const), driver, programme }),
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('decide' as const),
      who: fc.constantFrom('carla', 'carla', 'diego', 'diego', 'elena', 'gabi'),
      which,
      yes: fc.boolean(),
    }),
  },
  fc.record({ does: fc.constant('withdraw' as const), driver, which }),
  fc.record({ does: fc.constant('leave' as const), driver, programme }),
)

const OPEN = ['PENDING', 'STATE_UBER_AUTHORIZED']
/** What a decision makes of a request; undefined: it is not this one's to take. */
function decided({ programme, state }: Asked, who: string, yes: boolean): string | undefined {
  if (who === 'carla' && programme === 'uber' && state === 'PENDING')
    return yes ? 'STATE_UBER_AUTHORIZED' : 'STATE_UBER_REJECTED'
  if (who === 'diego' && state === (programme === 'uber' ? 'STATE_UBER_AUTHORIZED' : 'PENDING'))
    return yes ? 'STATE_PETROBRAS_AUTHORIZED' : 'STATE_PETROBRAS_REJECTED'
  return undefined
}
const isSeenBy = ({ programme, state, driver }: Asked, who: string) =>
  who === 'elena' ||
  who === driver ||
  (who === 'carla' && programme === 'uber') ||
  (who === 'diego' && (programme === 'surtidor' || /STATE_PETROBRAS|UBER_AUTHORIZED/.test(state)))

function same(seen: string, due: string): void {
  if (seen !== due) throw new Error(`seen: ${seen}; due: ${due}`)
}

/** Plays a story against the model; every answer is checked as it comes. */
class Story {
  readonly asked: Asked[] = []
  readonly members = new Set<string>()
  readonly names: Record<string, string>
  constructor(names: Record<string, string>) {
    this.names = names
  }

  person(name: string): Person {
    const person = people[this.names[name] ?? name]
    if (!person) throw new Error(name)
    return person
  }

  /** The request that a number stands for; one number is for none. */
  named(which: number): Asked | undefined {
    return this.asked[which % (this.asked.length + 1)]
  }

  async play(act: Act): Promise<void> {
    const expected = this.foresee(act)
    const code = await this.call(act, expected)
    same(`${JSON.stringify(act)} ${code}`, `${JSON.stringify(act)} ${expected ? '00' : '05'}`)
  }

  /** Whether the rules let it happen; the model moves on if so. */
  foresee(act: Act): boolean {
    if (act.does === 'ask')
      return (
        !this.members.has(`${act.driver} ${act.programme}`) &&
        !this.asked.some(
          (one) =>
            one.driver === act.driver &&
            one.programme === act.programme &&
            OPEN.includes(one.state),
        )
      )
    if (act.does === 'leave') return this.members.delete(`${act.driver} ${act.programme}`)
    const request = this.named(act.which)
    if (!request) return false
    if (act.does === 'withdraw') {
      if (request.driver !== act.driver || !['PENDING', 'VOIDED'].includes(request.state))
        return false
      request.state = 'VOIDED'
      return true
    }
    const to = decided(request, act.who, act.yes)
    if (!to) return false
    request.state = to
    if (to === 'STATE_PETROBRAS_AUTHORIZED')
      this.members.add(`${request.driver} ${request.programme}`)
    return true
  }

  async call(act: Act, expected: boolean): Promise<string> {
    if (act.does === 'ask') {
      const vehicle = { mark: 'fiat', plate: 'HBC4521', fuel: 'super' }
      const answer = await this.person(act.driver).call(membershipRequest, {
        request: { programme: act.programme, vehicle },
      })
      if (expected) this.asked.push({ ...act, reference: answer.reference, state: 'PENDING' })
      return answer.responseHeader.responseCode
    }
    if (act.does === 'decide') {
      const reference = this.named(act.which)?.reference ?? 'SOL-NADA'
      const answer = await this.person(act.who).call(validateMembershipRequest, {
        reference,
        authorized: act.yes,
      })
      return answer.responseHeader.responseCode
    }
    const person = this.person(act.driver)
    const { loyalties: held } = await person.call(loyalties, {})
    const loyaltyCode =
      act.does === 'withdraw'
        ? this.named(act.which)?.reference
        : held.find(({ programme }) => programme === act.programme)?.loyaltyCode
    const answer = await person.call(removeMembership, { loyaltyCode: loyaltyCode ?? 'NADA' })
    return answer.responseHeader.responseCode
  }

  /** What everybody sees at the end is what the model holds. */
  async check(): Promise<void> {
    const mine = new Set(this.asked.map(({ reference }) => reference))
    for (const name of ['gabi', 'hugo', 'carla', 'diego', 'elena']) {
      const { membershipRequests } = await this.person(name).call(membershipRequestList, {})
      const seen = membershipRequests
        .filter(({ reference }) => mine.has(reference))
        .map(({ reference, state }) => `${reference} ${state}`)
      const due = this.asked
        .filter((one) => isSeenBy(one, name))
        .map(({ reference, state }) => `${reference} ${state}`)
      same(`${name} ${seen.toSorted().join()}`, `${name} ${due.toSorted().join()}`)
    }
    for (const name of ['gabi', 'hugo']) {
      const { loyalties: held } = await this.person(name).call(loyalties, {})
      same(
        held
          .map(({ programme }) => `${name} ${programme}`)
          .toSorted()
          .join(),
        [...this.members]
          .filter((one) => one.startsWith(name))
          .toSorted()
          .join(),
      )
    }
  }
}

test('any story of two drivers and their approvers goes as the rules say', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 10, maxLength: 30 }), async (acts) => {
      run += 1
      const names = { gabi: `gabi${run}`, hugo: `hugo${run}` }
      for (const name of Object.values(names))
        people[name] = await createPersonLike(server, name, 'fede')
      const story = new Story(names)
      for (const one of acts) await story.play(one)
      await story.check()
    }),
    { numRuns: 50, endOnFailure: true },
  )
  const broken = (await checkInvariants(server.context.db)).filter(({ rows }) => rows.length > 0)
  expect(broken).toEqual([])
})
