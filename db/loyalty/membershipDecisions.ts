import { and, eq, isNull, sql } from 'drizzle-orm'
import { PESOS } from '#contract/money.ts'
import {
  type DecidedState,
  decisionFor,
  decisions,
  mayWithdraw,
  type RequestState,
  type RequestStep,
  type DecisionContext,
} from '#contract/entities/membershipRequest.ts'
import { NOTIFICATION_TYPES } from '#contract/entities/notification.ts'
import { appendAuditEntry, hasAuditEntry } from '#db/audit.ts'
import { visibleTo, type StoredDraft, type Viewer } from '#db/loyalty/membershipRequests.ts'
import { insertNotification } from '#db/messaging/notifications.ts'
import { type Db, inTransaction } from '#db/connection.ts'
import { loyalty, membershipRequest, programme, vehicle } from '#db/tables/loyalties.ts'
import { ledgerAccount } from '#db/tables/ledger.ts'
import { person } from '#db/tables/people.ts'
import { uuidOf } from '#db/core/uuid.ts'

/** Someone's yes or no. */
export interface DecisionInput {
  reference: string
  by: Viewer
  authorized: boolean
  observations: string
  now: Date
  /** The identity of the call: its repeat finds its own line in the audit. */
  request: string
  /** Code of the membership that the network's yes makes. */
  loyaltyCode: string
  /** What the driver is told. */
  news: (
    to: DecidedState,
    programmeName: string,
    observations: string,
  ) => {
    title: string
    text: string
  }
}

/** A request with what the rules ask of it, its row held until the transaction ends. */
interface Held extends DecisionContext {
  reference: string
  personId: string
  programme: string
  programmeName: string
  draft: StoredDraft
}

/**
 * Takes one decision with all that follows from it, in one transaction: the state, the membership,
 * the driver's notice, the audit's line. Of concurrent decisions the second finds the request decided (A3).
 * @returns `unknown` for what does not exist or is not theirs to see; `cardTaken` when another
 * membership in force goes by the same card
 */
export async function decide(
  db: Db,
  verdict: DecisionInput,
): Promise<'done' | 'unknown' | 'own' | 'over' | 'cardTaken'> {
  const { reference, by, authorized, observations, now } = verdict
  return await inTransaction(db, async (tx) => {
    const request = await hold(tx, reference, by)
    if (!request) return 'unknown'
    if (request.own) return 'own'
    const step = decisionFor(request, by.roles)
    if (!step) {
      const mine = { subject: reference, actorId: by.personId, request: verdict.request }
      return (await hasAuditEntry(tx, mine)) ? 'done' : 'over'
    }
    const to = decisions[step][authorized ? 'authorized' : 'rejected']
    if (to === 'STATE_PETROBRAS_AUTHORIZED' && (await isCardTaken(tx, request.draft)))
      return 'cardTaken'
    const decided =
      step === 'sponsorDecide'
        ? { sponsorId: by.personId, sponsorAt: now, sponsorObservations: observations }
        : { networkId: by.personId, networkAt: now, networkObservations: observations }
    await move(tx, request, to, decided, observations)
    if (to === 'STATE_PETROBRAS_AUTHORIZED') await enrol(tx, request, verdict)
    await inform(tx, request, to, verdict)
    await audited(tx, request, step, to, verdict)
    return 'done'
  })
}

/**
 * The driver takes their own request back; a request that was taken back already stays so.
 * @returns `over` when it is no longer theirs to take back
 */
export async function withdraw(
  db: Db,
  taken: Pick<DecisionInput, 'reference' | 'by' | 'observations' | 'now' | 'request'>,
): Promise<'done' | 'unknown' | 'over'> {
  const { reference, by, observations } = taken
  return await inTransaction(db, async (tx) => {
    const request = await hold(tx, reference, { ...by, roles: [] })
    if (!request) return 'unknown'
    if (request.state === 'VOIDED') return 'done'
    if (!mayWithdraw(request)) return 'over'
    await move(tx, request, 'VOIDED', { leavingObservations: observations }, observations)
    await audited(tx, request, 'withdraw', 'VOIDED', taken)
    return 'done'
  })
}

/**
 * Reads a request in a person's sight and holds its row: decisions on one request queue here. Its
 * driver first, who cannot leave meanwhile; who has left is out of sight.
 */
async function hold(tx: Db, reference: string, by: Viewer): Promise<Held | undefined> {
  const driver = tx
    .select({ id: membershipRequest.personId })
    .from(membershipRequest)
    .where(eq(membershipRequest.reference, reference))
  await tx.select({ id: person.id }).from(person).where(eq(person.id, driver)).for('key share')
  const [row] = await tx
    .select({
      personId: membershipRequest.personId,
      programme: membershipRequest.programme,
      programmeName: programme.name,
      sponsorRole: programme.sponsorRole,
      state: membershipRequest.state,
      draft: membershipRequest.draft,
    })
    .from(membershipRequest)
    .innerJoin(programme, eq(programme.code, membershipRequest.programme))
    .where(and(eq(membershipRequest.reference, reference), visibleTo(by)))
    .for('update', { of: membershipRequest })
  if (!row) return undefined
  const { sponsorRole, draft, ...rest } = row
  return {
    ...rest,
    reference,
    draft: draft as StoredDraft,
    own: row.personId === by.personId,
    sponsored: sponsorRole !== null,
  }
}

async function move(
  tx: Db,
  { reference }: Held,
  state: RequestState,
  values: Partial<typeof membershipRequest.$inferInsert>,
  observations: string,
): Promise<void> {
  // Who says nothing takes nobody's words away.
  const latest = observations === '' ? {} : { observations }
  await tx
    .update(membershipRequest)
    .set({ ...values, ...latest, state })
    .where(eq(membershipRequest.reference, reference))
}

async function isCardTaken(tx: Db, { clientCardNumber }: StoredDraft): Promise<boolean> {
  if (clientCardNumber === '') return false
  // Two yeses for one card would both find it free: they queue.
  await tx.select().from(programme).orderBy(programme.code).for('no key update')
  const [taken] = await tx
    .select({ code: loyalty.code })
    .from(loyalty)
    .where(and(eq(loyalty.clientCardNumber, clientCardNumber), isNull(loyalty.endedAt)))
    .limit(1)
  return taken !== undefined
}

/** A4: the membership, its vehicle and its points account, made with the yes that allows them. */
async function enrol(tx: Db, request: Held, { loyaltyCode, now }: DecisionInput): Promise<void> {
  const { reference, personId, draft } = request
  const { vehicle: first, clientCardNumber, ...kept } = draft
  await tx.insert(loyalty).values({
    ...kept,
    code: loyaltyCode,
    personId,
    programme: request.programme,
    holder: sql`(select first_name || ' ' || first_surname from ${person} where id = ${personId})`,
    clientCardNumber: clientCardNumber || `88${loyaltyCode}`,
    since: now,
    requestReference: reference,
  })
  await tx.insert(vehicle).values({ id: uuidOf(`vehicle ${reference}`), loyaltyCode, ...first })
  await tx
    .insert(ledgerAccount)
    .values({ id: uuidOf(`account ${loyaltyCode}`), loyaltyCode, balance: 0 })
}

async function inform(
  tx: Db,
  { reference, personId, programmeName }: Held,
  to: DecidedState,
  { news, observations, now }: DecisionInput,
): Promise<void> {
  const event = `membershipRequest:${reference}:${to}`
  await insertNotification(tx, {
    ...news(to, programmeName, observations),
    id: uuidOf(event),
    personId,
    event,
    type: NOTIFICATION_TYPES.General,
    at: now,
    currency: PESOS,
    amount: 0,
    url: '/#/listLoyalty',
  })
}

const audited = (
  tx: Db,
  { reference, state }: Held,
  action: RequestStep,
  to: RequestState,
  { by, request, now }: Pick<DecisionInput, 'by' | 'request' | 'now'>,
) =>
  appendAuditEntry(tx, {
    actorId: by.personId,
    action,
    subject: reference,
    detail: { from: state, to, request },
    at: now,
  })
