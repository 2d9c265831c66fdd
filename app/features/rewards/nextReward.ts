import { missingText } from '#app/features/loyalty/pointsTexts.ts'
import { useOwnEntry } from '#app/session/useOwnEntry.ts'
import type { Reward } from '#contract/entities/redemption.ts'

/** «Mi meta»: the code of the reward of a loyalty that the person picked on this device. */
export const useGoal = (loyaltyCode: string) => useOwnEntry(`rewardGoal ${loyaltyCode}`)

/**
 * How far the goal is, or the next reward that the points do not reach; empty when they reach all.
 * @param rewards the cheapest first
 */
export function nextRewardText(
  rewards: readonly Reward[],
  goal: string,
  spendable: number,
): string {
  const next =
    rewards.find(({ code }) => code === goal) ?? rewards.find(({ points }) => points > spendable)
  if (!next) return ''
  return next.points > spendable
    ? `${missingText(next.points, spendable)} para ${next.title}`
    : `Ya te alcanza para ${next.title}`
}
