import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { adjustPoints } from '#contract/operator/adjustPoints.ts'
import { decideAdjustment } from '#contract/operator/decideAdjustment.ts'
import { checkInvariants } from '#db/invariants/checkInvariants.ts'
import { balanceOf } from '#db/loyalty/pointsLedger.ts'
import { examples } from '#server/docs/exampleRequests.ts'
import { createPersonLike } from '#testing/harness/createPerson.ts'
import { type Person, testServerForFile } from '#testing/harness/testServer.ts'

const server = testServerForFile()
let [elena, second, third]: (Person | undefined)[] = []
beforeAll(async () => {
  elena = await server.as('elena')
  second = await createPersonLike(server, 'second', 'elena')
  third = await createPersonLike(server, 'third', 'elena')
})
const balance = () => balanceOf(server.context.db, '60000001')
const propose = async (points: number) => {
  const answer = await elena?.call(adjustPoints, { ...examples.adjustPoints, points })
  expect(answer?.state).toBe('waiting')
  return answer?.adjustmentId ?? ''
}
const decide = async (who: Person | undefined, adjustmentId: string, authorized = true) =>
  (await who?.call(decideAdjustment, { adjustmentId, authorized }))?.responseHeader
const postings = async (id: string) => {
  const { rows } = await server.context.db.execute(
    sql`select from ledger_transaction where event = 'adjustment' and event_id = ${id}`,
  )
  return rows.length
}

describe('decideAdjustment', () => {
  test('posts an adjustment by another operator, never by the one that proposed it', async () => {
    const before = await balance()
    const id = await propose(5000)
    expect(await decide(elena, id)).toMatchObject({ responseCode: '05', reason: 'own_request' })
    expect(await decide(elena, id, false)).toMatchObject({ reason: 'own_request' })
    expect(await balance()).toBe(before)
    expect(await decide(second, id)).toMatchObject({ responseCode: '00' })
    expect((await balance()) - before).toBe(5000)
    expect(await decide(second, id)).toMatchObject({ responseCode: '00' })
    expect(await decide(third, id)).toMatchObject({ reason: 'request_decided' })
    expect((await balance()) - before).toBe(5000)
    expect(await checkInvariants(server.context.db)).toEqual([])
  })

  test('of decisions at the same moment one counts, and posts once', async () => {
    const before = await balance()
    const id = await propose(2000)
    const all = [second, third, second, third]
    const answers = await Promise.all(all.map((who) => decide(who, id)))
    expect(await postings(id)).toBe(1)
    expect((await balance()) - before).toBe(2000)
    expect(answers.filter((answer) => answer?.responseCode === '00')).toHaveLength(2)
  })

  test('posts nothing for a rejected one', async () => {
    const id = await propose(2000)
    expect(await decide(second, id, false)).toMatchObject({ responseCode: '00' })
    expect(await decide(second, id)).toMatchObject({ reason: 'request_decided' })
    expect(await postings(id)).toBe(0)
  })

  test('refuses one whose points were spent meanwhile, and an unknown one', async () => {
    const id = await propose(-(await balance()))
    const other = await propose(-1500)
    expect(await decide(second, other)).toMatchObject({ responseCode: '00' })
    expect(await decide(second, id)).toMatchObject({ reason: 'not_enough_points' })
    expect(await postings(id)).toBe(0)
    expect(await decide(second, 'unknown')).toMatchObject({ reason: 'not_found' })
    expect(await checkInvariants(server.context.db)).toEqual([])
  })
})
