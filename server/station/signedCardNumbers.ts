import type { Rejection } from '#contract/entities/reportedItem.ts'
import { cardNumberPath, containsCardNumber, hasCardNumber } from '#contract/fields/cardNumber.ts'
import type { TerminalCaller } from '#server/http/defineHandler.ts'
import { refuse } from '#server/http/errors.ts'
import { parseBody } from '#server/http/jsonBody.ts'

type Signed = Pick<TerminalCaller, 'message'>
const bodyOf = ({ message }: Signed) => parseBody(message.text).json as Record<string, unknown>

/**
 * P12: the bytes of a message are kept as they were signed, so that a card number in any field, known to the
 * contract or not, refuses the call.
 * @throws a refusal
 */
export const refuseSignedCardNumbers = (caller: Signed): void => refuseIn(bodyOf(caller))

function refuseIn({ requestHeader, ...others }: Record<string, unknown>): void {
  const {
    auditNumber: _,
    userSessionToken: __,
    ...header
  } = requestHeader as Record<string, unknown>
  if (hasCardNumber(others) || hasCardNumber(header))
    throw refuse('No mandes números de tarjeta.', 'card_number')
}

/**
 * The same of a batch, of which an item with a card number is rejected alone, by its place.
 * @returns the caller with the message to keep: such an item is null in its body, which then is not the one
 * that was signed
 * @throws a refusal, for one outside the items
 */
export function rejectSignedCardNumbers<Caller extends Signed>(
  caller: Caller,
): { caller: Caller; rejections: Map<number, Rejection> } {
  const { items, ...others } = bodyOf(caller)
  refuseIn(others)
  const rejections = new Map<number, Rejection>()
  const kept = (items as unknown[]).map((item, place) => {
    const path = cardNumberPath(item)?.join('.')
    if (path === undefined) return item
    // Keys of an object that is not the contract's may make a card number together.
    const field = containsCardNumber(path) ? '' : path
    rejections.set(place, { kind: 'rejected', field, reason: 'card_number' })
    return null
  })
  if (rejections.size === 0) return { caller, rejections }
  const text = JSON.stringify({ ...others, items: kept })
  return { caller: { ...caller, message: { ...caller.message, text } }, rejections }
}
