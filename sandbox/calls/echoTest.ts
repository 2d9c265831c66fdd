import { EchoTestRequest, GATEWAY_CODES } from '#contract/geopay.ts'
import { signedCall } from '#sandbox/calls/signedCall.ts'

/**
 * Answers 00 to the merchant, which proves that the gateway runs and that both sides have matching
 * keys.
 */
export const echoTest = signedCall(EchoTestRequest, () => ({
  code: GATEWAY_CODES.approved,
  description: 'APROBADO',
}))
