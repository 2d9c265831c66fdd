import { and, eq, gte, inArray, max, min } from 'drizzle-orm'
import { DAY_MS } from '#contract/dates.ts'
import { type BankAccount, NO_BANK_ACCOUNT } from '#contract/fields/bankAccount.ts'
import { appendAuditEntry } from '#db/audit/auditLog.ts'
import type { Db } from '#db/core/db.ts'
import { whereEquals } from '#db/core/whereEquals.ts'
import type { Actor } from '#db/loyalty/endLoyalty.ts'
import { bankAccountChange, loyalty } from '#db/tables/loyalties.ts'

/** How long the owner can undo a change, in days. */
export const BANK_UNDO_DAYS = 7

type BankAccountChange = typeof bankAccountChange.$inferSelect
/** Bank accounts by the code of their loyalty. */
export type AccountsByCode = BankAccountChange['earlier']

const FIELDS = Object.keys(NO_BANK_ACCOUNT) as (keyof BankAccount)[]

/**
 * Sets the bank account of all loyalties in force of a person, and keeps the earlier ones for the
 * undo. The caller must hold the lock on the person's row.
 * @param undoHash hash of the token that undoes it
 * @returns the earlier accounts of the loyalties that it changes; undefined when the person has no
 * loyalty in force
 */
export async function setBankAccount(
  tx: Db,
  { personId, now }: Actor,
  account: BankAccount,
  undoHash: Buffer,
): Promise<AccountsByCode | undefined> {
  const inForce = tx
    .select()
    .from(loyalty)
    .where(whereEquals(loyalty, { personId, endedAt: null }))
  const loyalties = await inForce.orderBy(loyalty.code).for('no key update')
  if (loyalties.length === 0) return undefined
  const changed = loyalties.filter((one) => FIELDS.some((field) => one[field] !== account[field]))
  const codes = changed.map(({ code }) => code)
  const earlier = Object.fromEntries(changed.map((one) => [one.code, accountOf(one)]))
  if (codes.length === 0) return earlier
  await tx.update(loyalty).set(account).where(inArray(loyalty.code, codes))
  const [last] = await tx
    .select({ number: max(bankAccountChange.number) })
    .from(bankAccountChange)
    .where(eq(bankAccountChange.personId, personId))
  await tx.insert(bankAccountChange).values({
    personId,
    number: (last?.number ?? 0) + 1,
    undoHash,
    earlier,
    createdAt: now,
    expiresAt: new Date(now.getTime() + BANK_UNDO_DAYS * DAY_MS),
  })
  return earlier
}

const accountOf = (row: BankAccount): BankAccount => {
  const { accountBank, accountBankType, accountBankNumber, accountBankBranch, accountName } = row
  return { accountBank, accountBankType, accountBankNumber, accountBankBranch, accountName }
}

const inForceOf = (personId: string) => whereEquals(bankAccountChange, { personId, endedAt: null })

/** The change of an emailed link, also when it is over. */
export async function bankAccountChangeOf(db: Db, undoHash: Buffer) {
  const ofLink = eq(bankAccountChange.undoHash, undoHash)
  return (await db.select().from(bankAccountChange).where(ofLink))[0]
}

/** The number of a person's first change in force since an instant. */
export async function firstChangeSince(tx: Db, personId: string, since: Date) {
  const { number, createdAt } = bankAccountChange
  const changes = and(inForceOf(personId), gte(createdAt, since))
  const [first] = await tx
    .select({ number: min(number) })
    .from(bankAccountChange)
    .where(changes)
  return first?.number ?? null
}

/**
 * Undoes a change and every later one of the person: each loyalty has again the account that it
 * had before the first of them. The caller must hold the lock on the person's row.
 * @returns the accounts in force again
 */
export async function undoBankAccountChanges(
  tx: Db,
  { personId, number, now }: { personId: string; number: number; now: Date },
): Promise<AccountsByCode> {
  const undone = await tx
    .update(bankAccountChange)
    .set({ endedAt: now })
    .where(and(inForceOf(personId), gte(bankAccountChange.number, number)))
    .returning()
  const newestFirst = undone.toSorted((a, b) => b.number - a.number)
  const restored = Object.assign({}, ...newestFirst.map(({ earlier }) => earlier)) as AccountsByCode
  for (const [code, account] of Object.entries(restored))
    await tx.update(loyalty).set(account).where(whereEquals(loyalty, { code, personId }))
  return restored
}

/**
 * Audits the bank accounts that loyalties have now: the bank and the last three digits, never the
 * number.
 */
export async function auditBankAccounts(
  tx: Db,
  { personId, now }: Actor,
  action: 'updateMembershipData' | 'undoBankAccount',
  accounts: AccountsByCode,
): Promise<void> {
  for (const [subject, { accountBank, accountBankNumber }] of Object.entries(accounts))
    await appendAuditEntry(tx, {
      actorId: personId,
      action,
      subject,
      detail: { bank: accountBank, endsIn: accountBankNumber.slice(-3) },
      at: now,
    })
}
