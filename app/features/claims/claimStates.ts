import { CircleCheck, CircleX, Hourglass, type LucideIcon, Search } from 'lucide-react'
import { counted } from '#app/features/loyalty/pointsTexts.ts'
import { shortDate, toStamp } from '#contract/dates.ts'
import { CLAIM_STATE_LABELS, type PurchaseClaim } from '#contract/entities/purchaseClaim.ts'
import { pendingText } from '#contract/pointsText.ts'
import { points } from '#kit/format/numbers.ts'
import type { Tone } from '#kit/style/tone.ts'

type State = PurchaseClaim['state']

export const CLAIM_STATE_STYLES: Record<State, { label: string; tone: Tone; icon: LucideIcon }> = {
  waiting: { label: CLAIM_STATE_LABELS.waiting, tone: 'warn', icon: Hourglass },
  operator: { label: CLAIM_STATE_LABELS.operator, tone: 'warn', icon: Search },
  credited: { label: CLAIM_STATE_LABELS.credited, tone: 'good', icon: CircleCheck },
  rejected: { label: CLAIM_STATE_LABELS.rejected, tone: 'bad', icon: CircleX },
}

const NEXT: Record<State, (claim: PurchaseClaim, now: Date) => string> = {
  waiting: ({ operatorFrom }) =>
    `La estación todavía no informó esta compra. La esperamos hasta el ${shortDate(operatorFrom)}; si no llega, la mira una persona de la red. Te avisamos acá.`,
  operator: () =>
    'La está mirando una persona de la red, que le pregunta a la estación. Te avisamos acá.',
  credited: ({ points: given = 0, pendingUntil = '' }, now) =>
    given === 0
      ? 'Está en tus movimientos, y no dio puntos.'
      : `Está en tus movimientos, con ${
          pendingUntil > toStamp(now)
            ? pendingText(given, `el ${shortDate(pendingUntil)}`, points(given))
            : counted(given)
        }.`,
  rejected: ({ sentence }) => sentence ?? 'No la pudimos acreditar.',
}

export const claimText = (claim: PurchaseClaim, now: Date): string => NEXT[claim.state](claim, now)

/** Whether the driver still has to get an answer. */
export const isUnanswered = ({ state }: PurchaseClaim) =>
  state === 'waiting' || state === 'operator'
