import { describe, expect, test } from 'vitest'
import { fromStamp } from '#contract/dates.ts'
import { readSpendingText } from '#contract/entities/spendingCode.ts'
import { containsCardNumber } from '#contract/fields/cardNumber.ts'
import { loyalties } from '#contract/loyalty/loyalties.ts'
import { removeMembership } from '#contract/loyalty/removeMembership.ts'
import { spendingCode } from '#contract/loyalty/spendingCode.ts'
import { accepted } from '#testing/harness/testClient.ts'
import { testServerForEachTest } from '#testing/harness/testServer.ts'

const CLUB = '60000001'
const server = testServerForEachTest()

describe('spendingCode', () => {
  test('answers codes for the present 30 seconds and the next 90, each with its beginning', async () => {
    const ana = await server.as('ana')
    const { time, spendablePoints, codes } = accepted(
      await ana.call(spendingCode, { loyaltyCode: CLUB }),
    )
    const [first, ...next] = codes.map(({ from }) => fromStamp(from)?.getTime() ?? 0)
    const now = fromStamp(time)?.getTime() ?? 0
    expect(first).toBeLessThanOrEqual(now)
    expect(now - (first ?? 0)).toBeLessThan(30_000)
    expect(next.map((from) => from - (first ?? 0))).toEqual([30_000, 60_000, 90_000])
    expect(new Set(codes.map(({ digits }) => digits)).size).toBe(4)
    for (const { digits, text } of codes)
      expect(readSpendingText(text)).toEqual({ loyaltyCode: CLUB, digits, limit: 0 })
    const [club] = (await ana.call(loyalties, {})).loyalties
    expect(spendablePoints).toBe(club?.spendablePoints)
  })

  test('has other digits for another limit, another loyalty and another time, and the same for a repeat', async () => {
    const ana = await server.as('ana')
    const digitsOf = async (loyaltyCode: string, limit: number) =>
      accepted(await ana.call(spendingCode, { loyaltyCode, limit })).codes[0]?.digits
    const digits = [
      await digitsOf(CLUB, 0),
      await digitsOf(CLUB, 500),
      await digitsOf('60000002', 0),
    ]
    expect(await digitsOf(CLUB, 0)).toBe(digits[0])
    server.wait(30_000)
    expect(new Set([...digits, await digitsOf(CLUB, 0)]).size).toBe(4)
  })

  test('P12: the text of the QR is never taken for a card number', () => {
    for (let digits = 0; digits < 1_000_000; digits += 997)
      expect(containsCardNumber(`S411111111C${String(digits).padStart(6, '0')}L1111`)).toBe(false)
  })

  test('refuses the loyalty of another person, an ended one, and a limit that is none', async () => {
    const [ana, fede] = [await server.as('ana'), await server.as('fede')]
    const ofOther = await fede.call(spendingCode, { loyaltyCode: CLUB })
    expect(ofOther.responseHeader).toMatchObject({ responseCode: '05', reason: 'not_found' })
    const bad = await ana.call(spendingCode, { loyaltyCode: CLUB, limit: -1 })
    expect(bad.responseHeader).toMatchObject({ responseCode: '05', reason: 'invalid_request' })
    expect(bad.responseHeader.responseDescription).toContain('cuántos puntos')
    await ana.call(removeMembership, { loyaltyCode: CLUB })
    const ended = await ana.call(spendingCode, { loyaltyCode: CLUB })
    expect(ended.responseHeader.reason).toBe('not_found')
  })
})
