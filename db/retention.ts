import { and, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { DAY_MS } from '#contract/dates.ts'
import type { Db } from '#db/core/db.ts'
import { purchaseClaim } from '#db/tables/claims.ts'
import { companyDriver } from '#db/tables/companies.ts'
import { importUpload } from '#db/tables/imports.ts'
import { bankAccountChange } from '#db/tables/loyalties.ts'
import {
  contactMessage,
  contactPicture,
  mail,
  notification,
  promotionPicture,
} from '#db/tables/messaging.ts'
import { exceptionTaken, operatorInvitation } from '#db/tables/operators.ts'
import { usedChallenge } from '#db/tables/passkeys.ts'
import { cancelledReference } from '#db/tables/redemptions.ts'
import {
  emailChange,
  enrolmentCode,
  idempotentRequest,
  loginDelay,
  rateLimit,
  session,
  verificationCode,
} from '#db/tables/sessions.ts'

/** Rows that one statement deletes at most, so that its locks are short. */
const BATCH = 500

/** For how many days the answer to an audit number is kept: clients do not repeat a request later. */
export const AUDIT_NUMBER_DAYS = 1

/** For how many days the photo of a document waits for a decision. */
const PICTURE_DAYS = 30

/** For how many days a sale can become a member's by the code, card or plate that the till gave. */
const UNMATCHED_DAYS = 90
/** Days for which an imported file about people is kept: as long as one that waits. */
const FILE_DAYS = 30

/** The tables with expiring rows, each with the condition for the expired ones. */
function expired(now: Date): [PgTable, SQL | undefined][] {
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS)
  return [
    [idempotentRequest, lt(idempotentRequest.at, ago(AUDIT_NUMBER_DAYS))],
    // Sessions outlive their expiry by the day for which their answers are stored: `eraseAccount` finds
    // those answers by the session.
    [session, lt(session.expiresAt, ago(1))],
    [verificationCode, lt(verificationCode.expiresAt, now)],
    // They outlive the emails to the old address, which `eraseAccount` finds by them.
    [emailChange, lt(emailChange.expiresAt, ago(90))],
    [loginDelay, lt(loginDelay.notBefore, ago(1))],
    [rateLimit, lt(rateLimit.fullAt, now)],
    [enrolmentCode, lt(enrolmentCode.expiresAt, now)],
    [operatorInvitation, lt(operatorInvitation.expiresAt, now)],
    // Of one that was resolved by itself, or that is not looked into.
    [exceptionTaken, lt(exceptionTaken.takenAt, ago(90))],
    // Stored by what ended after the erasure, as a refund.
    [notification, sql`person_id = any(array(select id from person where deleted_at is not null))`],
    [usedChallenge, lt(usedChallenge.expiresAt, now)],
    // Shown in the export, and answered as expired, for as long as the email that has the link.
    [bankAccountChange, lt(bankAccountChange.expiresAt, ago(30))],
    // A till may store the capture of a voucher and forward it.
    [cancelledReference, lt(cancelledReference.at, ago(30))],
    // `at` is never later than `sentAt`; its condition is there for the index on `at`.
    [mail, and(lt(mail.at, ago(30)), lt(mail.sentAt, ago(30)))],
    // Emails that were never sent.
    [mail, lt(mail.at, ago(90))],
    // Two years after its answer a message is of no more use; an unanswered one stays.
    [contactMessage, lt(contactMessage.answeredAt, ago(730))],
    // Its receipt cannot be claimed again then.
    [purchaseClaim, lt(purchaseClaim.decidedAt, ago(730))],
    // An address that did not answer the invitation of a company.
    [companyDriver, and(lt(companyDriver.invitedAt, ago(90)), isNull(companyDriver.acceptedAt))],
    [
      importUpload,
      and(
        lt(importUpload.at, ago(30)),
        sql`not exists (
      select from proposal where kind = 'import' and subject = import_upload.id::text and state = 'waiting')`,
      ),
    ],
    [contactPicture, lt(contactPicture.at, ago(PICTURE_DAYS))],
    [promotionPicture, sql`address not in (select image_url from promotion)`],
  ]
}

/** Empties what the tills knew of members that were not found. */
function unmatchedStatement(now: Date): SQL {
  const before = new Date(now.getTime() - UNMATCHED_DAYS * DAY_MS)
  return sql`update sale_event set member_code = '', member_card = '', member_plate = '',
      content_hash = ''
    where ctid = any(array(
      select ctid from sale_event
      where loyalty_code is null and (member_code <> '' or member_card <> '' or member_plate <> '')
        and received_at < ${before}
      limit ${BATCH} for update skip locked))`
}

/** Empties imported files about people: what became of their rows stays. */
const fileStatement = (now: Date): SQL =>
  sql`update import set content = null where content is not null
    and kind in ('debts', 'loyalties') and at < ${new Date(now.getTime() - FILE_DAYS * DAY_MS)}`

/** One statement for each table, of one batch. */
export const purgeStatements = (now: Date): SQL[] => [
  ...expired(now).map(
    ([table, condition]) => sql`delete from ${table} where ctid = any(array(
      select ctid from ${table} where ${condition} limit ${BATCH} for update skip locked))`,
  ),
  unmatchedStatement(now),
  fileStatement(now),
  // Evidence: the function has the right to delete that the servers lack, and its own period of 400 days.
  sql`select from purge_terminal_batches(${BATCH})`,
]

/**
 * Deletes expired rows: sessions with their devices, verification codes, changes of email
 * and of bank accounts, stored answers of idempotent requests, delays, full buckets of limits, codes for
 * the second factor, invitations of operators, who has an exception after 90 days, invitations of companies that were not accepted in 90 days, used challenges of passkeys, cancelled references of tills, emails sent more than 30
 * days ago, emails created more than 90 days ago, contact messages and claims answered more than two years
 * ago, photos of documents and uploaded files that
 * waited for 30 days, notifications of erased people, pictures that no promotion has any more and messages of terminals received more than 400 days ago; and empties what tills
 * knew of unknown members after 90 days, and imported files about people after 30. It may run repeatedly and concurrently: each batch skips locked
 * rows.
 * @param signal ends it after the batch under way
 */
export async function purgeExpired(db: Db, now: Date, signal?: AbortSignal): Promise<void> {
  for (const statement of purgeStatements(now)) {
    let deleted: number | null = BATCH
    while (deleted === BATCH && !signal?.aborted) deleted = (await db.execute(statement)).rowCount
  }
}
