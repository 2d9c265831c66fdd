import { dayOf } from '#contract/dates.ts'
import { ADULT_AGE, ageOn } from '#contract/fields/birthdate.ts'
import { GATEWAY_CODES } from '#contract/gatewayCodes.ts'
import { getGEOPayAccessToken } from '#contract/payments/getGEOPayAccessToken.ts'
import { AUTHORIZED } from '#contract/responseCodes.ts'
import { debtOf } from '#db/payments/debts.ts'
import { definePhasedHandler } from '#server/http/defineHandler.ts'
import { notFound, PreparationOutdated, refuse } from '#server/http/errors.ts'
import {
  DEBT_VOIDED,
  getOrOpenAttempt,
  inOtherWindow,
  OPENINGS,
  storeAttemptToken,
} from '#server/payments/openAttempt.ts'
import { readTerms } from '#server/payments/paymentTerms.ts'

export default definePhasedHandler(getGEOPayAccessToken, {
  limits: [OPENINGS],
  // The attempt is committed before the gateway is asked for its token: no charge is without a row.
  async prepare(context, request, caller, { claim }) {
    const { db, config, now } = context
    const found = await debtOf(db, caller.personId, request.debtData.reference)
    if (!found) throw notFound()
    const { payer, ...debt } = found
    const { netId, merchantId } = config.gateway
    const terms = readTerms(request.debtData, debt)
    const differs = (given: string, ours: string) => given !== '' && given !== ours
    if (
      !terms ||
      differs(request.geopayNetId, netId) ||
      differs(request.geopayMerchantId, merchantId)
    )
      throw refuse(
        'Los datos no coinciden con tu deuda. Actualizá la lista y probá de nuevo.',
        'debt_changed',
      )
    if (debt.state === 'VOIDED') throw refuse(DEBT_VOIDED, 'debt_voided')
    if (ageOn(dayOf(now()), payer.birthdate.replaceAll('-', '')) < ADULT_AGE)
      throw refuse(`Para pagar con tarjeta tenés que ser mayor de ${ADULT_AGE} años.`, 'underage')
    return await getOrOpenAttempt(context, payer, debt, terms, { caller, claim })
  },
  work: async (context, _fields, _caller, { prepared }) => {
    const accessToken = prepared.isStored
      ? prepared.accessToken
      : await storeAttemptToken(context, prepared)
    if (accessToken === null) throw new PreparationOutdated(inOtherWindow())
    return {
      authorizerRespCode: GATEWAY_CODES.approved,
      authorizerRespDesc: AUTHORIZED,
      accessToken,
    }
  },
})
