import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { describe, test } from 'vitest'
import { DAY_MS } from '#contract/dates.ts'
import { arePointsRetained } from '#contract/entities/loyalty.ts'
import { loyalties } from '#contract/loyalty/loyalties.ts'
import { membershipRequest } from '#contract/loyalty/membershipRequest.ts'
import { removeMembership } from '#contract/loyalty/removeMembership.ts'
import { validateMembershipRequest } from '#contract/loyalty/validateMembershipRequest.ts'
import { balanceOf, post } from '#db/loyalty/pointsLedger.ts'
import { processRetainedPoints } from '#db/loyalty/retainedPoints.ts'
import { createPersonLike } from '#testing/harness/createPerson.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'

type Act =
  | { kind: 'join' }
  | { kind: 'leave' }
  | { kind: 'earn'; points: number; which: number }
  | { kind: 'wait'; days: number }
  | { kind: 'settle' }

/** A loyalty in the model of the rule, against which random sequences are compared. */
interface ModelLoyalty {
  code: string
  points: number
  endedAt: Date | null
}

const act: fc.Arbitrary<Act> = fc.oneof(
  fc.constant<Act>({ kind: 'join' }),
  fc.constant<Act>({ kind: 'leave' }),
  fc.record({
    kind: fc.constant('earn' as const),
    points: fc.integer({ min: 1, max: 500 }),
    which: fc.nat(5),
  }),
  fc.record({ kind: fc.constant('wait' as const), days: fc.constantFrom(1, 100, 364, 365, 366) }),
  fc.constant<Act>({ kind: 'settle' }),
)

let people = 0
const server = testServerForFile({ checked: true })

function assertSame(code: string, actual: number, expected: number): void {
  if (actual !== expected) throw new Error(`${code} has ${actual}; expected: ${expected}`)
}

/** Runs acts of one person against the server and the model. */
class ModelRun {
  readonly loyalties: ModelLoyalty[] = []
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
  get current(): ModelLoyalty | undefined {
    return this.loyalties.find(({ endedAt }) => endedAt === null)
  }

  async play(act: Act): Promise<void> {
    if (act.kind === 'wait') server.wait(act.days * DAY_MS)
    else await this[act.kind](act as never)
    for (const { code, points } of this.loyalties)
      assertSame(code, await balanceOf(server.context.db, code), points)
  }

  async join(): Promise<void> {
    if (this.current) return
    const person = await server.as(this.name)
    const { reference } = await person.call(membershipRequest, {
      request: {
        programme: 'surtidor',
        vehicle: { mark: 'fiat', plate: 'HBC4521', fuel: 'super' },
      },
    })
    const diego = await server.as('diego')
    await diego.call(validateMembershipRequest, { reference, authorized: true })
    const [joined] = (await person.call(loyalties, {})).loyalties
    const loyalty = { code: joined?.loyaltyCode ?? '', points: 0, endedAt: null }
    this.moveRetainedTo(loyalty)
    this.loyalties.push(loyalty)
  }

  async leave(): Promise<void> {
    const { current } = this
    if (!current) return
    const person = await server.as(this.name)
    const answer = await person.call(removeMembership, { loyaltyCode: current.code })
    assertSame(current.code, answer.retainedPoints, current.points)
    current.endedAt = server.context.now()
  }

  /** Points may also arrive on an ended loyalty. */
  async earn({ points, which }: { points: number; which: number }): Promise<void> {
    const loyalty = this.loyalties[which % Math.max(1, this.loyalties.length)]
    if (!loyalty) return
    loyalty.points += points
    await server.context.db.transaction(async (tx) => {
      const at = server.context.now()
      const [id, eventId] = [randomUUID(), randomUUID()]
      const { code: loyaltyCode } = loyalty
      const event = { id, event: 'redemption', eventId, loyaltyCode, points } as const
      await post(tx, { ...event, concept: 'Prueba', rrn: '000000000001', at })
    })
  }

  async settle(): Promise<void> {
    const { db, now, rrn } = server.context
    await processRetainedPoints(db, now(), rrn, server.context)
    if (this.current) this.moveRetainedTo(this.current)
    for (const ended of this.loyalties)
      if (ended.endedAt && !arePointsRetained(ended.endedAt, now())) ended.points = 0
  }

  moveRetainedTo(loyalty: ModelLoyalty): void {
    for (const ended of this.loyalties) {
      if (!ended.endedAt || !arePointsRetained(ended.endedAt, server.context.now())) continue
      loyalty.points += ended.points
      ended.points = 0
    }
  }
}

describe('retained points', () => {
  test('the balances are those of the model after any acts (L11)', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 8, maxLength: 20 }), async (acts) => {
        const name = `model${(people += 1)}`
        await createPersonLike(server, name, 'fede')
        const run = new ModelRun(name)
        for (const one of acts) await run.play(one)
      }),
      { numRuns: 25, endOnFailure: true },
    )
  })
})
