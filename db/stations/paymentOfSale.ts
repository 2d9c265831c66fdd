import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { DAY_MS } from '#contract/dates.ts'
import type { ReportedItem, ReportedSale } from '#contract/entities/reportedItem.ts'
import type { Db } from '#db/core/db.ts'
import { loyaltyOfPayer } from '#db/payments/requestDebts.ts'
import type { Member } from '#db/stations/memberOfSale.ts'
import type { ReportingTerminal } from '#db/stations/saleHistory.ts'
import { paymentAttempt, paymentRequest } from '#db/tables/payments.ts'

/** The payment with the app that a sale belongs to, and the payer's loyalty. */
interface PaymentOfSale {
  requestId: string
  payer: Member | null
}

/**
 * For each sale the payment at the station that it belongs to, which is locked: by the till's reference,
 * else by the retrieval reference number, else within 24 hours by currency and exact amount, if it is the
 * only one left (of several, the one with the sale's ticket). A payment belongs to one sale.
 * @param items null for one that is stored
 */
export async function paymentsOfSales(
  tx: Db,
  { terminalId, branchCode }: ReportingTerminal,
  items: readonly (ReportedItem | null)[],
): Promise<(PaymentOfSale | null)[]> {
  if (!items.some((item) => item?.kind === 'sale' && mayBePaid(item))) return items.map(() => null)
  const left = await tx
    .select({ request: paymentRequest, personId: paymentAttempt.personId })
    .from(paymentRequest)
    .innerJoin(paymentAttempt, eq(paymentAttempt.id, paymentRequest.attemptId))
    .where(
      and(
        eq(paymentRequest.branchCode, branchCode),
        isNull(paymentRequest.saleIdentity),
        isNotNull(paymentRequest.attemptId),
      ),
    )
    .orderBy(paymentRequest.id)
    .for('no key update', { of: paymentRequest })
  const found: (PaymentOfSale | null)[] = []
  for (const item of items) {
    const place = item?.kind === 'sale' ? placeOf(item, terminalId, left) : -1
    const [paid] = place < 0 ? [] : left.splice(place, 1)
    const payer = paid && item && (await loyaltyOfPayer(tx, paid.personId, new Date(item.datetime)))
    found.push(paid ? { requestId: paid.request.id, payer: payer ?? null } : null)
  }
  return found
}

/** Whether a card, or what a till has for the app, paid a part of a sale. */
const mayBePaid = ({ payments, paymentReference }: ReportedSale) =>
  Boolean(paymentReference) || payments.some((payment) => payment.rrn !== '' || isByCard(payment))
const isByCard = ({ means }: ReportedSale['payments'][number]) =>
  means === 'debit' || means === 'credit' || means === 'other'

function placeOf(
  sale: ReportedSale,
  terminalId: string,
  left: readonly { request: typeof paymentRequest.$inferSelect }[],
): number {
  const place = (is: (request: (typeof left)[number]['request']) => boolean) =>
    left.findIndex(({ request }) => is(request))
  const { paymentReference, payments, currency } = sale
  if (paymentReference)
    return place((one) => one.terminalId === terminalId && one.reference === paymentReference)
  const byNumber = place(({ rrn }) => payments.some((payment) => payment.rrn === rrn))
  if (byNumber >= 0) return byNumber
  const at = new Date(sale.datetime).getTime()
  // A payment with the number of another card terminal is that terminal's.
  const amounts = payments.flatMap((one) => (isByCard(one) && one.rrn === '' ? one.amount : []))
  const candidates = left.filter(
    ({ request }) =>
      request.state === 'paid' &&
      request.currency === currency &&
      amounts.includes(request.amount) &&
      Math.abs(at - (request.paidAt?.getTime() ?? 0)) <= DAY_MS,
  )
  const withTicket = candidates.filter(({ request }) => request.ticket === sale.ticket)
  const [only] = candidates.length === 1 ? candidates : withTicket
  const isOnly = candidates.length === 1 || withTicket.length === 1
  return isOnly && only ? left.indexOf(only) : -1
}

/** Stores which sale a payment belongs to. */
export const storePaymentOfSale = async (
  tx: Db,
  { requestId }: PaymentOfSale,
  saleIdentity: string,
): Promise<void> => {
  await tx.update(paymentRequest).set({ saleIdentity }).where(eq(paymentRequest.id, requestId))
}
