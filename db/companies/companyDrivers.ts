import { and, desc, eq, exists, getTableColumns, isNull, or, sql } from 'drizzle-orm'
import type { CompanyDriver } from '#contract/loyalty/companyDrivers.ts'
import { appendAuditEntry } from '#db/audit/auditLog.ts'
import type { Db } from '#db/core/db.ts'
import { sqlTimestamp } from '#db/core/sqlTimestamps.ts'
import { isUuid } from '#db/core/uuid.ts'
import { whereEquals } from '#db/core/whereEquals.ts'
import { type Actor, lockOwnLoyalty } from '#db/loyalty/endLoyalty.ts'
import { companyDriver } from '#db/tables/companies.ts'
import { loyalty, vehicle } from '#db/tables/loyalties.ts'
import { person } from '#db/tables/people.ts'

/** Most drivers of a company in force, the invited ones among them. */
export const MAX_DRIVERS = 50

const emailOf = (db: Db, personId: string) =>
  db.select({ email: person.email }).from(person).where(eq(person.id, personId))

/** Whether a row is of a driver, or an invitation of their address that was not accepted. */
const isFor = (db: Db, personId: string) =>
  or(
    eq(companyDriver.personId, personId),
    and(isNull(companyDriver.personId), eq(companyDriver.email, emailOf(db, personId))),
  )

/** The drivers in force of a person's companies, and the invitations in force to the person, newest first. */
export async function companyDriversOf(db: Db, personId: string): Promise<CompanyDriver[]> {
  const isHolder = eq(loyalty.personId, personId)
  return await db
    .select({
      invitationId: companyDriver.id,
      loyaltyCode: sql<string>`case when ${isHolder} then ${loyalty.code} else '' end`,
      holder: loyalty.holder,
      clientRUT: loyalty.clientRUT,
      email: companyDriver.email,
      driver: sql<string>`coalesce((select o.holder from ${loyalty} o where o.code = ${companyDriver.driverLoyalty}), '')`,
      invitedAt: sqlTimestamp(companyDriver.invitedAt),
      acceptedAt: sql<string>`coalesce(${sqlTimestamp(companyDriver.acceptedAt)}, '')`,
    })
    .from(companyDriver)
    .innerJoin(loyalty, eq(loyalty.code, companyDriver.loyaltyCode))
    .where(
      and(
        isNull(companyDriver.endedAt),
        isNull(loyalty.endedAt),
        or(isHolder, isFor(db, personId)),
      ),
    )
    .orderBy(desc(companyDriver.invitedAt), companyDriver.id)
}

/** A loyalty in force of a person that has a RUT, locked. */
async function lockCompany(tx: Db, code: string, personId: string) {
  const own = await lockOwnLoyalty(tx, code, personId)
  return own && !own.endedAt && own.clientRUT !== '' ? own : undefined
}

/**
 * Invites an address to a company. The lock on the company's loyalty serialises its invitations.
 * @returns the company's holder and RUT with an invitation that is new; `invited` when the address has one
 *   in force; `notFound` when the loyalty is no company of the person; `own` address; `full` at `MAX_DRIVERS`
 */
export async function insertInvitation(
  tx: Db,
  { personId, now }: Actor,
  { id, loyaltyCode, email }: { id: string; loyaltyCode: string; email: string },
) {
  const company = await lockCompany(tx, loyaltyCode, personId)
  if (!company) return 'notFound'
  const [holder] = await emailOf(tx, personId)
  if (holder?.email === email) return 'own'
  const inForce = await tx
    .select({ email: companyDriver.email })
    .from(companyDriver)
    .where(whereEquals(companyDriver, { loyaltyCode, endedAt: null }))
  if (inForce.some((one) => one.email === email)) return 'invited'
  if (inForce.length >= MAX_DRIVERS) return 'full'
  await tx.insert(companyDriver).values({ id, loyaltyCode, email, invitedAt: now })
  const subject = loyaltyCode
  const entry = { actorId: personId, subject, detail: { invitation: id }, at: now }
  await appendAuditEntry(tx, { ...entry, action: 'inviteDriver' })
  return { holder: company.holder, clientRUT: company.clientRUT }
}

/**
 * Accepts an invitation in force to the person's address with a loyalty in force of the person, once for
 * each company and loyalty.
 * @returns false when there is none, or the company ended
 */
export async function acceptCompany(
  tx: Db,
  { personId, now }: Actor,
  { invitationId: id, loyaltyCode: driverLoyalty }: Record<'invitationId' | 'loyaltyCode', string>,
): Promise<boolean> {
  if (!isUuid(id)) return false
  const own = await lockOwnLoyalty(tx, driverLoyalty, personId)
  if (!own || own.endedAt) return false
  const [open] = await tx
    .select(getTableColumns(companyDriver))
    .from(companyDriver)
    .innerJoin(loyalty, eq(loyalty.code, companyDriver.loyaltyCode))
    .where(
      and(
        whereEquals(companyDriver, { id, endedAt: null }),
        isNull(loyalty.endedAt),
        isFor(tx, personId),
      ),
    )
    .for('update', { of: companyDriver })
  if (!open) return false
  const { loyaltyCode } = open
  const inForce = whereEquals(companyDriver, { loyaltyCode, driverLoyalty, endedAt: null })
  if (open.personId !== null || (await tx.$count(companyDriver, inForce)) > 0) return true
  await tx
    .update(companyDriver)
    .set({ personId, driverLoyalty, acceptedAt: now })
    .where(eq(companyDriver.id, id))
  const entry = { actorId: personId, subject: loyaltyCode, detail: { invitation: id }, at: now }
  await appendAuditEntry(tx, { ...entry, action: 'acceptInvitation' })
  return true
}

/**
 * Ends an invitation, or a driver's part in a company, for its holder or its driver.
 * @returns false when it is unknown or concerns neither a company of the person nor the person
 */
export async function endDriver(
  tx: Db,
  { personId, now }: Actor,
  invitationId: string,
): Promise<boolean> {
  if (!isUuid(invitationId)) return false
  const ofHolder = tx
    .select({ code: loyalty.code })
    .from(loyalty)
    .where(and(eq(loyalty.code, companyDriver.loyaltyCode), eq(loyalty.personId, personId)))
  const concerned = and(
    eq(companyDriver.id, invitationId),
    or(exists(ofHolder), isFor(tx, personId)),
  )
  const [found] = await tx.select().from(companyDriver).where(concerned).for('update')
  if (!found) return false
  if (found.endedAt) return true
  await tx.update(companyDriver).set({ endedAt: now }).where(eq(companyDriver.id, invitationId))
  await appendAuditEntry(tx, {
    actorId: personId,
    action: 'endCompanyDriver',
    subject: found.loyaltyCode,
    detail: { invitation: invitationId },
    at: now,
  })
  return true
}

/**
 * Sets the monthly limits of a vehicle in force of a company.
 * @returns false when it is unknown, removed or not of a company of the person
 */
export async function storeVehicleLimit(
  tx: Db,
  { personId, now }: Actor,
  limit: { loyaltyCode: string; vehicleId: string; millilitres: number; amount: number },
): Promise<boolean> {
  const { loyaltyCode, vehicleId: id, millilitres, amount } = limit
  if (!isUuid(id) || !(await lockCompany(tx, loyaltyCode, personId))) return false
  const { rowCount } = await tx
    .update(vehicle)
    .set({ limitMillilitres: millilitres, limitAmount: amount })
    .where(whereEquals(vehicle, { id, loyaltyCode, removedAt: null }))
  if (!rowCount) return false
  await appendAuditEntry(tx, {
    actorId: personId,
    action: 'setVehicleLimit',
    subject: loyaltyCode,
    detail: { vehicle: id, millilitres, amount },
    at: now,
  })
  return true
}
