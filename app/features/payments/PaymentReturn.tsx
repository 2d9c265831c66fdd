import { type FunctionComponent, useEffect } from 'react'
import { useApp } from '#app/context.ts'
import { recordUse } from '#app/features/invitations/invitationTiming.ts'
import {
  PaymentPaid,
  PaymentPending,
  PaymentRefused,
  PaymentRejected,
  PaymentReversed,
} from '#app/features/payments/PaymentResult.tsx'
import { unmarkPayment } from '#app/features/payments/paymentInProgress.ts'
import { usePaymentOutcome } from '#app/features/payments/usePaymentOutcome.ts'
import { AppScreen } from '#app/features/shell/AppScreen.tsx'
import type { Payment, PaymentState } from '#contract/entities/payment.ts'

/** Step 3 of a payment: the result, after the return from the gateway with its message. */
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
        {outcome.kind === 'confirming' && <PaymentPending offline={outcome.offline} />}
        {outcome.kind === 'refused' && <PaymentRefused sentence={outcome.sentence} />}
        {outcome.kind === 'known' && <Known payment={outcome.payment} />}
      </div>
    </AppScreen>
  )
}

function Known({ payment }: { payment: Payment }) {
  const End = ENDS[payment.state]
  return <End payment={payment} />
}

const ENDS: Record<PaymentState, FunctionComponent<{ payment: Payment }>> = {
  PENDING: () => <PaymentPending />,
  PROCESSING: () => <PaymentPending />,
  PAID: PaymentPaid,
  REJECTED: PaymentRejected,
  VOIDED: PaymentReversed,
  REFUNDED: PaymentReversed,
}
