import { eq, inArray, sql } from 'drizzle-orm'
import type { ReportedItem } from '#contract/entities/reportedItem.ts'
import { cfeText } from '#contract/reference/cfeTypes.ts'
import {
  type Claim,
  credited,
  lockClaim,
  notifyClaimant,
  rejectClaim,
  rejectOthers,
  updateClaim,
} from '#db/claims/claimRows.ts'
import { compareClaim } from '#db/claims/compareClaim.ts'
import {
  creditSales,
  lockSales,
  type Matching,
  type OwnMatching,
} from '#db/claims/unmatchedSales.ts'
import type { Db } from '#db/core/db.ts'
import { cfeIdentity } from '#db/stations/saleHistory.ts'
import { purchaseClaim } from '#db/tables/claims.ts'
import { saleEvent } from '#db/tables/sales.ts'

type Found = Pick<Claim, 'id' | 'loyaltyCode' | 'identity'>

/**
 * Answers the waiting claims of sales that were reported, each in a transaction of its own: those of a
 * batch are of several loyalties, whose accounts are locked in the order of their keys or one at a time.
 * Repeated by a job, it finds what a server that stopped after a report left.
 * @param items those that a till reported; left out: all sales
 */
export async function answerClaims(
  matching: OwnMatching,
  items?: readonly ReportedItem[],
): Promise<void> {
  const identities = items?.flatMap((item) =>
    item.kind === 'sale' && item.cfe ? [cfeIdentity(item.cfe)] : [],
  )
  if (identities?.length === 0) return
  const asked = identities
    ? inArray(purchaseClaim.identity, identities)
    : sql`${purchaseClaim.operatorFrom} > ${matching.now}::timestamptz`
  const claims = await matching.inTransaction((tx) =>
    tx
      .select({
        id: purchaseClaim.id,
        loyaltyCode: purchaseClaim.loyaltyCode,
        identity: purchaseClaim.identity,
      })
      .from(purchaseClaim)
      .innerJoin(saleEvent, eq(saleEvent.identity, purchaseClaim.identity))
      .where(sql`${purchaseClaim.state} = 'waiting' and ${asked}`),
  )
  for (const claim of claims)
    await matching.inTransaction((tx) => answerByReport(tx, matching, claim))
}

async function answerByReport(
  tx: Db,
  matching: Matching,
  { id, loyaltyCode, identity }: Found,
): Promise<void> {
  const locked = await lockSales(tx, loyaltyCode, [identity])
  const claim = await lockClaim(tx, id)
  if (!locked || claim?.state !== 'waiting') return
  const { now } = matching
  const compared = compareClaim(locked, claim)
  if (compared.kind === 'unreported') return
  if (compared.kind === 'unproven') {
    const operatorFrom = claim.operatorFrom < now ? claim.operatorFrom : now
    await updateClaim(tx, id, { operatorFrom })
  } else if (compared.kind === 'proven') {
    await updateClaim(tx, id, credited(now, identity))
    await creditSales(tx, matching, locked, [identity], { claimId: id })
    await rejectOthers(matching, tx, [identity])
  } else if (compared.kind === 'given' && compared.sale.loyaltyCode === loyaltyCode) {
    await updateClaim(tx, id, credited(now, identity))
    await notifyClaimant(matching, tx, claim, {
      title: 'La estación informó tu compra',
      text: `${cfeText(claim)} ya está en tus movimientos.`,
      at: now,
    })
  } else {
    const reason = compared.kind === 'given' ? 'credited' : compared.kind
    await rejectClaim(matching, tx, claim, { decidedAt: now, reason })
  }
}
