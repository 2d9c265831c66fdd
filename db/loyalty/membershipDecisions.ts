import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import {
  type DecidedState,
  decisionFor,
  decisions,
  mayWithdraw,
  type RequestState,
  type RequestStep,
} from '#contract/entities/membershipRequest.ts'
import { NOTIFICATION_TYPES } from '#contract/entities/notification.ts'
import { appendAuditEntry } from '#db/audit/auditLog.ts'
import { inTransaction } from '#db/core/connection.ts'
import type { Db } from '#db/core/db.ts'
import { uuidOf } from '#db/core/uuid.ts'
import { mayReuseCard, unusedCardNumber } from '#db/loyalty/loyaltyCardNumbers.ts'
import { type Viewer, visibleTo } from '#db/loyalty/membershipRequests.ts'
import { returnRetainedPoints } from '#db/loyalty/retainedPoints.ts'
import { insertNotification } from '#db/messaging/notifications.ts'
import type { PushQueue } from '#db/messaging/pushJobs.ts'
import { ledgerAccount } from '#db/tables/ledger.ts'
import { loyalty, membershipRequest, programme, vehicle } from '#db/tables/loyalties.ts'
import { person } from '#db/tables/people.ts'

interface DecisionInput extends PushQueue {
  reference: string
  actor: Viewer
  authorized: boolean
  observations: string
  now: Date
  /** Code of the loyalty that the network's authorisation creates. */
  loyaltyCode: string
  /** Retrieval reference number of the posting that gives retained points back, if there is one. */
  rrn: string
  /** Random bytes, for the number of a new card. */
  random: (bytes: number) => Buffer
  /** Builds the notification to the driver; the points are those of earlier loyalties that were given back. */
  notificationText: (
    to: DecidedState,
    programmeName: string,
    observations: string,
    returnedPoints: number,
  ) => Record<'title' | 'text', string>
}

/** A request whose row is locked until the transaction ends. */
type LockedRequest = NonNullable<Awaited<ReturnType<typeof lockVisibleRequest>>>

/**
 * Takes one decision with all its effects in one transaction: the state, the loyalty, the
 * notification to the driver and the audit entry. Of concurrent decisions the second finds the request
 * decided (A3).
 * @returns `notFound` when the request is unknown or not visible to the actor; `own` when it is the
 * actor's own; `notPending` when no decision of the actor is allowed in its state; `cardTaken` when
 * the asked-for card is not one that the driver had, or another loyalty in force has it
 */
export async function decide(
  db: Db,
  decision: DecisionInput,
): Promise<'decided' | 'notFound' | 'own' | 'notPending' | 'cardTaken'> {
  const { reference, actor, authorized, observations, now, notificationText } = decision
  return await inTransaction(db, async (tx) => {
    const request = await lockVisibleRequest(tx, reference, actor)
    if (!request) return 'notFound'
    if (request.own) return 'own'
    const step = decisionFor(request, actor.roles)
    if (!step) return 'notPending'
    const to = decisions[step][authorized ? 'authorized' : 'rejected']
    const columns =
      step === 'sponsorDecide'
        ? { sponsorId: actor.personId, sponsorAt: now, sponsorObservations: observations }
        : { networkId: actor.personId, networkAt: now, networkObservations: observations }
    await setState(tx, request, to, columns, observations)
    const returnedPoints =
      to === 'STATE_PETROBRAS_AUTHORIZED' ? await createLoyalty(tx, request, decision) : 0
    await insertNotification(decision, tx, {
      ...notificationText(to, request.programmeName, observations, returnedPoints),
      personId: request.personId,
      event: `membershipRequest:${reference}:${to}`,
      type: NOTIFICATION_TYPES.General,
      at: now,
      url: '/#/listLoyalty',
    })
    await audit(tx, request, step, to, decision)
    return 'decided' as const
  }).catch((error: unknown) => {
    if (error instanceof CardTaken) return 'cardTaken'
    throw error
  })
}

/**
 * Withdraws the actor's own request. A repeat changes nothing.
 * @returns `notFound` when the request is unknown or another person's; `notPending` when it can no
 * longer be withdrawn
 */
export async function withdraw(
  db: Db,
  withdrawal: Pick<DecisionInput, 'reference' | 'actor' | 'observations' | 'now'>,
): Promise<'withdrawn' | 'notFound' | 'notPending'> {
  const { reference, actor, observations } = withdrawal
  return await inTransaction(db, async (tx) => {
    const request = await lockVisibleRequest(tx, reference, { ...actor, roles: [] })
    if (!request) return 'notFound'
    if (request.state === 'VOIDED') return 'withdrawn'
    if (!mayWithdraw(request)) return 'notPending'
    await setState(tx, request, 'VOIDED', { leavingObservations: observations }, observations)
    await audit(tx, request, 'withdraw', 'VOIDED', withdrawal)
    return 'withdrawn'
  })
}

/**
 * Reads a request that the viewer may see and locks its row, which serialises decisions on it. The
 * driver's row is locked first, so that their account cannot be deleted meanwhile; requests of deleted
 * accounts are not visible.
 */
async function lockVisibleRequest(tx: Db, reference: string, viewer: Viewer) {
  const ofReference = eq(membershipRequest.reference, reference)
  const { personId } = membershipRequest
  const driver = tx.select({ personId }).from(membershipRequest).where(ofReference)
  await tx.select({ id: person.id }).from(person).where(eq(person.id, driver)).for('share')
  const [row] = await tx
    .select({
      ...getTableColumns(membershipRequest),
      programmeName: programme.name,
      sponsorRole: programme.sponsorRole,
    })
    .from(membershipRequest)
    .innerJoin(programme, eq(programme.code, membershipRequest.programme))
    .where(and(ofReference, visibleTo(viewer)))
    .for('update', { of: membershipRequest })
  if (!row) return undefined
  return { ...row, own: row.personId === viewer.personId, sponsored: row.sponsorRole !== null }
}

async function setState(
  tx: Db,
  { reference }: LockedRequest,
  state: RequestState,
  values: Partial<typeof membershipRequest.$inferInsert>,
  observations: string,
): Promise<void> {
  // `observations` holds the most recent text; an empty one does not replace it.
  const changed = { ...values, ...(observations !== '' && { observations }), state }
  const ofReference = eq(membershipRequest.reference, reference)
  await tx.update(membershipRequest).set(changed).where(ofReference)
}

/** The requested card belongs to a loyalty by now, or the driver never had it. */
class CardTaken extends Error {}

/**
 * A4: creates the loyalty with its vehicle and its points account, in the decision's transaction,
 * and gives it the retained points of earlier ones.
 * @returns those points
 */
async function createLoyalty(
  tx: Db,
  request: LockedRequest,
  { loyaltyCode, rrn, random, now }: DecisionInput,
): Promise<number> {
  const { reference, personId, programme, draft } = request
  const { vehicle: firstVehicle, clientCardNumber, ...details } = draft
  if (clientCardNumber !== '' && !(await mayReuseCard(tx, personId, clientCardNumber)))
    throw new CardTaken()
  const created = await tx
    .insert(loyalty)
    .values({
      ...details,
      code: loyaltyCode,
      personId,
      programme,
      holder: sql`(select first_name || ' ' || first_surname from ${person} where id = ${personId})`,
      clientCardNumber: clientCardNumber || (await unusedCardNumber(tx, random)),
      since: now,
      requestReference: reference,
    })
    // A9: of concurrent loyalties with one card the unique index accepts one.
    .onConflictDoNothing({
      target: loyalty.clientCardNumber,
      where: sql`ended_at is null and client_card_number <> ''`,
    })
  if (!created.rowCount) throw new CardTaken()
  const id = uuidOf(`vehicle ${reference}`)
  await tx.insert(vehicle).values({ id, loyaltyCode, ...firstVehicle })
  const account = { id: uuidOf(`account ${loyaltyCode}`), loyaltyCode, balance: 0 }
  await tx.insert(ledgerAccount).values(account)
  return await returnRetainedPoints(tx, { personId, programme, loyaltyCode, rrn, now })
}

const audit = (
  tx: Db,
  { reference, state }: LockedRequest,
  action: RequestStep,
  to: RequestState,
  { actor, now }: Pick<DecisionInput, 'actor' | 'now'>,
) =>
  appendAuditEntry(tx, {
    actorId: actor.personId,
    action,
    subject: reference,
    detail: { from: state, to },
    at: now,
  })
