import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { DebtData } from '#contract/entities/debt.ts'
import { withDefault } from '#contract/fields/optional.ts'
import { opaqueCode } from '#contract/fields/text.ts'
import { USER } from '#contract/roles.ts'

/**
 * Opens an attempt to pay a debt, or returns the open one, with its token for the gateway's payment
 * page. Amounts come from the stored debt.
 * Errors: 05 a debt that is unknown, another user's, voided, paid or being paid; fields of `debtData`
 * that differ from the stored debt; wrong gateway ids; a caller under 18; a gateway that refuses the
 * payment or does not answer. HTTP 429 after forty new attempts of the person at once, or sixty within an hour.
 */
export const getGEOPayAccessToken = defineCall('payments', 'getGEOPayAccessToken', {
  access: [USER],
  changes: true,
  request: () => ({
    /** Net id, as `geopay` of `getDebts` answers it; empty for the same. */
    geopayNetId: withDefault(opaqueCode(40, 'Esa red de la pasarela no es válida.'), ''),
    /** Merchant id, as `geopay` of `getDebts` answers it; empty for the same. */
    geopayMerchantId: withDefault(opaqueCode(40, 'Ese comercio de la pasarela no es válido.'), ''),
    debtData: DebtData,
  }),
  response: () => ({
    /** Answer code of the gateway. */
    authorizerRespCode: z.string(),
    /** Answer description of the gateway. */
    authorizerRespDesc: z.string(),
    /** Token to POST to the payment page in a form field; never put it into an address. */
    accessToken: z.string(),
  }),
})
