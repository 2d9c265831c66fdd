import * as fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { loyalties } from '#contract/loyalty/loyalties.ts'
import { membershipRequest } from '#contract/loyalty/membershipRequest.ts'
import { membershipRequestList } from '#contract/loyalty/membershipRequestList.ts'
import { removeMembership } from '#contract/loyalty/removeMembership.ts'
import { validateMembershipRequest } from '#contract/loyalty/validateMembershipRequest.ts'
import { checkInvariants } from '#db/invariants/checkInvariants.ts'
import { createPersonLike } from '#testing/harness/createPerson.ts'
import { type Person, testServerForFile } from '#testing/harness/testServer.ts'

/** A request in the model of the rules, against which random sequences of calls are compared. */
interface ModelRequest {
  reference: string
  driver: string
  programme: string
  state: string
}
type Programme = 'uber' | 'surtidor'
type Act =
  | { kind: 'ask'; driver: string; programme: Programme }
  | { kind: 'decide'; who: string; which: number; yes: boolean }
  | { kind: 'withdraw'; driver: string; which: number }
  | { kind: 'leave'; driver: string; programme: Programme }

const people: Record<string, Person> = {}
let run = 0
const server = testServerForFile()
beforeAll(async () => {
  for (const name of ['carla', 'diego', 'elena']) people[name] = await server.as(name)
})

const programme = fc.constantFrom<Programme>('uber', 'surtidor')
const driver = fc.constantFrom('gabi', 'hugo')
const which = fc.nat(20)
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ kind: fc.constant('ask' as const), driver, programme }),
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('decide' as const),
      who: fc.constantFrom('carla', 'carla', 'diego', 'diego', 'elena', 'gabi'),
      which,
      yes: fc.boolean(),
    }),
  },
  fc.record({ kind: fc.constant('withdraw' as const), driver, which }),
  fc.record({ kind: fc.constant('leave' as const), driver, programme }),
)

const OPEN = ['PENDING', 'STATE_UBER_AUTHORIZED']
/** The state after a decision in the model; undefined when the decision is not allowed. */
function decided(
  { programme, state }: ModelRequest,
  who: string,
  yes: boolean,
): string | undefined {
  if (who === 'carla' && programme === 'uber' && state === 'PENDING')
    return yes ? 'STATE_UBER_AUTHORIZED' : 'STATE_UBER_REJECTED'
  if (who === 'diego' && state === (programme === 'uber' ? 'STATE_UBER_AUTHORIZED' : 'PENDING'))
    return yes ? 'STATE_PETROBRAS_AUTHORIZED' : 'STATE_PETROBRAS_REJECTED'
  return undefined
}
const isVisibleTo = ({ programme, state, driver }: ModelRequest, who: string) =>
  who === 'elena' ||
  who === driver ||
  (who === 'carla' && programme === 'uber') ||
  (who === 'diego' && (programme === 'surtidor' || /STATE_PETROBRAS|UBER_AUTHORIZED/.test(state)))

function assertSame(actual: string, expected: string): void {
  if (actual !== expected) throw new Error(`actual: ${actual}; expected: ${expected}`)
}

/** Runs acts against the server and the model, and compares every answer. */
class ModelRun {
  readonly requests: ModelRequest[] = []
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

  /** The request with a number, modulo their count; one number selects none. */
  requestAt(which: number): ModelRequest | undefined {
    return this.requests[which % (this.requests.length + 1)]
  }

  async play(act: Act): Promise<void> {
    const expected = this.predict(act)
    const code = await this.call(act, expected)
    assertSame(`${JSON.stringify(act)} ${code}`, `${JSON.stringify(act)} ${expected ? '00' : '05'}`)
  }

  /** Whether the rules allow the act; if so, it is applied to the model. */
  predict(act: Act): boolean {
    if (act.kind === 'ask')
      return (
        !this.members.has(`${act.driver} ${act.programme}`) &&
        !this.requests.some(
          (one) =>
            one.driver === act.driver &&
            one.programme === act.programme &&
            OPEN.includes(one.state),
        )
      )
    if (act.kind === 'leave') return this.members.delete(`${act.driver} ${act.programme}`)
    const request = this.requestAt(act.which)
    if (!request) return false
    if (act.kind === 'withdraw') {
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
    if (act.kind === 'ask') {
      const vehicle = { mark: 'fiat', plate: 'HBC4521', fuel: 'super' }
      const answer = await this.person(act.driver).call(membershipRequest, {
        request: { programme: act.programme, vehicle },
      })
      if (expected) this.requests.push({ ...act, reference: answer.reference, state: 'PENDING' })
      return answer.responseHeader.responseCode
    }
    if (act.kind === 'decide') {
      const reference = this.requestAt(act.which)?.reference ?? 'SOL-NADA'
      const answer = await this.person(act.who).call(validateMembershipRequest, {
        reference,
        authorized: act.yes,
      })
      return answer.responseHeader.responseCode
    }
    const person = this.person(act.driver)
    const { loyalties: current } = await person.call(loyalties, {})
    const loyaltyCode =
      act.kind === 'withdraw'
        ? this.requestAt(act.which)?.reference
        : current.find(({ programme }) => programme === act.programme)?.loyaltyCode
    const answer = await person.call(removeMembership, { loyaltyCode: loyaltyCode ?? 'NADA' })
    return answer.responseHeader.responseCode
  }

  /** Compares what each person sees with the model. */
  async check(): Promise<void> {
    const mine = new Set(this.requests.map(({ reference }) => reference))
    for (const name of ['gabi', 'hugo', 'carla', 'diego', 'elena']) {
      const { membershipRequests } = await this.person(name).call(membershipRequestList, {})
      const actual = membershipRequests
        .filter(({ reference }) => mine.has(reference))
        .map(({ reference, state }) => `${reference} ${state}`)
      const expected = this.requests
        .filter((one) => isVisibleTo(one, name))
        .map(({ reference, state }) => `${reference} ${state}`)
      assertSame(`${name} ${actual.toSorted().join()}`, `${name} ${expected.toSorted().join()}`)
    }
    for (const name of ['gabi', 'hugo']) {
      const { loyalties: current } = await this.person(name).call(loyalties, {})
      assertSame(
        current
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

describe('membership requests', () => {
  test('random acts of two drivers and their approvers have the results of the model', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 10, maxLength: 30 }), async (acts) => {
        run += 1
        const names = { gabi: `gabi${run}`, hugo: `hugo${run}` }
        for (const name of Object.values(names))
          people[name] = await createPersonLike(server, name, 'fede')
        const modelRun = new ModelRun(names)
        for (const one of acts) await modelRun.play(one)
        await modelRun.check()
      }),
      { numRuns: 50, endOnFailure: true },
    )
    const broken = await checkInvariants(server.context.db)
    expect(broken).toEqual([])
  })
})
