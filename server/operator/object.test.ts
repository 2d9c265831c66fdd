import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { object } from '#contract/operator/object.ts'
import { objects } from '#contract/operator/objects.ts'
import { startForFile } from '#testing/harness/startForTests.ts'
import { accepted } from '#testing/harness/testClient.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'

const server = testServerForFile()
const elena = startForFile(() => server.as('elena'))
const newest = async () => {
  const { rows } = accepted(
    await elena.call(objects, { kind: 'payment', filters: { state: 'PAID' } }),
  )
  return rows[0]?.id ?? ''
}

describe('object', () => {
  test('personal data are masked until they are asked for, which is recorded', async () => {
    const objectId = await newest()
    const shownCount = async () => {
      const { rows } = await server.context.db.execute<{ count: number }>(
        sql`select count(*)::int from audit where action = 'showPersonalData' and subject = ${objectId}`,
      )
      return rows[0]?.count
    }
    const masked = accepted(await elena.call(object, { kind: 'payment', objectId })).page
    expect(masked.masked).toBe(true)
    expect(JSON.stringify(masked)).toContain('•••@')
    expect(await shownCount()).toBe(0)
    const { page } = accepted(await elena.call(object, { kind: 'payment', objectId, shown: true }))
    expect(page.masked).toBe(false)
    expect(JSON.stringify(page)).not.toContain('•••@')
    expect(await shownCount()).toBe(1)
    const { timeline } = accepted(await elena.call(object, { kind: 'payment', objectId })).page
    expect(timeline[0]).toMatchObject({ title: 'Se mostraron los datos personales' })
    expect(timeline[0]?.by).toContain('Elena')
  })

  test('an id of nothing is not found, whatever its form', async () => {
    for (const objectId of ['', 'x', "' or 1=1", '00000000-0000-8000-8000-000000000000'])
      expect(
        (await elena.call(object, { kind: 'payment', objectId })).responseHeader,
      ).toMatchObject({ responseCode: '05', reason: 'not_found' })
  })
})
