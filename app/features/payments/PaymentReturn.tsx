import { CircleX, FileQuestionMark, Hourglass, Undo2 } from 'lucide-react'
import { useEffect } from 'react'
import { useApp } from '#app/context.ts'
import { recordUse } from '#app/features/invitations/invitationTiming.ts'
import { LazyPushInvitation } from '#app/features/invitations/LazyPushInvitation.tsx'
import { PaymentDetails } from '#app/features/payments/PaymentDetails.tsx'
import { PaymentStateHeader } from '#app/features/payments/PaymentStateHeader.tsx'
import { partialRefundText } from '#app/features/payments/partialRefund.ts'
import { unmarkPayment } from '#app/features/payments/paymentInProgress.ts'
import { placeToPay, wasCancelled } from '#app/features/payments/paymentStateStyle.ts'
import { usePaymentOutcome } from '#app/features/payments/usePaymentOutcome.ts'
import { AppScreen } from '#app/features/shell/AppScreen.tsx'
import type { Payment } from '#contract/entities/payment.ts'
import { Card } from '#kit/display/Card.tsx'
import { Money } from '#kit/display/Money.tsx'
import { ButtonLink } from '#kit/display/RouteLink.tsx'
import { StatPanel } from '#kit/display/StatPanel.tsx'
import { Alert } from '#kit/feedback/Alert.tsx'
import { money, points } from '#kit/format/numbers.ts'

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
            <PaymentStateHeader
              icon={FileQuestionMark}
              tone="warn"
              title="No pudimos confirmar este pago"
            >
              {outcome.sentence}
            </PaymentStateHeader>
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
          <ButtonLink {...placeToPay(payment)} wide>
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
      <PaymentStateHeader icon={Hourglass} tone="brand" title="Estamos confirmando tu pago" waiting>
        Le preguntamos a la red de tarjetas cómo quedó, y seguimos preguntando solos. No hace falta
        que hagas nada, y no pagues esta deuda de nuevo.
      </PaymentStateHeader>
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
  const returned = partialRefundText(payment)
  return (
    <StatPanel label="¡Listo! Pagaste" figure={<Money cents={amount} currency={currency} large />}>
      <p>{payment.merchantName}</p>
      {payment.points > 0 && <p>Sumaste {points(payment.points)} puntos</p>}
      {payment.station && !payment.station.rrn && (
        <p>Le avisamos a la caja. Tus puntos aparecen cuando la estación informa la venta.</p>
      )}
      {returned !== '' && <p>{returned} a tu tarjeta</p>}
      {refund > 0 && (
        <p>
          Te devuelven {money(refund, currency)} por la Ley {payment.law}
        </p>
      )}
    </StatPanel>
  )
}

function EndHeader({ payment }: { payment: Payment }) {
  const amount = money(payment.amount, payment.currency)
  if (payment.state === 'VOIDED')
    return (
      <PaymentStateHeader icon={Undo2} tone="neutral" title="Tu pago se anuló">
        El cobro de {amount} quedó sin efecto y tu tarjeta no lo paga.
        {payment.station && ' Preguntale a la estación si todavía tenés que pagar.'}
      </PaymentStateHeader>
    )
  if (payment.state === 'REFUNDED')
    return (
      <PaymentStateHeader icon={Undo2} tone="neutral" title="Te devolvimos tu pago">
        Los {amount} vuelven a tu tarjeta; el emisor puede demorar unos días en mostrarlo.
      </PaymentStateHeader>
    )
  const cancelled = wasCancelled(payment)
  return (
    <PaymentStateHeader
      icon={cancelled ? Undo2 : CircleX}
      tone={cancelled ? 'neutral' : 'bad'}
      title={cancelled ? 'No se hizo el pago' : 'Pago rechazado'}
    >
      {payment.reason} No se cobró nada.
    </PaymentStateHeader>
  )
}
