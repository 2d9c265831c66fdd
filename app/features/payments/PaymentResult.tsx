import { CircleX, FileQuestionMark, Hourglass, type LucideIcon, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { LazyPushInvitation } from '#app/features/invitations/LazyPushInvitation.tsx'
import { PaymentDetails } from '#app/features/payments/PaymentDetails.tsx'
import { wasCancelled } from '#app/features/payments/paymentStateStyle.ts'
import type { Payment } from '#contract/entities/payment.ts'
import { ButtonLink } from '#kit/display/ButtonLink.tsx'
import { Card } from '#kit/display/Card.tsx'
import { Money } from '#kit/display/Money.tsx'
import { StatPanel } from '#kit/display/StatPanel.tsx'
import { Alert } from '#kit/feedback/Alert.tsx'
import { money, points } from '#kit/format/numbers.ts'
import { Stack } from '#kit/layout/Stack.tsx'
import { TONES, type Tone } from '#kit/style/tone.ts'

/*
 * The views of a payment's result. Only that of a rejected payment offers to pay again: while the
 * outcome is not known, a second payment could charge twice.
 */

interface Props {
  payment: Payment
}

export function PaymentPending({ offline = false }: { offline?: boolean }) {
  return (
    <>
      <ResultHeader icon={Hourglass} tone="brand" title="Estamos confirmando tu pago" waiting>
        Le preguntamos a la red de tarjetas cómo quedó, y seguimos preguntando solos. No hace falta
        que hagas nada, y no pagues esta deuda de nuevo.
      </ResultHeader>
      {/* Most are confirmed at once: until then these would only flash by. */}
      <div className="flex animate-rise flex-col gap-6 [animation-delay:1.2s]">
        {offline && (
          <Alert tone="warn">Ahora no tenés conexión. Apenas vuelva, seguimos preguntando.</Alert>
        )}
        <Alert>
          Podés salir de esta pantalla: te avisamos en Notificaciones cuando se confirme.
        </Alert>
        <Links>
          <ButtonLink to="/listPayment" kind="quiet" wide>
            Ver mis pagos
          </ButtonLink>
          <ButtonLink to="/main" kind="plain" wide>
            Ir al inicio
          </ButtonLink>
        </Links>
      </div>
    </>
  )
}

export function PaymentPaid({ payment }: Props) {
  const { amount, currency, merchantName } = payment
  return (
    <>
      <StatPanel
        label="¡Listo! Pagaste"
        figure={<Money cents={amount} currency={currency} large />}
      >
        <p>{merchantName}</p>
        {payment.points > 0 && <p>Sumaste {points(payment.points)} puntos</p>}
        {payment.refund > 0 && (
          <p>
            Te devuelven {money(payment.refund, currency)} por la Ley {payment.law}
          </p>
        )}
      </StatPanel>
      <Card>
        <PaymentDetails payment={payment} />
      </Card>
      <LazyPushInvitation title="¿Te avisamos de tus pagos?">
        Si un pago se confirma más tarde o se anula, te enterás en este dispositivo aunque no tengas
        la app abierta.
      </LazyPushInvitation>
      <Links>
        <ButtonLink to="/listPayment" wide>
          Ver mis pagos
        </ButtonLink>
        <ButtonLink to="/payment" kind="plain" wide>
          Volver a mis deudas
        </ButtonLink>
      </Links>
    </>
  )
}

export function PaymentRejected({ payment }: Props) {
  const cancelled = wasCancelled(payment)
  return (
    <>
      <ResultHeader
        icon={cancelled ? Undo2 : CircleX}
        tone={cancelled ? 'neutral' : 'bad'}
        title={cancelled ? 'No se hizo el pago' : 'Pago rechazado'}
      >
        {payment.reason} No se cobró nada.
      </ResultHeader>
      <Card>
        <PaymentDetails payment={payment} />
      </Card>
      <Links>
        <ButtonLink to="/payment" search={{ reference: payment.reference }} wide>
          {cancelled ? 'Pagar ahora' : 'Pagar con otra tarjeta'}
        </ButtonLink>
        <ButtonLink to="/payment" kind="plain" wide>
          Volver a mis deudas
        </ButtonLink>
      </Links>
    </>
  )
}

export function PaymentReversed({ payment }: Props) {
  const amount = money(payment.amount, payment.currency)
  return (
    <>
      {payment.state === 'VOIDED' ? (
        <ResultHeader icon={Undo2} tone="neutral" title="Tu pago se anuló">
          El cobro de {amount} quedó sin efecto y tu tarjeta no lo paga.
        </ResultHeader>
      ) : (
        <ResultHeader icon={Undo2} tone="neutral" title="Te devolvimos tu pago">
          Los {amount} vuelven a tu tarjeta; el emisor puede demorar unos días en mostrarlo.
        </ResultHeader>
      )}
      <Card>
        <PaymentDetails payment={payment} />
      </Card>
      <Links>
        <ButtonLink to="/listPayment" wide>
          Ver mis pagos
        </ButtonLink>
        <ButtonLink to="/payment" kind="plain" wide>
          Volver a mis deudas
        </ButtonLink>
      </Links>
    </>
  )
}

export function PaymentRefused({ sentence }: { sentence: string }) {
  return (
    <>
      <ResultHeader icon={FileQuestionMark} tone="warn" title="No pudimos confirmar este pago">
        {sentence}
      </ResultHeader>
      <Links>
        <ButtonLink to="/listPayment" wide>
          Ver mis pagos
        </ButtonLink>
        <ButtonLink to="/payment" kind="plain" wide>
          Volver a mis deudas
        </ButtonLink>
      </Links>
    </>
  )
}

const Links = ({ children }: { children: ReactNode }) => <Stack gap="small">{children}</Stack>

interface ResultHeaderProps {
  icon: LucideIcon
  tone: Tone
  /** The screen's second-level heading. */
  title: string
  children: ReactNode
  /** The result is pending: a ring turns around the icon. */
  waiting?: boolean
}

/** Icon, title and text of a result. */
function ResultHeader({ icon: Icon, tone, title, children, waiting = false }: ResultHeaderProps) {
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
