import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { adjustPoints } from '#contract/operator/adjustPoints.ts'
import { notifications } from '#contract/user/notifications.ts'
import { checkInvariants } from '#db/invariants/checkInvariants.ts'
import { balanceOf } from '#db/loyalty/pointsLedger.ts'
import { examples } from '#server/docs/exampleRequests.ts'
import { startForFile } from '#testing/harness/startFor.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'

const server = testServerForFile()
const elena = startForFile(() => server.as('elena'))
const CLUB = '60000001'
const balance = () => balanceOf(server.context.db, CLUB)
const adjust = (fields: object) => elena.call(adjustPoints, { ...examples.adjustPoints, ...fields })

describe('adjustPoints', () => {
  test('gives and takes up to the limit at once, with a notification in one sentence and an audit entry', async () => {
    const before = await balance()
    const given = await adjust({ points: 1000 })
    expect(given).toMatchObject({ state: 'posted' })
    expect(await adjust({ points: -400, reason: 'correction' })).toMatchObject({ state: 'posted' })
    expect((await balance()) - before).toBe(600)
    const { notifications: told } = await (await server.as('ana')).call(notifications, {})
    const texts = told.map(({ text }) => text)
    expect(texts).toContain('Te sumamos 1000 puntos por una compra que no se registró.')
    expect(texts).toContain('Te descontamos 400 puntos para corregir un error.')
    const { rows } = await server.context.db.execute(sql`
      select detail ->> 'points' as points, detail ->> 'to' as state from audit
      where action = 'adjustPoints' and subject = ${given.adjustmentId}`)
    expect(rows).toEqual([{ points: '1000', state: 'posted' }])
    expect(await checkInvariants(server.context.db)).toEqual([])
  })

  test('posts nothing above the limit', async () => {
    const before = await balance()
    expect(await adjust({ points: 1001 })).toMatchObject({ state: 'waiting' })
    expect(await adjust({ points: -1001 })).toMatchObject({ state: 'waiting' })
    expect(await balance()).toBe(before)
  })

  test.each([
    [
      'more points than there are',
      { points: -1_000_000 },
      'Esa afiliación no tiene tantos puntos.',
    ],
    [
      '0 points',
      { points: 0 },
      'Los puntos de un ajuste son enteros, de -1000000 a 1000000, y no 0.',
    ],
    [
      'half a point',
      { points: 0.5 },
      'Los puntos de un ajuste son enteros, de -1000000 a 1000000, y no 0.',
    ],
    ['another reason', { reason: 'because' }, 'Elegí el motivo del ajuste.'],
    ['no words', { observations: ' ' }, 'Contá por qué se ajustan los puntos.'],
  ])('refuses %s', async (_what, fields, sentence) => {
    expect((await adjust(fields)).responseHeader.responseDescription).toBe(sentence)
  })

  test('refuses the own loyalty, and one that ended like one that does not exist', async () => {
    const { rows } = await server.context.db.execute<{ code: string }>(sql`
      update loyalty set person_id = (select id from person where email = 'elena@demo.surtidor.uy')
      where code = (select max(code) from loyalty) returning code`)
    const own = await adjust({ loyaltyCode: rows[0]?.code })
    expect(own.responseHeader.reason).toBe('own_request')
    await server.context.db.execute(
      sql`update loyalty set ended_at = since where code = '60000002'`,
    )
    const ended = await adjust({ loyaltyCode: '60000002' })
    const unknown = await adjust({ loyaltyCode: '69999999' })
    expect(ended.responseHeader.reason).toBe('not_found')
    expect(ended.responseHeader.responseDescription).toBe(
      unknown.responseHeader.responseDescription,
    )
  })
})
