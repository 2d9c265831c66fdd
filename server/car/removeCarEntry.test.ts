import { describe, expect, test } from 'vitest'
import { removeCarEntry } from '#contract/car/removeCarEntry.ts'
import { startForFile } from '#testing/harness/startForTests.ts'
import { accepted } from '#testing/harness/testClient.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'
import { carSteps } from '#testing/station/carSteps.ts'

const server = testServerForFile({ checked: true })
const steps = startForFile(() => carSteps(server))

describe('removeCarEntry', () => {
  test('removes a typed entry once, and never a purchase or another driver’s', async () => {
    const { entryId } = accepted(await steps.type())
    const { entry } = await steps.bought()
    const fede = await server.as('fede')
    const remove = async (id: string, who = steps.ana) =>
      (await who.call(removeCarEntry, { entryId: id })).responseHeader.reason
    expect(await remove(entryId, fede)).toBe('not_found')
    expect(await remove(entry.id)).toBe('not_found')
    expect(await remove(entryId)).toBeUndefined()
    expect(await remove(entryId)).toBe('not_found')
    expect((await steps.entriesOf()).map(({ id }) => id)).toEqual([entry.id])
  })
})
