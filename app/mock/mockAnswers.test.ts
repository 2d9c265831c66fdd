import { describe, expect, test } from 'vitest'
import { storage } from '#app/device/storage.ts'
import { mockMode } from '#app/mock/mockMode.ts'
import { getDebts } from '#contract/payments/getDebts.ts'
import { getPayments } from '#contract/payments/getPayments.ts'
import { processGEOPayResponse } from '#contract/payments/processGEOPayResponse.ts'
import { services } from '#contract/services.ts'

const MOCKED = [getDebts, getPayments, processGEOPayResponse]
const shelf = (mock: string | null) => {
  const place = storage('localStorage')
  if (mock !== null) place.setItem('mock', mock)
  return mockMode(place)
}

describe('mock mode', () => {
  test.each(MOCKED)('answers $name by its contract', async (service) => {
    const answer = await shelf('true')(service)
    expect(service.response.parse(answer)).toEqual(answer)
  })

  test('does not answer any other call', async () => {
    const others = Object.values(services).filter(
      ({ name }) => !MOCKED.some((one) => one.name === name),
    )
    expect(others.length).toBeGreaterThan(0)
    for (const service of others) expect(await shelf('true')(service)).toBeUndefined()
  })

  test.each([null, '', 'false', '1', 'TRUE', 'true '])(
    'is off when the entry is %j',
    async (mock) => {
      for (const service of MOCKED) expect(await shelf(mock)(service)).toBeUndefined()
    },
  )
})
