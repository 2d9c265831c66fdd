import { useEffect, useEffectEvent, useState } from 'react'
import { isPayable } from '#app/parts/payments/debtSummary.ts'
import { goToGateway } from '#app/parts/payments/goToGateway.ts'
import { PaymentReview } from '#app/parts/payments/PaymentReview.tsx'
import { DENIED } from '#contract/responseCodes.ts'
import type { Debt } from '#contract/entities/debt.ts'
import type { Payment } from '#contract/entities/payment.ts'
import { GATEWAY_CODES } from '#contract/geopay.ts'
import { getDebts } from '#contract/payments/getDebts.ts'
import { getGEOPayAccessToken } from '#contract/payments/getGEOPayAccessToken.ts'
import { getPayments } from '#contract/payments/getPayments.ts'
import type { AnswerOf } from '#contract/service.ts'
import { Alert } from '#kit/feedback/Alert.tsx'
import { Button } from '#kit/display/Button.tsx'
import type { ApiError } from '#kit/api/apiError.ts'
import { money } from '#kit/format/format.ts'
import { Sheet } from '#kit/feedback/Sheet.tsx'
import { Stack } from '#kit/layout/Stack.tsx'
import { useCallMutation } from '#kit/api/callQueries.ts'

/** The gateway's page may be slow to come; after this, in milliseconds, going there can be tried again. */
const PATIENCE = 20_000

interface Props {
  debt: Debt
  /** Its payment that was begun at the gateway and not ended. */
  begun: Payment | undefined
  geopay: AnswerOf<typeof getDebts>['geopay']
  open: boolean
  onClose: () => void
}

/** The second moment of paying: what will be charged, and the way to the gateway's page. */
export function PayDebt({ debt, begun, geopay, open, onClose }: Props) {
  const [ownTip, setTip] = useState<number>()
  const tip = ownTip ?? begun?.tipAmount ?? 0
  const [leaving, setLeaving] = useState(false)
  const [refused, setRefused] = useState<string>()
  const opening = useCallMutation(getGEOPayAccessToken, { invalidates: [getDebts, getPayments] })
  useComeBack(leaving, () => setLeaving(false))

  const leave = ({ authorizerRespCode, ...said }: AnswerOf<typeof getGEOPayAccessToken>) => {
    if (authorizerRespCode !== GATEWAY_CODES.approved) return setRefused(said.authorizerRespDesc)
    setLeaving(true)
    goToGateway(geopay.pageUrl, said.accessToken)
  }
  const pay = () => {
    setRefused(undefined)
    const { netId, merchantId } = geopay
    const debtData = { ...debt, tipAmount: tip }
    opening.mutate(
      { geopayNetId: netId, geopayMerchantId: merchantId, debtData },
      { onSuccess: leave },
    )
  }
  // Who closes the sheet while the token is on its way does not want to go any more.
  const giveUp = () => {
    setRefused(undefined)
    setLeaving(false)
    opening.reset()
  }
  const close = () => {
    giveUp()
    onClose()
  }
  // Back closes it from outside.
  const closed = useEffectEvent(giveUp)
  useEffect(() => (open ? () => closed() : undefined), [open])
  const going = opening.isPending || leaving
  const failure = refused ?? (opening.error && textOf(opening.error))
  return (
    <Sheet
      open={open}
      onClose={close}
      title="Antes de pagar"
      foot={
        <Foot
          debt={debt}
          sample={geopay.pageUrl === ''}
          failure={failure}
          busy={going}
          label={`${begun ? 'Seguir pagando' : 'Ir a pagar'} ${money(debt.amount + tip, debt.currency)}`}
          onPay={pay}
        />
      }
    >
      {/* What is begun right now, by this very button, is no news. */}
      <PaymentReview debt={debt} begun={begun !== undefined && !going} tip={tip} onTip={setTip} />
    </Sheet>
  )
}

interface FootProps {
  debt: Debt
  /** Mock mode: there is no page to go to. */
  sample: boolean
  failure: string | null
  busy: boolean
  label: string
  onPay: () => void
}

function Foot({ debt, sample, failure, busy, label, onPay }: FootProps) {
  if (!isPayable(debt))
    return (
      <Alert title="Estamos confirmando tu pago">
        No hace falta que hagas nada, y no lo pagues de nuevo.
      </Alert>
    )
  if (sample)
    return <Alert title="Es una deuda de muestra">Acá no hay nada que cobrar de verdad.</Alert>
  return (
    <Stack>
      {failure !== null && <Alert tone="bad">{failure}</Alert>}
      <Button wide busy={busy} onClick={onPay}>
        {busy ? 'Abriendo el pago…' : failure === null ? label : 'Probar de nuevo'}
      </Button>
    </Stack>
  )
}

/**
 * The server's own sentence when it said no; else it is not known, and safe to ask again. Of money
 * nothing is said: a page of this debt may be open elsewhere, and a card typed there.
 */
const textOf = ({ code, message }: ApiError) =>
  code === DENIED
    ? message
    : 'No pudimos abrir la página de pago. Revisá tu conexión y probá de nuevo: una deuda no se paga dos veces.'

/** The person is still here, or here again: back from the gateway's page, or it never came. */
function useComeBack(leaving: boolean, onBack: () => void) {
  const back = useEffectEvent(onBack)
  useEffect(() => {
    if (!leaving) return undefined
    const timer = setTimeout(() => back(), PATIENCE)
    const show = () => back()
    addEventListener('pageshow', show)
    return () => {
      clearTimeout(timer)
      removeEventListener('pageshow', show)
    }
  }, [leaving])
}
