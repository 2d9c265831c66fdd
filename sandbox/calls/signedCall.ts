import * as z from 'zod/mini'
import type { GatewayResponseHeader } from '#contract/geopay.ts'
import { GATEWAY_CODES } from '#contract/geopay.ts'
import { responseHeader } from '#sandbox/calls/responseHeader.ts'
import type { Context } from '#sandbox/context.ts'
import { isSigned, signed } from '#sandbox/signature.ts'

/** The unsigned answer of a call; `fields` are added beside the header. */
export interface SignedAnswer {
  code: string
  description: string
  fields?: Record<string, unknown>
}
type Header = z.infer<typeof GatewayResponseHeader>

/**
 * Wraps a call: verifies the signature of the raw message, parses it, and signs the answer. A
 * message without the merchant's signature gets 05.
 */
export function signedCall<Message extends { requestHeader: { netId: string } }>(
  schema: z.ZodMiniType<Message>,
  run: (context: Context, message: Message) => SignedAnswer,
) {
  return (context: Context, body: unknown): { responseHeader: Header } => {
    const { code, description, fields } = verifyAndRun(context, schema, body, run)
    const header = responseHeader(context.clock, code, description)
    const answer: { responseHeader: Header } = { ...fields, responseHeader: header }
    return signed(answer, 'responseHeader', context.gatewayKey)
  }
}

function verifyAndRun<Message extends { requestHeader: { netId: string } }>(
  context: Context,
  schema: z.ZodMiniType<Message>,
  body: unknown,
  run: (context: Context, message: Message) => SignedAnswer,
): SignedAnswer {
  if (!isSigned(body, 'requestHeader', context.merchantKey))
    return { code: GATEWAY_CODES.declined, description: 'Firma inválida' }
  const parsed = z.safeParse(schema, body)
  if (!parsed.success) {
    const field = parsed.error.issues[0]?.path.join('.') ?? ''
    return { code: GATEWAY_CODES.invalidTransaction, description: `Mensaje inválido: ${field}` }
  }
  if (parsed.data.requestHeader.netId !== context.config.merchant.netId)
    return { code: GATEWAY_CODES.declined, description: 'Comercio desconocido' }
  return run(context, parsed.data)
}
