import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { NO_BANK_ACCOUNT } from '#contract/fields/bankAccount.ts'
import { lockPerson } from '#db/accounts/registrations.ts'
import { isLastAdministrator } from '#db/accounts/roles.ts'
import { ACCOUNT_TABLES } from '#db/accountTables.ts'
import { appendAuditEntry } from '#db/audit/auditLog.ts'
import type { Db } from '#db/core/db.ts'
import { whereEquals } from '#db/core/whereEquals.ts'
import { releaseAll } from '#db/loyalty/redemptions.ts'
import { outcomePending } from '#db/payments/attempts.ts'
import { companyDriver } from '#db/tables/companies.ts'
import { importRow } from '#db/tables/imports.ts'
import { loyalty, membershipRequest, vehicle } from '#db/tables/loyalties.ts'
import { mail } from '#db/tables/messaging.ts'
import { movement } from '#db/tables/movements.ts'
import { operatorInvitation } from '#db/tables/operators.ts'
import { paymentAttempt } from '#db/tables/payments.ts'
import { person } from '#db/tables/people.ts'
import { proposal } from '#db/tables/proposals.ts'
import { saleEvent } from '#db/tables/sales.ts'
import { emailChange, idempotentRequest, loginDelay, session } from '#db/tables/sessions.ts'

interface ErasureRequest {
  personId: string
  /** The keys of the account’s delays: its rows in `login_delay`. */
  delayKeys: Buffer[]
  now: Date
}
const NO_DRAFT: (typeof membershipRequest.$inferInsert)['draft'] = {
  vehicle: { mark: '', plate: '', fuel: '' },
  clientRUT: '',
  clientCardNumber: '',
  ...NO_BANK_ACCOUNT,
}

/**
 * Removes everything that identifies a person from all tables (Ley 18.331) but the evidence of
 * `terminal_batch`, which ends by itself, inside the caller's transaction. Movements, points, debts and payments remain, assigned to a person without a name; the
 * ledger is not changed. A repeat changes nothing.
 * @returns `lastAdministrator` when it is the last that administers the network, `paymentPending` when an attempt has no final outcome; then nothing is changed
 */
export async function eraseAccount(
  tx: Db,
  request: ErasureRequest,
): Promise<'erased' | 'paymentPending' | 'lastAdministrator'> {
  const { personId, now } = request
  const account = await lockPerson(tx, personId)
  if (!account) return 'erased'
  const pending = and(
    eq(paymentAttempt.personId, personId),
    or(eq(paymentAttempt.state, 'CREATED'), outcomePending),
  )
  if ((await tx.$count(paymentAttempt, pending)) > 0) return 'paymentPending'
  if (await isLastAdministrator(tx, personId)) return 'lastAdministrator'

  const withdrawn = await anonymiseHistory(tx, request)
  await deleteOwnRows(tx, request, account.email)
  await tx
    .update(person)
    .set({
      email: `${personId}@borrado.invalid`,
      passwordHash: '',
      firstName: '',
      firstSurname: '',
      documentNumber: `borrado ${personId}`,
      birthdate: '1900-01-01',
      birthdateCorrectedAt: null,
      sex: 'X',
      mobile: '',
      address: '',
      deletedAt: now,
      lockedAt: null,
    })
    .where(eq(person.id, personId))
  const entry = { actorId: personId, at: now }
  for (const subject of withdrawn) {
    const detail = { from: 'PENDING', to: 'VOIDED' }
    await appendAuditEntry(tx, { ...entry, action: 'withdraw', subject, detail })
  }
  await appendAuditEntry(tx, { ...entry, action: 'deleteAccount', subject: personId, detail: {} })
  return 'erased'
}

/**
 * Blanks the identifying columns of rows that remain, ends loyalties and withdraws pending requests.
 * @returns the references of the withdrawn requests
 */
async function anonymiseHistory(tx: Db, { personId, now }: ErasureRequest): Promise<string[]> {
  const withdrawn = await tx
    .update(membershipRequest)
    .set({ state: 'VOIDED' })
    .where(whereEquals(membershipRequest, { personId, state: 'PENDING' }))
    .returning({ reference: membershipRequest.reference })
  await tx
    .update(membershipRequest)
    .set({
      draft: NO_DRAFT,
      observations: '',
      sponsorObservations: '',
      networkObservations: '',
      leavingObservations: '',
    })
    .where(eq(membershipRequest.personId, personId))
  await eraseFromSales(tx, personId)
  const loyalties = await tx
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
  const codes = loyalties.map(({ code }) => code)
  if (codes.length > 0) {
    const removed = {
      plate: '',
      removedAt: sql`coalesce(${vehicle.removedAt}, ${now}::timestamptz)`,
    }
    await tx.update(vehicle).set(removed).where(inArray(vehicle.loyaltyCode, codes))
    await releaseAll(tx, codes, now)
    await tx.update(movement).set({ plate: '' }).where(inArray(movement.loyaltyCode, codes))
    await tx
      .update(importRow)
      .set({
        before: sql`${importRow.before} || '{"client_card_number": "", "client_rut": ""}'`,
      })
      .where(
        and(
          sql`${importRow.import} in (select number from import where kind = 'loyalties')`,
          inArray(importRow.key, codes),
        ),
      )
  }
  return withdrawn.map(({ reference }) => reference)
}

/**
 * Blanks the code, card and plate by which tills named the person: in the sales of their loyalties, and in
 * unmatched ones. It runs before the plates and cards themselves are blanked.
 */
async function eraseFromSales(tx: Db, personId: string): Promise<void> {
  const own = eq(loyalty.personId, personId)
  const columns = { code: loyalty.code, card: loyalty.clientCardNumber }
  const loyalties = await tx.select(columns).from(loyalty).where(own)
  const codes = loyalties.map(({ code }) => code)
  const ofOwn = inArray(vehicle.loyaltyCode, codes)
  const vehicles = await tx.select({ plate: vehicle.plate }).from(vehicle).where(ofOwn)
  const cards = loyalties.map(({ card }) => card).filter(Boolean)
  const plates = vehicles.map(({ plate }) => plate).filter(Boolean)
  const unmatched = and(
    isNull(saleEvent.loyaltyCode),
    or(
      inArray(saleEvent.memberCode, codes),
      inArray(saleEvent.memberCard, cards),
      inArray(saleEvent.memberPlate, plates),
    ),
  )
  await tx
    .update(saleEvent)
    .set({ memberCode: '', memberCard: '', memberPlate: '', contentHash: Buffer.alloc(0) })
    .where(or(inArray(saleEvent.loyaltyCode, codes), unmatched))
}

/** Deletes the rows that concern nothing but the account. */
async function deleteOwnRows(tx: Db, { personId, delayKeys }: ErasureRequest, email: string) {
  const own = eq(session.personId, personId)
  const sessions = tx.select({ id: session.id }).from(session).where(own)
  await tx.delete(idempotentRequest).where(inArray(idempotentRequest.callerId, sessions))
  await deleteMailsOf(tx, personId, email)
  for (const table of ACCOUNT_TABLES) await tx.delete(table).where(eq(table.personId, personId))
  await tx.delete(proposal).where(whereEquals(proposal, { kind: 'role', subject: personId }))
  const codes = tx
    .select({ code: loyalty.code })
    .from(loyalty)
    .where(eq(loyalty.personId, personId))
  await tx
    .delete(companyDriver)
    .where(or(eq(companyDriver.email, email), inArray(companyDriver.loyaltyCode, codes)))
  await tx.delete(operatorInvitation).where(eq(operatorInvitation.email, email))
  await tx.delete(loginDelay).where(inArray(loginDelay.accountHash, delayKeys))
}

/** Deletes the emails to the person: to this address, to earlier ones, and to one that was not confirmed. */
async function deleteMailsOf(tx: Db, personId: string, email: string): Promise<void> {
  const changes = await tx.select().from(emailChange).where(eq(emailChange.personId, personId))
  const addresses = [email, ...changes.map(({ oldEmail }) => oldEmail)]
  // The code for the new address: the owner of a taken address got another email, which stays.
  const events = changes.map(({ id }) => `emailNew ${id}`)
  await tx.delete(mail).where(or(inArray(mail.recipient, addresses), inArray(mail.event, events)))
}
