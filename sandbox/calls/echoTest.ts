import { EchoTestRequest, GATEWAY_CODES } from '#contract/geopay.ts'
import { signedCall } from '#sandbox/calls/signedCall.ts'

/** Answers 00 to a request with a valid signature: the keys of both sides match. */
export const echoTest = signedCall(EchoTestRequest, () => ({
  code: GATEWAY_CODES.approved,
  description: 'APROBADO',
}))
