import { DAY_MS, fromStamp } from '#contract/dates.ts'
import type { Receipt } from '#contract/entities/purchaseClaim.ts'
import { isVoided } from '#db/claims/unmatchedSales.ts'
import type { SaleEvent } from '#db/stations/saleHistory.ts'

/**
 * By how many days the receipt's date may differ from the sale's. The QR code has the day of signature,
 * which is the sale's, or a later one of a document by contingency ("Formato de los CFE", p. 84).
 */
const SIGNATURE_DAYS = 7

/** How a claim compares with what is stored of its sale. */
type Comparison =
  | { kind: 'unreported' }
  | { kind: 'proven' }
  | { kind: 'unproven' }
  | { kind: 'voided' }
  | { kind: 'differs'; field: 'securityCode' | 'amount' | 'date' }
  | { kind: 'given'; sale: SaleEvent }

/**
 * Everything is compared by equality. The security code, which only till, DGI and paper have, proves that
 * the driver has the paper. A sale on account is left to an operator: it would make a debt; so is one that is held.
 */
export function compareClaim(
  locked: Parameters<typeof isVoided>[0],
  claim: Receipt & { identity: string },
): Comparison {
  const sale = locked.history.get(claim.identity)
  if (sale?.kind !== 'sale') return { kind: 'unreported' }
  if (sale.loyaltyCode !== null) return { kind: 'given', sale }
  if (isVoided(locked, sale)) return { kind: 'voided' }
  const isProof = sale.securityCode !== '' && claim.securityCode !== ''
  if (isProof && sale.securityCode !== claim.securityCode)
    return { kind: 'differs', field: 'securityCode' }
  if (sale.amount !== claim.amount) return { kind: 'differs', field: 'amount' }
  // Noon: the day's distance in whole days from any time of the sale's day is less than one more.
  const signed = fromStamp(`${claim.date}120000`)?.getTime() ?? 0
  if (Math.abs(signed - sale.at.getTime()) > (SIGNATURE_DAYS + 0.5) * DAY_MS)
    return { kind: 'differs', field: 'date' }
  const isOnAccount = sale.payments.some(({ means }) => means === 'account')
  return { kind: isProof && !isOnAccount && sale.held === '' ? 'proven' : 'unproven' }
}
