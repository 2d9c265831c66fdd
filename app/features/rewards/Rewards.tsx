import { Flag, Gift } from 'lucide-react'
import { useNow } from '#app/device/useNow.ts'
import { counted, missingText } from '#app/features/loyalty/pointsTexts.ts'
import { FirstRows } from '#app/features/rewards/FirstRows.tsx'
import { useGoal } from '#app/features/rewards/nextReward.ts'
import { POINT_CALLS } from '#app/features/rewards/pointCalls.ts'
import type { AnswerOf } from '#contract/call.ts'
import { DAY_MS, shortDate, toDate } from '#contract/dates.ts'
import type { Reward } from '#contract/entities/redemption.ts'
import type { rewards as call } from '#contract/loyalty/rewards.ts'
import { takeReward } from '#contract/loyalty/takeReward.ts'
import { IconButton } from '#kit/display/IconButton.tsx'
import { IconCircle } from '#kit/display/IconCircle.tsx'
import { ListItem } from '#kit/display/List.tsx'
import { useConfirmedCall } from '#kit/feedback/useConfirmedCall.tsx'
import { SubmitError } from '#kit/form/Form.tsx'
import { money } from '#kit/format/numbers.ts'
import { Section } from '#kit/layout/Section.tsx'

interface Props {
  answer: AnswerOf<typeof call>
  loyaltyCode: string
  onTaken: (voucherId: string) => void
}

/** A catalogue with more rewards than `LONG` begins with the first ones. */
const LONG = 8
const FIRST = 3

export function Rewards({ answer, loyaltyCode, onTaken }: Props) {
  // The cheapest first: what the points reach comes before the rest.
  const { spendablePoints, pointValue, rewards } = answer
  const now = useNow()
  const [goal, setGoal] = useGoal(loyaltyCode)
  const taking = useConfirmedCall(takeReward, {
    invalidates: POINT_CALLS,
    question: ({ title, points, validDays }: Reward) => ({
      title: `¿Canjear ${title}?`,
      verb: 'Canjear',
      text: `Usás ${counted(points)} de los ${counted(spendablePoints)} que tenés, y te damos un vale que sirve hasta el ${shortDate(toDate(new Date(now.getTime() + validDays * DAY_MS)))}. Si no lo usás, los puntos vuelven.`,
    }),
    request: ({ code }) => ({ loyaltyCode, reward: code }),
    onSuccess: ({ voucher }) => onTaken(voucher.id),
  })
  return (
    <Section title="Premios">
      <p className="text-pretty text-soft">
        {rewards.length === 0
          ? 'Por ahora tu programa no tiene premios.'
          : 'Canjeá tus puntos por un vale y mostralo en la caja.'}
        {pointValue > 0 &&
          ` También podés pagar con puntos: en la caja, cada uno te descuenta ${money(pointValue)}.`}
      </p>
      <SubmitError action="canjear el premio" mutation={taking}>
        {taking.error?.outcomeUnknown && (
          <p>Antes de probar de nuevo, fijate si el vale ya está en tu lista.</p>
        )}
      </SubmitError>
      {rewards.length > 0 && (
        <FirstRows
          label="Premios"
          first={rewards.length > LONG ? FIRST : LONG}
          more={`Ver los ${rewards.length} premios`}
        >
          {rewards.map((reward) => (
            <ListItem
              key={reward.code}
              {...(reward.affordable && { onPress: () => taking.ask(reward) })}
              {...(setGoal && (reward.code === goal || !reward.affordable)
                ? { lead: <GoalButton reward={reward} goal={goal} onChange={setGoal} /> }
                : {
                    mark: <IconCircle icon={Gift} tone={reward.affordable ? 'brand' : 'neutral'} />,
                  })}
              title={reward.title}
              trailing={counted(reward.points)}
              remark={reward.code === goal ? 'Es tu meta' : ''}
              detail={
                <>
                  <span className="block wrap-anywhere">{reward.text}</span>
                  {reward.branches.length > 0 && (
                    <span className="block">En {branchNames(reward)}</span>
                  )}
                  {reward.affordable ? (
                    <span className="mt-1 block font-semibold text-brand-text">Canjear</span>
                  ) : (
                    <span className="mt-1 block font-medium text-ink">
                      {missingText(reward.points, spendablePoints)}
                    </span>
                  )}
                </>
              }
            />
          ))}
        </FirstRows>
      )}
      {rewards.some(({ affordable }) => !affordable) && (
        <p className="text-sm text-soft">
          Marcá tu meta con la bandera: en el inicio ves cuánto te falta.
        </p>
      )}
      {taking.dialog}
    </Section>
  )
}

interface GoalProps {
  reward: Reward
  goal: string
  onChange: (goal: string) => void
}

/** Picks a reward as the goal, or none; as wide as the mark of the other rows. */
function GoalButton({ reward: { code, title }, goal, onChange }: GoalProps) {
  const isGoal = code === goal
  return (
    <span className="-mr-1 pl-3.5">
      <IconButton
        label={`Mi meta: ${title}`}
        aria-pressed={isGoal}
        icon={<Flag aria-hidden="true" size={20} className={isGoal ? 'fill-current' : ''} />}
        onClick={() => onChange(isGoal ? '' : code)}
      />
    </span>
  )
}

const branchNames = ({ branches }: Reward) => branches.map(({ name }) => name).join(', ')
