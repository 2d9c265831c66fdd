import { useEffect, useEffectEvent, useState } from 'react'
import { isPayable } from '#app/features/payments/debtSummary.ts'
import { PaymentReview } from '#app/features/payments/PaymentReview.tsx'
import { useGateway } from '#app/features/payments/useGateway.ts'
import type { AnswerOf } from '#contract/call.ts'
import type { Debt } from '#contract/entities/debt.ts'
import type { Payment } from '#contract/entities/payment.ts'
import type { getDebts } from '#contract/payments/getDebts.ts'
import { Button } from '#kit/display/Button.tsx'
import { Alert } from '#kit/feedback/Alert.tsx'
import { Sheet } from '#kit/feedback/Sheet.tsx'
import { money } from '#kit/format/numbers.ts'

interface Props {
  debt: Debt
  /** Its open payment at the gateway, if any. */
  openPayment: Payment | undefined
  geopay: AnswerOf<typeof getDebts>['geopay']
  open: boolean
  onClose: () => void
}

export function PayDebt({ debt, openPayment, geopay, open, onClose }: Props) {
  const [ownTip, setTip] = useState<number>()
  const tip = ownTip ?? openPayment?.tipAmount ?? 0
  const { busy, failure, pay, reset } = useGateway(geopay)
  const close = () => {
    reset()
    onClose()
  }
  // Back closes the sheet without calling `close`.
  const closed = useEffectEvent(reset)
  useEffect(() => (open ? () => closed() : undefined), [open])
  const label = `${openPayment ? 'Seguir pagando' : 'Ir a pagar'} ${money(debt.amount + tip, debt.currency)}`
  return (
    <Sheet
      open={open}
      onClose={close}
      title="Antes de pagar"
      foot={
        !isPayable(debt) ? (
          <Alert title="Estamos confirmando tu pago">
            No hace falta que hagas nada, y no lo pagues de nuevo.
          </Alert>
        ) : geopay.pageUrl === '' ? (
          // Mock mode has no hosted page.
          <Alert title="Es una deuda de muestra">Acá no hay nada que cobrar de verdad.</Alert>
        ) : (
          <div className="flex min-w-0 flex-col gap-4">
            {failure !== null && <Alert tone="bad">{failure}</Alert>}
            <Button wide busy={busy} onClick={() => pay({ ...debt, tipAmount: tip })}>
              {busy ? 'Abriendo el pago…' : failure === null ? label : 'Probar de nuevo'}
            </Button>
          </div>
        )
      }
    >
      {/* A payment that this button has just opened is not shown as begun earlier. */}
      <PaymentReview
        debt={debt}
        isBegun={openPayment !== undefined && !busy}
        tip={tip}
        onTip={setTip}
      />
    </Sheet>
  )
}
