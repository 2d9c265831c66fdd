import { useEffect, useEffectEvent, useState } from 'react'
import { useApp } from '#app/context.ts'
import { isPayable } from '#app/features/payments/debtSummary.ts'
import { goToGateway } from '#app/features/payments/goToGateway.ts'
import { PaymentReview } from '#app/features/payments/PaymentReview.tsx'
import { markPayment } from '#app/features/payments/paymentInProgress.ts'
import type { AnswerOf } from '#contract/call.ts'
import type { Debt } from '#contract/entities/debt.ts'
import type { Payment } from '#contract/entities/payment.ts'
import { GATEWAY_CODES } from '#contract/geopay.ts'
import { getDebts } from '#contract/payments/getDebts.ts'
import { getGEOPayAccessToken } from '#contract/payments/getGEOPayAccessToken.ts'
import { getPayments } from '#contract/payments/getPayments.ts'
import { DENIED } from '#contract/responseCodes.ts'
import { type ApiError, offlineText } from '#kit/api/apiError.ts'
import { useCallMutation } from '#kit/api/callQueries.ts'
import { Button } from '#kit/display/Button.tsx'
import { Alert } from '#kit/feedback/Alert.tsx'
import { Sheet } from '#kit/feedback/Sheet.tsx'
import { money } from '#kit/format/numbers.ts'

/**
 * Milliseconds after which the pay button works again, in case the gateway's page does not load.
 */
const GATEWAY_PAGE_TIMEOUT_MS = 20_000

interface Props {
  debt: Debt
  /** Its open payment at the gateway, if any. */
  openPayment: Payment | undefined
  geopay: AnswerOf<typeof getDebts>['geopay']
  open: boolean
  onClose: () => void
}

/** Step 2 of a payment: the review, and the way to the gateway's page. */
export function PayDebt({ debt, openPayment, geopay, open, onClose }: Props) {
  const { storage, clock } = useApp()
  const [ownTip, setTip] = useState<number>()
  const tip = ownTip ?? openPayment?.tipAmount ?? 0
  const [isLeaving, setIsLeaving] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const tokenRequest = useCallMutation(getGEOPayAccessToken, {
    invalidates: [getDebts, getPayments],
  })
  useReturnToPage(isLeaving, () => setIsLeaving(false))

  const goWithToken = ({
    authorizerRespCode,
    ...answer
  }: AnswerOf<typeof getGEOPayAccessToken>) => {
    if (authorizerRespCode !== GATEWAY_CODES.approved) return setRefusal(answer.authorizerRespDesc)
    setIsLeaving(true)
    goToGateway(geopay.pageUrl, answer.accessToken)
  }
  const pay = () => {
    setRefusal(undefined)
    markPayment(storage, clock.now())
    const { netId, merchantId } = geopay
    const debtData = { ...debt, tipAmount: tip }
    tokenRequest.mutate(
      { geopayNetId: netId, geopayMerchantId: merchantId, debtData },
      { onSuccess: goWithToken },
    )
  }
  // Closing the sheet while the token is requested cancels going to the gateway.
  const reset = () => {
    setRefusal(undefined)
    setIsLeaving(false)
    tokenRequest.reset()
  }
  const close = () => {
    reset()
    onClose()
  }
  // Back closes the sheet without calling `close`.
  const closed = useEffectEvent(reset)
  useEffect(() => (open ? () => closed() : undefined), [open])
  const busy = tokenRequest.isPending || isLeaving
  const failure = refusal ?? (tokenRequest.error && textOf(tokenRequest.error))
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
            <Button wide busy={busy} onClick={pay}>
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

/**
 * The server's sentence for a refusal. For other errors the text makes no claim about charges:
 * another hosted page of this debt may be open.
 */
const textOf = ({ code, message, noAnswer }: ApiError) =>
  code === DENIED
    ? message
    : noAnswer === 'offline'
      ? offlineText('pagar')
      : 'No pudimos abrir la página de pago. Revisá tu conexión y probá de nuevo: una deuda no se paga dos veces.'

/**
 * Calls back when the page is shown again after Back from the gateway, or when the gateway's page
 * has not loaded in time.
 */
function useReturnToPage(isLeaving: boolean, onReturn: () => void) {
  const onReturnEvent = useEffectEvent(onReturn)
  useEffect(() => {
    if (!isLeaving) return undefined
    const timer = setTimeout(() => onReturnEvent(), GATEWAY_PAGE_TIMEOUT_MS)
    const show = () => onReturnEvent()
    addEventListener('pageshow', show)
    return () => {
      clearTimeout(timer)
      removeEventListener('pageshow', show)
    }
  }, [isLeaving])
}
