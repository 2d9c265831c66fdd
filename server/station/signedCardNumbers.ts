import { hasCardNumber } from '#contract/fields/cardNumber.ts'
import type { TerminalCaller } from '#server/http/defineHandler.ts'
import { refuse } from '#server/http/errors.ts'
import { parseBody } from '#server/http/jsonBody.ts'

/**
 * P12: the bytes of a batch are kept as they were signed, so that a card number in any field, known to the
 * contract or not, refuses the whole batch. The sentence names the item for the till to leave out.
 * @throws a refusal
 */
export function refuseSignedCardNumbers({ message }: Pick<TerminalCaller, 'message'>): void {
  const { requestHeader, items, ...others } = parseBody(message.text).json as Record<
    string,
    unknown
  >
  const {
    auditNumber: _,
    userSessionToken: __,
    ...header
  } = requestHeader as Record<string, unknown>
  const bad = Array.isArray(items) ? items.findIndex(hasCardNumber) : -1
  if (bad >= 0)
    throw refuse(
      `El renglón ${bad + 1} trae un número de tarjeta: mandá el lote sin ese número.`,
      'card_number',
    )
  if (hasCardNumber(others) || hasCardNumber(header))
    throw refuse('No mandes números de tarjeta.', 'card_number')
}
