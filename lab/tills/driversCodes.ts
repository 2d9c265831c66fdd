import { SPENDING_WINDOW_SECONDS, spendingText } from '#contract/entities/spendingCode.ts'
import type { Reports } from '#lab/tills/reports.ts'
import { spendingCodes } from '#server/loyalty/spendingCodes.ts'
import { SECRET } from '#testing/harness/population.ts'

/** The code that a member's app shows, until the run ends: tills compare what they did with it. */
export type ShownCode = NonNullable<ReturnType<ReturnType<typeof createCodes>>>

/** A code may be used for at least as long. */
const VALID_MS = SPENDING_WINDOW_SECONDS * 1000

/**
 * Shows each code of a member to one till alone: the second use of it is planned.
 * @param now the time of the members' phones
 */
export function createCodes(now: () => number) {
  const shownTexts = new Set<string>()
  const textOf = (loyaltyCode: string, at: number) => {
    const of = { loyaltyCode, limit: 0 }
    const [code] = spendingCodes({ secret: SECRET }, of, { now: new Date(at), count: 1 })
    return spendingText({ ...of, digits: code?.digits ?? '' })
  }
  /** @returns undefined when the present code was shown before */
  return (loyaltyCode: string) => {
    const at = now()
    const text = textOf(loyaltyCode, at)
    if (shownTexts.has(text)) return undefined
    shownTexts.add(text)
    return {
      text,
      aMinuteAgo: textOf(loyaltyCode, at - 2 * VALID_MS - 1),
      /** T8: a code that was refused has to be too old. */
      checkLate({ violations, counts }: Reports, answer: string): undefined {
        counts.add('códigos vencidos en el camino')
        if (now() - at < VALID_MS) violations.T8.push({ text, answer })
      },
    }
  }
}
