import { Check, Hourglass, TimerOff, Undo2, UserRound } from 'lucide-react'
import { PaymentStateHeader } from '#app/features/payments/PaymentStateHeader.tsx'
import type { DriverState } from '#contract/entities/paymentRequest.ts'
import { ButtonLink } from '#kit/display/RouteLink.tsx'

interface Props {
  state: DriverState
  /** The person paid it, or is paying. */
  isMine: boolean
}

const NEUTRAL_UNDO = { icon: Undo2, tone: 'neutral' } as const
const NOT_CHARGED = 'Si habías escrito una tarjeta, el cobro se anula solo y te avisamos.'

const TEXTS = {
  paying: {
    icon: Hourglass,
    tone: 'brand',
    waiting: true,
    title: 'Estamos confirmando tu pago',
    text: 'Le preguntamos a la red de tarjetas cómo quedó. No hace falta que hagas nada, y no lo pagues de nuevo.',
  },
  taken: {
    icon: UserRound,
    tone: 'warn',
    title: 'Otra persona lo está pagando',
    text: 'Si no lo termina, acá mismo vas a poder pagarlo vos.',
  },
  paid: {
    icon: Check,
    tone: 'good',
    title: 'Ya pagaste esta compra',
    text: 'No hace falta que hagas nada más: le avisamos a la caja.',
  },
  paidByAnother: {
    icon: Check,
    tone: 'neutral',
    title: 'Otra persona ya la pagó',
    text: `No tenés que pagar nada. ${NOT_CHARGED}`,
  },
  cancelled: {
    ...NEUTRAL_UNDO,
    title: 'La estación canceló este cobro',
    text: `Si todavía tenés que pagar, pedile un código nuevo. ${NOT_CHARGED}`,
  },
  expired: {
    icon: TimerOff,
    tone: 'neutral',
    title: 'Se terminó el tiempo para pagar',
    text: `El código dura 10 minutos: pedile uno nuevo a la estación. ${NOT_CHARGED}`,
  },
  voided: {
    ...NEUTRAL_UNDO,
    title: 'La estación anuló este pago',
    text: 'El cobro queda sin efecto y tu tarjeta no lo paga. Si tenés dudas, preguntale a la estación.',
  },
} as const

export function PaymentRequestStatus({ state, isMine }: Props) {
  const shown = state === 'waiting' ? 'expired' : state
  const { text, ...header } = TEXTS[shown === 'paid' && !isMine ? 'paidByAnother' : shown]
  const canScan = shown === 'cancelled' || shown === 'expired'
  return (
    <>
      <PaymentStateHeader {...header}>{text}</PaymentStateHeader>
      <div className="flex min-w-0 flex-col gap-2">
        {canScan && (
          <ButtonLink to="/readScann" wide>
            Escanear otro código
          </ButtonLink>
        )}
        <ButtonLink to="/listPayment" kind={canScan ? 'plain' : 'quiet'} wide>
          Ver mis pagos
        </ButtonLink>
      </div>
    </>
  )
}
