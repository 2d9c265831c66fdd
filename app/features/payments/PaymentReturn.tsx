import { CircleX, FileQuestionMark, Hourglass, type LucideIcon, Undo2 } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { useApp } from '#app/context.ts'
import { recordUse } from '#app/features/invitations/invitationTiming.ts'
import { LazyPushInvitation } from '#app/features/invitations/LazyPushInvitation.tsx'
import { PaymentDetails } from '#app/features/payments/PaymentDetails.tsx'
import { unmarkPayment } from '#app/features/payments/paymentInProgress.ts'
import { wasCancelled } from '#app/features/payments/paymentStateStyle.ts'
import { usePaymentOutcome } from '#app/features/payments/usePaymentOutcome.ts'
import { AppScreen } from '#app/features/shell/AppScreen.tsx'
import type { Payment } from '#contract/entities/payment.ts'
import { Card } from '#kit/display/Card.tsx'
import { Money } from '#kit/display/Money.tsx'
import { ButtonLink } from '#kit/display/RouteLink.tsx'
import { StatPanel } from '#kit/display/StatPanel.tsx'
import { Alert } from '#kit/feedback/Alert.tsx'
import { money, points } from '#kit/format/numbers.ts'
import { TONES, type Tone } from '#kit/style/tone.ts'

/**
 * Step 3 of a payment: the result, after the return from the gateway with its message. Only the view of a
 * rejected payment offers to pay again: while the outcome is not known, a second payment could charge
 * twice.
 */
export function PaymentReturn({ message }: { message: string }) {
  const { storage } = useApp()
  const outcome = usePaymentOutcome(message)
  const isFinal = outcome.kind !== 'confirming'
  const isPaid = outcome.kind === 'known' && outcome.payment.state === 'PAID'
  useEffect(() => {
    if (isFinal) unmarkPayment(storage)
    if (isPaid) recordUse(storage)
  }, [isFinal, isPaid, storage])
  return (
    <AppScreen title="Tu pago">
      <div aria-live="polite" className="mx-auto flex w-full max-w-136 flex-col gap-6">
        {outcome.kind === 'confirming' && <Pending offline={outcome.offline} />}
        {outcome.kind === 'refused' && (
          <>
            <Header icon={FileQuestionMark} tone="warn" title="No pudimos confirmar este pago">
              {outcome.sentence}
            </Header>
            {TO_PAYMENTS_AND_DEBTS}
          </>
        )}
        {outcome.kind === 'known' && <Known payment={outcome.payment} />}
      </div>
    </AppScreen>
  )
}

const TO_DEBTS = (
  <ButtonLink to="/payment" kind="plain" wide>
    Volver a mis deudas
  </ButtonLink>
)
const TO_PAYMENTS_AND_DEBTS = (
  <div className="flex min-w-0 flex-col gap-2">
    <ButtonLink to="/listPayment" wide>
      Ver mis pagos
    </ButtonLink>
    {TO_DEBTS}
  </div>
)

function Known({ payment }: { payment: Payment }) {
  const { state } = payment
  return (
    <>
      {state === 'PAID' ? <PaidPanel payment={payment} /> : <EndHeader payment={payment} />}
      <Card>
        <PaymentDetails payment={payment} />
      </Card>
      {state === 'PAID' && (
        <LazyPushInvitation title="¿Te avisamos de tus pagos?">
          Si un pago se confirma más tarde o se anula, te enterás en este dispositivo aunque no
          tengas la app abierta.
        </LazyPushInvitation>
      )}
      {state === 'REJECTED' ? (
        <div className="flex min-w-0 flex-col gap-2">
          <ButtonLink to="/payment" search={{ reference: payment.reference }} wide>
            {wasCancelled(payment) ? 'Pagar ahora' : 'Pagar con otra tarjeta'}
          </ButtonLink>
          {TO_DEBTS}
        </div>
      ) : (
        TO_PAYMENTS_AND_DEBTS
      )}
    </>
  )
}

function Pending({ offline }: { offline: boolean }) {
  return (
    <>
      <Header icon={Hourglass} tone="brand" title="Estamos confirmando tu pago" waiting>
        Le preguntamos a la red de tarjetas cómo quedó, y seguimos preguntando solos. No hace falta
        que hagas nada, y no pagues esta deuda de nuevo.
      </Header>
      {/* Most are confirmed at once: until then these would only flash by. */}
      <div className="flex animate-rise flex-col gap-6 [animation-delay:1.2s]">
        {offline && (
          <Alert tone="warn">Ahora no tenés conexión. Apenas vuelva, seguimos preguntando.</Alert>
        )}
        <Alert>
          Podés salir de esta pantalla: te avisamos en Notificaciones cuando se confirme.
        </Alert>
        <div className="flex min-w-0 flex-col gap-2">
          <ButtonLink to="/listPayment" kind="quiet" wide>
            Ver mis pagos
          </ButtonLink>
          <ButtonLink to="/main" kind="plain" wide>
            Ir al inicio
          </ButtonLink>
        </div>
      </div>
    </>
  )
}

function PaidPanel({ payment }: { payment: Payment }) {
  const { amount, currency, refund } = payment
  return (
    <StatPanel label="¡Listo! Pagaste" figure={<Money cents={amount} currency={currency} large />}>
      <p>{payment.merchantName}</p>
      {payment.points > 0 && <p>Sumaste {points(payment.points)} puntos</p>}
      {refund > 0 && (
        <p>
          Te devuelven {money(refund, currency)} por la Ley {payment.law}
        </p>
      )}
    </StatPanel>
  )
}

/** The end of a payment that is not paid. */
function EndHeader({ payment }: { payment: Payment }) {
  const amount = money(payment.amount, payment.currency)
  if (payment.state === 'VOIDED')
    return (
      <Header icon={Undo2} tone="neutral" title="Tu pago se anuló">
        El cobro de {amount} quedó sin efecto y tu tarjeta no lo paga.
      </Header>
    )
  if (payment.state === 'REFUNDED')
    return (
      <Header icon={Undo2} tone="neutral" title="Te devolvimos tu pago">
        Los {amount} vuelven a tu tarjeta; el emisor puede demorar unos días en mostrarlo.
      </Header>
    )
  const cancelled = wasCancelled(payment)
  return (
    <Header
      icon={cancelled ? Undo2 : CircleX}
      tone={cancelled ? 'neutral' : 'bad'}
      title={cancelled ? 'No se hizo el pago' : 'Pago rechazado'}
    >
      {payment.reason} No se cobró nada.
    </Header>
  )
}

interface HeaderProps {
  icon: LucideIcon
  tone: Tone
  /** The screen's second-level heading. */
  title: string
  children: ReactNode
  /** The result is pending: a ring turns around the icon. */
  waiting?: boolean
}

function Header({ icon: Icon, tone, title, children, waiting = false }: HeaderProps) {
  return (
    <div className="flex animate-rise flex-col items-center gap-2 px-2 pt-4 text-center">
      <span
        aria-hidden="true"
        className={`relative flex size-22 items-center justify-center rounded-full ${TONES[tone]}`}
      >
        <Icon size={36} />
        {waiting && (
          <span className="absolute inset-0 animate-turn rounded-full border-4 border-brand-tint-strong border-t-brand-text" />
        )}
      </span>
      <h2 className="mt-3 text-[min(1.5rem,9.5vw)] font-bold tracking-tight">{title}</h2>
      <p className="max-w-104 text-balance text-soft">{children}</p>
    </div>
  )
}
