import { useEffect, useEffectEvent, useState } from 'react'
import { useApp } from '#app/context.ts'
import { goToGateway } from '#app/features/payments/goToGateway.ts'
import { markPayment } from '#app/features/payments/paymentInProgress.ts'
import type { AnswerOf, CallContract, RequestOf } from '#contract/call.ts'
import { GATEWAY_CODES } from '#contract/gatewayCodes.ts'
import { getDebts } from '#contract/payments/getDebts.ts'
import { getGEOPayAccessToken } from '#contract/payments/getGEOPayAccessToken.ts'
import { getPayments } from '#contract/payments/getPayments.ts'
import { DENIED } from '#contract/responseCodes.ts'
import { type ApiError, offlineText } from '#kit/api/apiError.ts'
import { useCallMutation } from '#kit/api/callQueries.ts'

/**
 * Milliseconds after which the pay button works again, in case the gateway's page does not load.
 */
const GATEWAY_PAGE_TIMEOUT_MS = 20_000

/**
 * The way of a debt to the gateway's page.
 * @param invalidates calls whose answers an attempt changes, besides the lists of debts and payments
 */
export function useGateway(
  geopay: AnswerOf<typeof getDebts>['geopay'],
  invalidates: readonly CallContract[] = [],
) {
  const { storage, clock } = useApp()
  const [isLeaving, setIsLeaving] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const tokenRequest = useCallMutation(getGEOPayAccessToken, {
    invalidates: [getDebts, getPayments, ...invalidates],
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
  return {
    /** The token is requested, or the gateway's page loads. */
    busy: tokenRequest.isPending || isLeaving,
    /** The sentence about what went wrong; null while nothing did. */
    failure: refusal ?? (tokenRequest.error && textOf(tokenRequest.error)),
    pay: (debtData: RequestOf<typeof getGEOPayAccessToken>['debtData']) => {
      setRefusal(undefined)
      markPayment(storage, clock.now())
      const { netId, merchantId } = geopay
      tokenRequest.mutate(
        { geopayNetId: netId, geopayMerchantId: merchantId, debtData },
        { onSuccess: goWithToken },
      )
    },
    /** Cancels going to the gateway while the token is requested. */
    reset: () => {
      setRefusal(undefined)
      setIsLeaving(false)
      tokenRequest.reset()
    },
  }
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
