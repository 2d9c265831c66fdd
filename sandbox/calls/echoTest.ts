import { EchoTestRequest } from '#contract/geopay.ts'
import { approved, signedCall } from '#sandbox/calls/signedCall.ts'

/** Answers 00 to a request with a valid signature: the keys of both sides match. */
export const echoTest = signedCall(EchoTestRequest, () => approved())
