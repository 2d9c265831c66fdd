import { and, eq, sql } from 'drizzle-orm'
import { DAY_MS } from '#contract/dates.ts'
import { REPORT_DAYS, type Receipt } from '#contract/entities/purchaseClaim.ts'
import { type Claim, credited, rejectOthers } from '#db/claims/claimRows.ts'
import { compareClaim } from '#db/claims/compareClaim.ts'
import { creditSales, lockSales, type Matching } from '#db/claims/unmatchedSales.ts'
import type { Db } from '#db/core/db.ts'
import { whereEquals } from '#db/core/whereEquals.ts'
import { cfeIdentity, type SaleEvent } from '#db/stations/saleHistory.ts'
import { purchaseClaim } from '#db/tables/claims.ts'
import { loyalty } from '#db/tables/loyalties.ts'

/** What became of a call that claims. */
export type Claimed =
  | { kind: 'stored'; id: string }
  | { kind: 'unknownLoyalty' | 'claimedByOther' | 'claimedBefore' | 'givenToOther' }
  | { kind: 'givenToOwn'; sale: SaleEvent }
  | Extract<ReturnType<typeof compareClaim>, { kind: 'differs' | 'voided' }>

/**
 * Stores a claim, and credits its sale if that was reported and the receipt proves it (T9). One with a
 * security code waits beside those of other persons without it or with another one: the till's report decides.
 * The lock of the identity orders it with other claims of the receipt and with the report.
 */
export async function storeClaim(
  tx: Db,
  matching: Matching,
  given: Receipt & { id: string; personId: string; loyaltyCode: string },
): Promise<Claimed> {
  const { id, personId, loyaltyCode } = given
  const identity = cfeIdentity(given)
  const locked = await lockSales(tx, loyaltyCode, [identity])
  if (locked?.personId !== personId) return { kind: 'unknownLoyalty' }
  const open = and(eq(purchaseClaim.identity, identity), sql`${purchaseClaim.state} <> 'rejected'`)
  const claims = await tx.select().from(purchaseClaim).where(open)
  const own = claims.find((one) => one.personId === personId)
  if (own) {
    const same = (['loyaltyCode', 'amount', 'date', 'securityCode'] as const).every(
      (name) => own[name] === given[name],
    )
    return same ? { kind: 'stored', id: own.id } : { kind: 'claimedBefore' }
  }
  const { securityCode } = given
  const keepsOut = ({ state, securityCode: other }: Claim) =>
    state === 'credited' || securityCode === '' || securityCode === other
  if (claims.some(keepsOut)) return { kind: 'claimedByOther' }
  const compared = compareClaim(locked, { ...given, identity })
  if (compared.kind === 'given')
    return (await isOwn(tx, personId, compared.sale))
      ? { kind: 'givenToOwn', sale: compared.sale }
      : { kind: 'givenToOther' }
  if (compared.kind === 'differs' || compared.kind === 'voided') return compared
  const { now: at } = matching
  const isProven = compared.kind === 'proven'
  const days = compared.kind === 'unreported' ? REPORT_DAYS : 0
  await tx.insert(purchaseClaim).values({
    ...given,
    identity,
    at,
    operatorFrom: new Date(at.getTime() + days * DAY_MS),
    ...(isProven ? credited(at, identity) : { state: 'waiting' }),
  })
  if (isProven) {
    await creditSales(tx, matching, locked, [identity], { claimId: id })
    await rejectOthers(matching, tx, [identity])
  }
  return { kind: 'stored', id }
}

const isOwn = async (tx: Db, personId: string, { loyaltyCode: code }: SaleEvent) =>
  code !== null && (await tx.$count(loyalty, whereEquals(loyalty, { code, personId }))) > 0
