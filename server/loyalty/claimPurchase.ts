import { randomUUID } from 'node:crypto'
import { DAY_MS, shortDate, toDate } from '#contract/dates.ts'
import { CLAIM_DAYS, type Receipt } from '#contract/entities/purchaseClaim.ts'
import { fiscalDocument } from '#contract/fields/fiscalDocument.ts'
import { claimPurchase } from '#contract/loyalty/claimPurchase.ts'
import { pointsText } from '#contract/pointsText.ts'
import { cfeType } from '#contract/reference/cfeTypes.ts'
import type { RefusalReason } from '#contract/refusalReasons.ts'
import { claimsOf } from '#db/claims/claimLists.ts'
import { type Claimed, storeClaim } from '#db/claims/storeClaim.ts'
import type { SaleEvent } from '#db/stations/saleHistory.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { notFound, refuse } from '#server/http/errors.ts'
import type { Limit } from '#server/http/limits.ts'

/** Refused ones count too: without a limit the six characters of the security code could be guessed. */
const CLAIMS: Limit = { name: 'claims', by: 'person', points: 10, per: DAY_MS, taken: 'before' }

export default defineHandler(
  claimPurchase,
  async (context, { loyaltyCode, qr, receipt: typed }, { personId }) => {
    const { db, rrn: nextRrn, jobs } = context
    const now = context.now()
    const receipt = typed && qr === '' ? typed : fiscalDocument(qr)
    if (!receipt)
      throw refuse(
        'Ese código no es el de un comprobante de la DGI: escaneá el QR del e-Ticket, o escribí sus datos.',
        'receipt_unreadable',
      )
    assertClaimable(receipt, now)
    const given = { ...receipt, id: randomUUID(), personId, loyaltyCode }
    const claimed = await storeClaim(db, { now, nextRrn, jobs }, given)
    if (claimed.kind !== 'stored') throw refusalOf(claimed)
    const [claim] = await claimsOf(db, personId, now, { limit: 1, after: null, id: claimed.id })
    if (!claim) throw notFound()
    return { claim: claim.shown }
  },
  [CLAIMS],
)

/** @throws a refusal of a note, and of a date outside of the window */
function assertClaimable({ type, date }: Pick<Receipt, 'type' | 'date'>, now: Date): void {
  const document = cfeType(type)
  if (!document?.isSale)
    throw refuse(
      `Una ${document?.name.toLowerCase() ?? 'nota'} no da puntos: reclamalos con el comprobante de la compra.`,
      'receipt_no_sale',
    )
  if (date > toDate(now))
    throw refuse('Esa fecha todavía no llegó: revisá la del comprobante.', 'receipt_date')
  if (date < toDate(new Date(now.getTime() - CLAIM_DAYS * DAY_MS)))
    throw refuse(
      `Pasaron más de ${CLAIM_DAYS} días de esa compra: ya no se puede reclamar.`,
      'receipt_date',
    )
}

const DIFFERS = {
  securityCode: 'El código de seguridad no es el que informó la estación',
  amount: 'El total a pagar no es el que informó la estación',
  date: 'La fecha no es la que informó la estación',
}
type Refused = Exclude<Claimed, { kind: 'stored' }>
const REFUSALS: Record<
  Exclude<Refused['kind'], 'unknownLoyalty' | 'differs' | 'givenToOwn'>,
  [string, RefusalReason]
> = {
  claimedByOther: ['Ese comprobante ya lo reclamó otra persona.', 'receipt_claimed'],
  claimedBefore: [
    'Ya reclamaste ese comprobante con otros datos: mirá en tus reclamos cómo sigue.',
    'receipt_claimed',
  ],
  voided: ['La estación anuló esa venta, así que no da puntos.', 'receipt_no_sale'],
  givenToOther: ['Los puntos de esa compra ya se dieron.', 'receipt_credited'],
}

function refusalOf(claimed: Refused): Error {
  if (claimed.kind === 'unknownLoyalty') return notFound()
  if (claimed.kind === 'differs')
    return refuse(`${DIFFERS[claimed.field]}: revisalo en tu comprobante.`, 'receipt_differs')
  if (claimed.kind === 'givenToOwn') return refuse(ownSentence(claimed.sale), 'receipt_credited')
  return refuse(...REFUSALS[claimed.kind])
}

function ownSentence({ lines, at }: SaleEvent): string {
  const points = lines.reduce((sum, line) => sum + line.points - line.pointsTaken, 0)
  const gave = points > 0 ? ` Te dio ${pointsText(points)}.` : ''
  return `Esa compra ya está en tus movimientos, el ${shortDate(toDate(at))}.${gave}`
}
