import { and, eq, inArray, sql } from 'drizzle-orm'
import { DAY_MS, fromStamp } from '#contract/dates.ts'
import { NOTIFICATION_TYPES } from '#contract/entities/notification.ts'
import {
  CLAIM_REJECTIONS,
  type ClaimRejection,
  REPORT_DAYS,
  type Receipt,
} from '#contract/entities/purchaseClaim.ts'
import { cfeText } from '#contract/reference/cfeTypes.ts'
import type { Db } from '#db/core/db.ts'
import { whereEquals } from '#db/core/whereEquals.ts'
import { insertNotification } from '#db/messaging/notifications.ts'
import type { PushQueue } from '#db/messaging/pushJobs.ts'
import { type Matching, matchSales } from '#db/stations/matchSales.ts'
import { cfeIdentity, type SaleEvent } from '#db/stations/saleHistory.ts'
import { purchaseClaim } from '#db/tables/claims.ts'
import { loyalty } from '#db/tables/loyalties.ts'
import { saleEvent } from '#db/tables/sales.ts'

export type Claim = typeof purchaseClaim.$inferSelect

/**
 * By how many days the receipt's date may differ from the sale's. The QR code has the day of signature,
 * which is the sale's, or a later one of a document by contingency ("Formato de los CFE", p. 84).
 */
const SIGNATURE_DAYS = 7

/** How a claim compares with what is stored of its sale. */
type Verdict =
  | { kind: 'unreported' | 'proven' | 'unproven' | 'voided' }
  | { kind: 'differs'; field: 'securityCode' | 'amount' | 'date' }
  | { kind: 'given'; sale: SaleEvent }

type History = ReadonlyMap<string, SaleEvent>
/** Whether a void of the sale is stored. */
export const isVoided = (history: History, { branchCode, identity }: SaleEvent) =>
  history.has(`void:${branchCode}:${identity}`)

/**
 * Everything is compared by equality. The security code, which only till, DGI and paper have, proves that
 * the driver has the paper. A sale on account is left to an operator: it would make a debt.
 */
function verdictOf(history: History, claim: Receipt & { identity: string }): Verdict {
  const sale = history.get(claim.identity)
  if (sale?.kind !== 'sale') return { kind: 'unreported' }
  if (sale.loyaltyCode !== null) return { kind: 'given', sale }
  if (isVoided(history, sale)) return { kind: 'voided' }
  const isProof = sale.securityCode !== '' && claim.securityCode !== ''
  if (isProof && sale.securityCode !== claim.securityCode)
    return { kind: 'differs', field: 'securityCode' }
  if (sale.amount !== claim.amount) return { kind: 'differs', field: 'amount' }
  // Noon: the day's distance in whole days from any time of the sale's day is less than one more.
  const signed = fromStamp(`${claim.date}120000`)?.getTime() ?? 0
  if (Math.abs(signed - sale.at.getTime()) > (SIGNATURE_DAYS + 0.5) * DAY_MS)
    return { kind: 'differs', field: 'date' }
  const isOnAccount = sale.payments.some(({ means }) => means === 'account')
  return { kind: isProof && !isOnAccount ? 'proven' : 'unproven' }
}

/** What became of a call that claims. */
export type Claimed =
  | { kind: 'stored'; id: string }
  | { kind: 'unknownLoyalty' | 'claimedByOther' | 'claimedBefore' | 'voided' | 'givenToOther' }
  | { kind: 'givenToOwn'; sale: SaleEvent }
  | Extract<Verdict, { kind: 'differs' }>

/**
 * Stores a claim, and credits its sale if that was reported and the receipt proves it (T9). The lock of the
 * identity orders it with other claims of the receipt and with the till's report.
 */
export async function storeClaim(
  matching: Matching,
  given: Receipt & { id: string; personId: string; loyaltyCode: string },
): Promise<Claimed> {
  const { id, personId, loyaltyCode } = given
  const claim = { ...given, identity: cfeIdentity(given) }
  let done: Claimed = { kind: 'unknownLoyalty' }
  let isCredited = false
  const inTransaction: Matching['inTransaction'] = (work) =>
    matching.inTransaction((tx) => {
      done = { kind: 'unknownLoyalty' }
      isCredited = false
      return work(tx)
    })
  const decide = async (tx: Db, history: History, owner: string): Promise<Claimed> => {
    if (owner !== personId) return { kind: 'unknownLoyalty' }
    const open = and(
      eq(purchaseClaim.identity, claim.identity),
      sql`${purchaseClaim.state} <> 'rejected'`,
    )
    const [other] = await tx.select().from(purchaseClaim).where(open)
    if (other && other.personId !== personId) return { kind: 'claimedByOther' }
    if (other) {
      const same = (['loyaltyCode', 'amount', 'date', 'securityCode'] as const).every(
        (name) => other[name] === claim[name],
      )
      return same ? { kind: 'stored', id: other.id } : { kind: 'claimedBefore' }
    }
    const verdict = verdictOf(history, claim)
    if (verdict.kind === 'given')
      return (await isOwn(tx, personId, verdict.sale))
        ? { kind: 'givenToOwn', sale: verdict.sale }
        : { kind: 'givenToOther' }
    if (verdict.kind === 'differs') return verdict
    if (verdict.kind === 'voided') return { kind: 'voided' }
    const { now: at } = matching
    isCredited = verdict.kind === 'proven'
    const days = verdict.kind === 'unreported' ? REPORT_DAYS : 0
    await tx.insert(purchaseClaim).values({
      ...claim,
      at,
      operatorFrom: new Date(at.getTime() + days * DAY_MS),
      ...(isCredited ? credited(at, claim.identity) : { state: 'waiting' }),
    })
    return { kind: 'stored', id }
  }
  const keeps = async (tx: Db, history: History, owner: string) => {
    done = await decide(tx, history, owner)
    return isCredited ? [claim.identity] : []
  }
  await matchSales({ ...matching, inTransaction }, loyaltyCode, [claim.identity], keeps, {
    claimId: id,
  })
  return done
}

const credited = (at: Date, saleIdentity: string) => ({
  state: 'credited' as const,
  decidedAt: at,
  saleIdentity,
})
const isOwn = async (tx: Db, personId: string, { loyaltyCode: code }: SaleEvent) =>
  code !== null && (await tx.$count(loyalty, whereEquals(loyalty, { code, personId }))) > 0

/**
 * Answers the waiting claims of sales that were reported. Repeated by a job, it finds what a server that
 * stopped after a report left.
 * @param identities those that a till reported; all when it is left out
 */
export async function answerClaims(
  matching: Matching,
  identities?: readonly string[],
): Promise<void> {
  if (identities?.length === 0) return
  const waiting = and(
    sql`${purchaseClaim.state} = 'waiting'`,
    identities
      ? inArray(purchaseClaim.identity, [...identities])
      : sql`${purchaseClaim.operatorFrom} > ${matching.now}::timestamptz`,
  )
  const claims = await matching.inTransaction((tx) =>
    tx
      .select({
        id: purchaseClaim.id,
        loyaltyCode: purchaseClaim.loyaltyCode,
        identity: purchaseClaim.identity,
      })
      .from(purchaseClaim)
      .innerJoin(saleEvent, eq(saleEvent.identity, purchaseClaim.identity))
      .where(waiting),
  )
  for (const { id, loyaltyCode, identity } of claims) {
    const keeps = async (tx: Db, history: History) =>
      (await answerByReport(matching, tx, history, id)) ? [identity] : []
    await matchSales(matching, loyaltyCode, [identity], keeps, { claimId: id })
  }
}

/** @returns whether the claim is credited by a match with its sale */
async function answerByReport(
  matching: Matching,
  tx: Db,
  history: History,
  id: string,
): Promise<boolean> {
  const claim = await lockClaim(tx, id)
  if (claim?.state !== 'waiting') return false
  const verdict = verdictOf(history, claim)
  const { now } = matching
  if (verdict.kind === 'unreported') return false
  if (verdict.kind === 'unproven') {
    const operatorFrom = claim.operatorFrom < now ? claim.operatorFrom : now
    await update(tx, id, { operatorFrom })
    return false
  }
  const isGiven = verdict.kind === 'given' && verdict.sale.loyaltyCode === claim.loyaltyCode
  if (verdict.kind !== 'proven' && !isGiven) {
    const reason = verdict.kind === 'given' ? 'credited' : verdict.kind
    await rejectClaim(matching, tx, claim, { decidedAt: now, reason })
    return false
  }
  await update(tx, id, credited(now, claim.identity))
  if (!isGiven) return true
  await insertNotification(matching, tx, {
    ...notificationOf(claim),
    title: 'La estación informó tu compra',
    text: `${cfeText(claim)} ya está en tus movimientos.`,
    at: now,
  })
  return false
}

/** The claim, locked until the end of the transaction. */
export const lockClaim = async (tx: Db, id: string): Promise<Claim | undefined> =>
  (await tx.select().from(purchaseClaim).where(eq(purchaseClaim.id, id)).for('update'))[0]
const update = (tx: Db, id: string, set: Partial<Claim>) =>
  tx.update(purchaseClaim).set(set).where(eq(purchaseClaim.id, id))

/** Rejects a waiting claim that the caller has locked, and tells the driver. */
export async function rejectClaim(
  queue: PushQueue,
  tx: Db,
  claim: Claim,
  decision: { decidedAt: Date; reason: ClaimRejection; decidedBy?: string; answer?: string },
): Promise<void> {
  await update(tx, claim.id, { ...decision, state: 'rejected' })
  await insertNotification(queue, tx, {
    ...notificationOf(claim),
    title: 'No pudimos sumar tu compra',
    text: `${cfeText(claim)}: ${rejectionText(decision)}`,
    at: decision.decidedAt,
  })
}

/** Credits a waiting claim that the caller has locked; the match of the sale is in the same transaction. */
export const creditClaim = (
  tx: Db,
  id: string,
  sale: string,
  by: { now: Date; decidedBy: string },
) => update(tx, id, { ...credited(by.now, sale), decidedBy: by.decidedBy })

/** Why a claim was rejected, in Spanish, with the operator's words. */
export const rejectionText = ({
  reason,
  answer = '',
}: {
  reason: ClaimRejection
  answer?: string
}) => `${CLAIM_REJECTIONS[reason]} ${answer}`.trim()

const notificationOf = ({ id, personId }: Claim) => ({
  personId,
  event: `claim:${id}`,
  type: NOTIFICATION_TYPES.Consumption,
  url: '/#/movements?claims=all',
})
