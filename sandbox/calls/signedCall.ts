import * as z from 'zod/mini'
import { toStamp } from '#contract/dates.ts'
import { GATEWAY_CODES } from '#contract/gatewayCodes.ts'
import { type GatewayResponseHeader } from '#contract/geopay.ts'
import type { Clock } from '#sandbox/clock.ts'
import type { Context } from '#sandbox/context.ts'
import { isSigned, signed } from '#sandbox/signature.ts'

/** The unsigned answer of a call; `fields` are added beside the header. */
export interface Answer {
  code: string
  description: string
  fields?: Record<string, unknown>
}
type Header = z.infer<typeof GatewayResponseHeader>

export const approved = (fields: Record<string, unknown> = {}): Answer => ({
  code: GATEWAY_CODES.approved,
  description: 'APROBADO',
  fields,
})

/** The answer to a message with a fault. */
export const refused = (code: keyof typeof GATEWAY_CODES, description: string): Answer => ({
  code: GATEWAY_CODES[code],
  description,
})

/** An unsigned header. Its retrieval reference number is month and day, then 8 random digits. */
export function responseHeader(clock: Clock, responseCode: string, responseDescription: string) {
  const random = String(clock.random(6).readUIntBE(0, 6) % 100_000_000).padStart(8, '0')
  const rrn = toStamp(new Date(clock.now())).slice(4, 8) + random
  return { responseCode, responseDescription, rrn, digitalSign: '' }
}

/**
 * Wraps a call: verifies the signature of the raw message, parses it, and signs the answer. A
 * message without the merchant's signature gets 05.
 */
export function signedCall<Message extends { requestHeader: { netId: string } }>(
  schema: z.ZodMiniType<Message>,
  run: (context: Context, message: Message) => Answer,
) {
  const verifyAndRun = (context: Context, body: unknown): Answer => {
    if (!isSigned(body, 'requestHeader', context.merchantKey))
      return refused('declined', 'Firma inválida')
    const parsed = z.safeParse(schema, body)
    if (!parsed.success) {
      const field = parsed.error.issues[0]?.path.join('.') ?? ''
      return refused('invalidTransaction', `Mensaje inválido: ${field}`)
    }
    if (parsed.data.requestHeader.netId !== context.config.merchant.netId)
      return refused('declined', 'Comercio desconocido')
    return run(context, parsed.data)
  }
  return (context: Context, body: unknown): { responseHeader: Header } => {
    const { code, description, fields } = verifyAndRun(context, body)
    const header = responseHeader(context.clock, code, description)
    const answer: { responseHeader: Header } = { ...fields, responseHeader: header }
    return signed(answer, 'responseHeader', context.gatewayKey)
  }
}
