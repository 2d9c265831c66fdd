import { nextRewardText, useGoal } from '#app/features/rewards/nextReward.ts'
import { rewards } from '#contract/loyalty/rewards.ts'
import { useCallQuery } from '#kit/api/callQueries.ts'

export interface NextRewardProps {
  loyaltyCode: string
  /** The points that home shows. */
  spendable: number
  /** Drawn until the rewards are there, and when there is nothing to say of them. */
  instead: string
}

/** What is missing for the goal or the next reward. */
export function NextReward({ loyaltyCode, spendable, instead }: NextRewardProps) {
  const { data } = useCallQuery(rewards, { loyaltyCode })
  const [goal] = useGoal(loyaltyCode)
  const text = (data && nextRewardText(data.rewards, goal, spendable)) || instead
  // Another element for another text: one that grows to a second line would count as moved.
  return (
    <span key={text} className="line-clamp-2">
      {text}
    </span>
  )
}
