import { describe, expect, test } from 'vitest'
import { storage } from '#app/device/storage.ts'
import { mockMode } from '#app/mock/mockMode.ts'
import { calls } from '#contract/calls.ts'
import { getDebts } from '#contract/payments/getDebts.ts'
import { getPayments } from '#contract/payments/getPayments.ts'
import { processGEOPayResponse } from '#contract/payments/processGEOPayResponse.ts'

const MOCKED = [getDebts, getPayments, processGEOPayResponse]
const shelf = (mock: string | null) => {
  const place = storage('localStorage')
  if (mock !== null) place.setItem('mock', mock)
  return mockMode(place)
}

describe('mock mode', () => {
  test.each(MOCKED)('answers $name by its contract', async (contract) => {
    const answer = await shelf('true')(contract)
    expect(contract.response.parse(answer)).toEqual(answer)
  })

  test('does not answer any other call', async () => {
    const others = Object.values(calls).filter(
      ({ name }) => !MOCKED.some((one) => one.name === name),
    )
    expect(others.length).toBeGreaterThan(0)
    for (const contract of others) expect(await shelf('true')(contract)).toBeUndefined()
  })

  test.each([null, '', 'false', '1', 'TRUE', 'true '])(
    'is off when the entry is %j',
    async (mock) => {
      for (const contract of MOCKED) expect(await shelf(mock)(contract)).toBeUndefined()
    },
  )
})
