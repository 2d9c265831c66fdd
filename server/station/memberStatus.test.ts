import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import type { RequestOf } from '#contract/call.ts'
import { loyalties } from '#contract/loyalty/loyalties.ts'
import { memberStatus } from '#contract/station/memberStatus.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'
import { enrolTestTerminal } from '#testing/station/testTerminal.ts'

const server = testServerForFile()
let terminal: Awaited<ReturnType<typeof enrolTestTerminal>>
let points = 0
beforeAll(async () => {
  terminal = await enrolTestTerminal(server)
  const { loyalties: own } = await (await server.as('ana')).call(loyalties, {})
  points = own.find(({ loyaltyCode }) => loyaltyCode === '60000001')?.points ?? 0
  await server.context.db.execute(
    sql`update loyalty set client_card_number = '8812345678' where code = '60000001'`,
  )
})

const ask = (fields: RequestOf<typeof memberStatus>) => terminal.call(memberStatus, fields)
const answerOf = async (fields: RequestOf<typeof memberStatus>) => {
  const { status: _, headers: __, responseHeader, ...answer } = await ask(fields)
  const { responseCode, reason, responseDescription } = responseHeader
  return { responseCode, reason, responseDescription, answer }
}

describe('memberStatus', () => {
  test.each([
    ['code', { loyaltyCode: '60000001' }],
    ['card', { cardNumber: '8812345678' }],
    ['approved plate', { plate: 'sab 1234' }],
    ['code before a wrong plate', { loyaltyCode: '60000001', plate: 'AAA0000' }],
  ])('greets by the %s with the first name and the points alone', async (_what, fields) => {
    expect(points).toBeGreaterThan(0)
    expect((await answerOf(fields)).answer).toEqual({ greeting: 'Hola, Ana.', points })
  })

  test('nobody, nothing given and an ended loyalty look the same', async () => {
    const nobody = await answerOf({ loyaltyCode: '69999999' })
    expect(nobody).toMatchObject({ responseCode: '05', reason: 'not_found', answer: {} })
    expect(await answerOf({})).toEqual(nobody)
    await server.context.db.execute(
      sql`update loyalty set ended_at = since where code = '60000002'`,
    )
    expect(await answerOf({ loyaltyCode: '60000002' })).toEqual(nobody)
  })

  test('is limited per terminal', async () => {
    const busy = await enrolTestTerminal(server)
    const statuses: number[] = []
    for (let n = 0; n < 61; n += 1)
      statuses.push((await busy.call(memberStatus, { loyaltyCode: '60000001' })).status)
    expect(statuses.filter((status) => status === 429)).toHaveLength(1)
    expect((await ask({ loyaltyCode: '60000001' })).status).toBe(200)
  })
})
