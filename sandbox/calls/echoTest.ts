import { EchoTestRequest, GATEWAY_CODES } from '#contract/geopay.ts'
import { signedCall } from '#sandbox/calls/signedCall.ts'

/** Says that the gateway is there and that both sides hold the right keys. */
export const echoTest = signedCall(EchoTestRequest, () => ({
  code: GATEWAY_CODES.approved,
  words: 'APROBADO',
}))
