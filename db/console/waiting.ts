import { and, eq, ne, type SQL, sql } from 'drizzle-orm'
import { PETROBRAS, type RoleCode, UBER } from '#contract/roles.ts'
import type { Db } from '#db/core/db.ts'
import type { Scope } from '#db/core/stationScope.ts'
import { aboutStations } from '#db/messaging/contactMessages.ts'
import { pointsAdjustment } from '#db/tables/adjustments.ts'
import { loyalty, membershipRequest, programme } from '#db/tables/loyalties.ts'
import { contactMessage } from '#db/tables/messaging.ts'
import { roleProposal } from '#db/tables/operators.ts'
import { gatewayDiscrepancy, paymentRefund } from '#db/tables/payments.ts'
import { rewardProposal } from '#db/tables/redemptions.ts'
import { ruleProposal } from '#db/tables/ruleProposals.ts'

interface Caller {
  personId: string
  roles: readonly RoleCode[]
}
/** How many of a kind wait, since when the oldest does, and whose it is where that leads to it. */
export interface Waiting {
  count: number
  since: Date | null
  id?: string | null
}

const counted = (at: SQL | object) => ({
  count: sql<number>`count(*)::int`,
  since: sql`min(${at})`.mapWith((value: string | null) => (value ? new Date(value) : null)),
})
/** Also whose the row is that waits longest. */
const countedWith = (id: object, at: object) => ({
  ...counted(at),
  id: sql<string | null>`(array_agg(${id} order by ${at}))[1]`,
})
const only = async (rows: PromiseLike<Waiting[]>): Promise<Waiting> =>
  (await rows)[0] ?? { count: 0, since: null }

const proposalsWaiting =
  (proposal: typeof ruleProposal | typeof rewardProposal) =>
  (db: Db, { personId }: Caller) =>
    only(
      db
        .select(counted(proposal.proposedAt))
        .from(proposal)
        .where(and(eq(proposal.state, 'waits'), ne(proposal.proposedBy, personId))),
    )
export const rulesWaiting = proposalsWaiting(ruleProposal)
export const rewardsWaiting = proposalsWaiting(rewardProposal)

export const adjustmentsWaiting = (db: Db, { personId }: Caller) =>
  only(
    db
      .select(countedWith(loyalty.personId, pointsAdjustment.proposedAt))
      .from(pointsAdjustment)
      .innerJoin(loyalty, eq(loyalty.code, pointsAdjustment.loyaltyCode))
      .where(
        sql`${pointsAdjustment.state} = 'waiting' and ${pointsAdjustment.proposedBy} <> ${personId}`,
      ),
  )

export const rolesWaiting = (db: Db, { personId }: Caller) =>
  only(
    db
      .select(countedWith(roleProposal.personId, roleProposal.proposedAt))
      .from(roleProposal)
      .where(
        sql`${roleProposal.state} = 'waiting' and ${roleProposal.proposedBy} <> ${personId} and ${roleProposal.personId} <> ${personId}`,
      ),
  )

export const refundsWaiting = (db: Db, { personId }: Caller) =>
  only(
    db
      .select(countedWith(paymentRefund.attemptId, paymentRefund.proposedAt))
      .from(paymentRefund)
      .where(
        sql`${paymentRefund.state} = 'waiting' and ${paymentRefund.proposedBy} <> ${personId}`,
      ),
  )

export const discrepanciesWaiting = (db: Db) =>
  only(
    db
      .select(counted(sql`${gatewayDiscrepancy.day}::timestamptz`))
      .from(gatewayDiscrepancy)
      .where(sql`not ${gatewayDiscrepancy.resolved}`),
  )

export const messagesWaiting = (db: Db, scope: Scope) =>
  only(
    db
      .select(counted(contactMessage.at))
      .from(contactMessage)
      .where(and(eq(contactMessage.state, 'RECEIVED'), aboutStations(scope))),
  )

/** The requests for a loyalty that wait for the decision of one of the caller's roles. */
export async function requestsWaiting(db: Db, { personId, roles }: Caller): Promise<Waiting> {
  const waits = [
    ...(roles.includes(UBER)
      ? [sql`${membershipRequest.state} = 'PENDING' and ${programme.sponsorRole} = ${UBER}`]
      : []),
    ...(roles.includes(PETROBRAS)
      ? [
          sql`${membershipRequest.state} = 'STATE_UBER_AUTHORIZED'`,
          sql`${membershipRequest.state} = 'PENDING' and ${programme.sponsorRole} is null`,
        ]
      : []),
  ]
  if (waits.length === 0) return { count: 0, since: null }
  return await only(
    db
      .select(counted(membershipRequest.at))
      .from(membershipRequest)
      .innerJoin(programme, eq(programme.code, membershipRequest.programme))
      .where(
        sql`${membershipRequest.personId} <> ${personId} and ((${sql.join(waits, sql`) or (`)}))`,
      ),
  )
}
