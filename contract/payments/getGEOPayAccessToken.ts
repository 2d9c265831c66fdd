import * as z from 'zod/mini'
import { DebtData } from '#contract/entities/debt.ts'
import { USER } from '#contract/roles.ts'
import { service } from '#contract/service.ts'
import { opaqueCode } from '#contract/fields/text.ts'

/**
 * Opens (or finds again) the one attempt to pay a debt and gets its token for the gateway's page.
 * Amounts come from our own row; what `debtData` says beside the reference may only agree (else 05).
 */
export const getGEOPayAccessToken = service({
  group: 'payments',
  name: 'getGEOPayAccessToken',
  access: [USER],
  changes: true,
  request: {
    geopayNetId: opaqueCode(40, 'Decinos la red de la pasarela, como la da getDebts.'),
    geopayMerchantId: opaqueCode(40, 'Decinos el comercio de la pasarela, como lo da getDebts.'),
    debtData: DebtData,
  },
  response: {
    authorizerRespCode: z.string(),
    authorizerRespDesc: z.string(),
    /** Carried to the gateway's page by a form, never in an address. */
    accessToken: z.string(),
  },
})
