import { describe, expect, test } from 'vitest'
import { actOnObject } from '#contract/operator/actOnObject.ts'
import { object } from '#contract/operator/object.ts'
import { objects } from '#contract/operator/objects.ts'
import { startForFile } from '#testing/harness/startForTests.ts'
import { accepted } from '#testing/harness/testClient.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'

const server = testServerForFile()
const elena = startForFile(() => server.as('elena'))
const newest = async () => {
  const { rows } = accepted(await elena.call(objects, { kind: 'payment' }))
  return rows[0]?.id ?? ''
}

describe('actOnObject', () => {
  test('a note joins the history once with its author', async () => {
    const objectId = await newest()
    const act = (action: string, fields: Record<string, string>) =>
      elena.call(actOnObject, { kind: 'payment', objectId, action, fields })
    const fields = { text: ' Llamó de nuevo. ' }
    expect(accepted(await act('note', fields)).outcome).toBe('Anotado.')
    const { timeline } = accepted(await elena.call(object, { kind: 'payment', objectId })).page
    expect(timeline.filter(({ title }) => title === 'Nota')).toMatchObject([
      { remark: 'Llamó de nuevo.', tone: 'brand' },
    ])
    for (const [action, fields, reason] of [
      ['note', {}, 'invalid_request'],
      ['note', { text: ' ' }, 'invalid_request'],
      ['none', {}, 'not_found'],
      ['toString', {}, 'not_found'],
    ] as const)
      expect((await act(action, fields)).responseHeader).toMatchObject({
        responseCode: '05',
        reason,
      })
  })
})
