import * as z from 'zod/mini'
import type { GatewayResponseHeader } from '#contract/geopay.ts'
import { GATEWAY_CODES } from '#contract/geopay.ts'
import { responseHeader } from '#sandbox/calls/responseHeader.ts'
import type { Context } from '#sandbox/context.ts'
import { isSigned, signed } from '#sandbox/signature.ts'

/** What a call decided to say; its fields stand beside the header. */
export interface SignedAnswer {
  code: string
  words: string
  fields?: Record<string, unknown>
}
type Header = z.infer<typeof GatewayResponseHeader>

/**
 * One of the gateway's calls: proves the sender over the raw message, reads it, and signs the
 * answer. Whoever is not the merchant learns nothing but 05.
 */
export function signedCall<Message extends { requestHeader: { netId: string } }>(
  schema: z.ZodMiniType<Message>,
  run: (context: Context, message: Message) => SignedAnswer,
) {
  return (context: Context, body: unknown): { responseHeader: Header } => {
    const { code, words, fields } = admit(context, schema, body, run)
    const header = responseHeader(context.clock, code, words)
    const answer: { responseHeader: Header } = { ...fields, responseHeader: header }
    return signed(answer, 'responseHeader', context.gatewayKey)
  }
}

function admit<Message extends { requestHeader: { netId: string } }>(
  context: Context,
  schema: z.ZodMiniType<Message>,
  body: unknown,
  run: (context: Context, message: Message) => SignedAnswer,
): SignedAnswer {
  if (!isSigned(body, 'requestHeader', context.merchantKey))
    return { code: GATEWAY_CODES.declined, words: 'Firma inválida' }
  const read = z.safeParse(schema, body)
  if (!read.success) {
    const field = read.error.issues[0]?.path.join('.') ?? ''
    return { code: GATEWAY_CODES.invalidTransaction, words: `Mensaje inválido: ${field}` }
  }
  if (read.data.requestHeader.netId !== context.config.merchant.netId)
    return { code: GATEWAY_CODES.declined, words: 'Comercio desconocido' }
  return run(context, read.data)
}
