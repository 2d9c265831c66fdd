import { describe, expect, test } from 'vitest'
import { overdueEmails } from '#contract/operator/overdueEmails.ts'
import { accepted } from '#testing/harness/testClient.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'

const server = testServerForFile()

describe('overdueEmails', () => {
  test('is off until the operator asks, and is each operator’s own', async () => {
    const [elena, diego] = [await server.as('elena'), await server.as('diego')]
    const of = async (who: typeof elena, wanted?: boolean) =>
      accepted(await who.call(overdueEmails, { ...(wanted !== undefined && { wanted }) })).wanted
    expect(await of(elena)).toBe(false)
    expect(await of(elena, true)).toBe(true)
    expect(await of(elena)).toBe(true)
    expect(await of(diego)).toBe(false)
    expect(await of(elena, false)).toBe(false)
    expect(await of(elena)).toBe(false)
  })

  test('says after how many hours, and refuses a sponsor, a driver and another value', async () => {
    const elena = await server.as('elena')
    const [carla, ana] = [await server.as('carla'), await server.as('ana')]
    expect(accepted(await elena.call(overdueEmails, {})).hours).toEqual({
      waiting: 24,
      proposals: 4,
      tills: 1,
    })
    for (const other of [carla, ana])
      expect((await other.call(overdueEmails, { wanted: true })).responseHeader.reason).toBe(
        'role_missing',
      )
    const wrong = await elena.call(overdueEmails, { wanted: 'sí' as unknown as boolean })
    expect(wrong.responseHeader.reason).toBe('invalid_request')
  })
})
