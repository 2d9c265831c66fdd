import { Gift } from 'lucide-react'
import { useNow } from '#app/device/useNow.ts'
import { counted } from '#app/features/loyalty/pointsTexts.ts'
import { POINT_CALLS } from '#app/features/rewards/pointCalls.ts'
import type { AnswerOf } from '#contract/call.ts'
import { DAY_MS, shortDate, toDate } from '#contract/dates.ts'
import type { Reward } from '#contract/entities/redemption.ts'
import type { rewards } from '#contract/loyalty/rewards.ts'
import { takeReward } from '#contract/loyalty/takeReward.ts'
import { Button } from '#kit/display/Button.tsx'
import { Card } from '#kit/display/Card.tsx'
import { IconCircle } from '#kit/display/IconCircle.tsx'
import { useConfirmedCall } from '#kit/feedback/useConfirmedCall.tsx'
import { SubmitError } from '#kit/form/Form.tsx'
import { money } from '#kit/format/numbers.ts'
import { CardGrid } from '#kit/layout/CardGrid.tsx'
import { Section } from '#kit/layout/Section.tsx'

interface Props {
  answer: AnswerOf<typeof rewards>
  loyaltyCode: string
  onTaken: (voucherId: string) => void
}

export function Rewards({ answer, loyaltyCode, onTaken }: Props) {
  const { spendablePoints, pointValue } = answer
  const now = useNow()
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
        {answer.rewards.length === 0
          ? 'Por ahora tu programa no tiene premios.'
          : 'Canjeá tus puntos por un vale y mostralo en la caja.'}
        {pointValue > 0 &&
          ` También podés pagar con puntos: en la caja, cada uno te descuenta ${money(pointValue)}.`}
      </p>
      <SubmitError action="canjear el premio" error={taking.error}>
        {taking.error?.outcomeUnknown && (
          <p>Antes de probar de nuevo, fijate si el vale ya está en tu lista.</p>
        )}
      </SubmitError>
      <CardGrid>
        {answer.rewards.map((reward) => (
          <Card
            key={reward.code}
            mark={<IconCircle icon={Gift} tone={reward.affordable ? 'brand' : 'neutral'} />}
            title={reward.title}
            detail={placesText(reward)}
          >
            <p className="flex-1 text-pretty wrap-anywhere">{reward.text}</p>
            {reward.affordable ? (
              <Button
                kind="quiet"
                wide
                aria-label={`Canjear por ${counted(reward.points)}: ${reward.title}`}
                onClick={() => taking.ask(reward)}
              >
                Canjear por {counted(reward.points)}
              </Button>
            ) : (
              <p className="text-soft">
                Cuesta {counted(reward.points)}: te faltan{' '}
                {counted(reward.points - spendablePoints)}.
              </p>
            )}
          </Card>
        ))}
      </CardGrid>
      {taking.dialog}
    </Section>
  )
}

const placesText = ({ branches }: Reward): string =>
  branches.length === 0
    ? 'En todas las estaciones'
    : `En ${branches.map(({ name }) => name).join(', ')}`
