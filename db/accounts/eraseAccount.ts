import { and, eq, inArray, or, sql } from 'drizzle-orm'
import { NO_BANK_ACCOUNT } from '#contract/fields/bankAccount.ts'
import { outcomePending } from '#db/payments/attempts.ts'
import { appendAuditEntry } from '#db/audit.ts'
import type { StoredDraft } from '#db/loyalty/membershipRequests.ts'
import type { Db } from '#db/connection.ts'
import { lockPerson } from '#db/accounts/registrations.ts'
import { loyalty, membershipRequest, vehicle } from '#db/tables/loyalties.ts'
import { movement } from '#db/tables/movements.ts'
import { paymentAttempt } from '#db/tables/payments.ts'
import { person, personRole } from '#db/tables/people.ts'
import { contactMessage, mail, notification } from '#db/tables/messaging.ts'
import {
  idempotentRequest,
  loginThrottle,
  verificationCode,
  secondFactor,
  session,
} from '#db/tables/sessions.ts'

/** Who is to be forgotten. */
export interface ErasureRequest {
  personId: string
  /** The accounts under which wrong guesses at them are counted. */
  guessAccounts: Buffer[]
  now: Date
}
const NO_DRAFT: StoredDraft = {
  vehicle: { mark: '', plate: '', fuel: '' },
  clientRUT: '',
  clientCardNumber: '',
  ...NO_BANK_ACCOUNT,
}

const NO_WORDS = {
  observations: '',
  sponsorObservations: '',
  networkObservations: '',
  leavingObservations: '',
}

/**
 * Takes everything that names a person out of every table, in one transaction. Movements, points,
 * debts and payments stay as they were, of somebody without a name; the ledger is not touched.
 * @returns `paying` when a payment has no outcome yet: then nothing has changed
 */
export async function eraseAccount(
  tx: Db,
  leaver: ErasureRequest,
): Promise<'forgotten' | 'paying'> {
  const { personId, now } = leaver
  const leaving = await lockPerson(tx, personId)
  if (!leaving) return 'forgotten'
  const open = and(
    eq(paymentAttempt.personId, personId),
    or(eq(paymentAttempt.state, 'CREATED'), outcomePending),
  )
  const [paying] = await tx.select({ id: paymentAttempt.id }).from(paymentAttempt).where(open)
  if (paying) return 'paying'

  const withdrawn = await blankHistory(tx, leaver)
  await dropOwn(tx, leaver, leaving.email)
  await tx
    .update(person)
    .set({
      email: `${personId}@borrado.invalid`,
      passwordHash: '',
      firstName: '',
      firstSurname: '',
      documentNumber: `borrado ${personId}`,
      birthdate: '1900-01-01',
      sex: 'X',
      mobile: '',
      address: '',
      deletedAt: now,
    })
    .where(eq(person.id, personId))
  const line = { actorId: personId, at: now }
  for (const subject of withdrawn) {
    const detail = { from: 'PENDING', to: 'VOIDED' }
    await appendAuditEntry(tx, { ...line, action: 'withdraw', subject, detail })
  }
  await appendAuditEntry(tx, { ...line, action: 'deleteAccount', subject: personId, detail: {} })
  return 'forgotten'
}

/** What stays, without what names them. @returns the requests that were still theirs to take back */
async function blankHistory(tx: Db, { personId, now }: ErasureRequest): Promise<string[]> {
  const withdrawn = await tx
    .update(membershipRequest)
    .set({ state: 'VOIDED' })
    .where(and(eq(membershipRequest.personId, personId), eq(membershipRequest.state, 'PENDING')))
    .returning({ reference: membershipRequest.reference })
  await tx
    .update(membershipRequest)
    .set({ draft: NO_DRAFT, ...NO_WORDS })
    .where(eq(membershipRequest.personId, personId))
  const held = await tx
    .update(loyalty)
    .set({
      holder: '',
      clientRUT: '',
      clientCardNumber: '',
      endedAt: sql`coalesce(${loyalty.endedAt}, ${now}::timestamptz)`,
      ...NO_BANK_ACCOUNT,
    })
    .where(eq(loyalty.personId, personId))
    .returning({ code: loyalty.code })
  const codes = held.map(({ code }) => code)
  if (codes.length > 0) {
    const removedAt = sql`coalesce(${vehicle.removedAt}, ${now}::timestamptz)`
    await tx
      .update(vehicle)
      .set({ plate: '', removedAt })
      .where(inArray(vehicle.loyaltyCode, codes))
    await tx.update(movement).set({ plate: '' }).where(inArray(movement.loyaltyCode, codes))
  }
  return withdrawn.map(({ reference }) => reference)
}

/** What was theirs alone goes. */
async function dropOwn(
  tx: Db,
  { personId, guessAccounts }: ErasureRequest,
  email: string,
): Promise<void> {
  const sessions = tx
    .select({ hash: session.tokenHash })
    .from(session)
    .where(eq(session.personId, personId))
  await tx.delete(idempotentRequest).where(inArray(idempotentRequest.sessionHash, sessions))
  for (const table of [
    session,
    verificationCode,
    secondFactor,
    personRole,
    notification,
    contactMessage,
  ])
    await tx.delete(table).where(eq(table.personId, personId))
  await tx.delete(mail).where(eq(mail.recipient, email))
  await tx.delete(loginThrottle).where(inArray(loginThrottle.accountHash, guessAccounts))
}
