import { and, eq, ne, type SQL, sql } from 'drizzle-orm'
import { PETROBRAS, type RoleCode, UBER } from '#contract/roles.ts'
import type { Db } from '#db/core/db.ts'
import { inSpan, type Span } from '#db/core/pagination.ts'
import type { Scope } from '#db/core/stationScope.ts'
import { aboutStations } from '#db/messaging/contactMessages.ts'
import type { ProposalKind } from '#db/proposals/proposals.ts'
import { loyalty, membershipRequest, programme } from '#db/tables/loyalties.ts'
import { contactMessage } from '#db/tables/messaging.ts'
import { gatewayDiscrepancy } from '#db/tables/payments.ts'
import { proposal } from '#db/tables/proposals.ts'

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

/** The proposals of a kind that wait for another operator, with the person or payment that the oldest is about. */
export const proposalsWaiting =
  (kind: ProposalKind) =>
  (db: Db, { personId }: Caller) => {
    const { subject, state, proposedBy, proposedAt } = proposal
    const about = {
      rule: sql`null::text`,
      reward: sql`null::text`,
      adjustment: sql`(select ${loyalty.personId} from ${loyalty} where ${loyalty.code} = ${subject})`,
      role: subject,
      refund: subject,
      import: subject,
      debtVoid: subject,
    }
    const waits = and(eq(proposal.kind, kind), eq(state, 'waiting'))
    return only(
      db
        .select(countedWith(about[kind], proposedAt))
        .from(proposal)
        .where(and(waits, ne(proposedBy, personId), ne(subject, personId))),
    )
  }

export const discrepanciesWaiting = (db: Db) =>
  only(
    db
      .select(counted(sql`${gatewayDiscrepancy.day}::timestamptz`))
      .from(gatewayDiscrepancy)
      .where(sql`not ${gatewayDiscrepancy.resolved}`),
  )

/** @param span of those that were written in it; left out: all */
export const messagesWaiting = (db: Db, scope: Scope, span?: Span) =>
  only(
    db
      .select(counted(contactMessage.at))
      .from(contactMessage)
      .where(
        and(
          eq(contactMessage.state, 'RECEIVED'),
          aboutStations(scope),
          inSpan(contactMessage.at, span),
        ),
      ),
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
