import { and, lt, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '#db/connection.ts'
import { mail } from '#db/tables/messaging.ts'
import { idempotentRequest, loginThrottle, verificationCode, session } from '#db/tables/sessions.ts'

const DAY = 86_400_000
/** Rows that one statement deletes at most: nobody waits for it long. */
const BATCH = 500

/** What has served its purpose at an instant, and where it is. */
function overdue(now: Date): [PgTable, SQL | undefined][] {
  const ago = (days: number) => new Date(now.getTime() - days * DAY)
  return [
    // By then no phone repeats a request.
    [idempotentRequest, lt(idempotentRequest.at, ago(1))],
    // A day longer than they open anything: who deletes their account then finds what they remember.
    [session, lt(session.expiresAt, ago(1))],
    [verificationCode, lt(verificationCode.expiresAt, now)],
    [loginThrottle, lt(loginThrottle.notBefore, ago(1))],
    // Nothing is sent before it is written: the first half is what the index finds.
    [mail, and(lt(mail.at, ago(30)), lt(mail.sentAt, ago(30)))],
    // Dead letters, for who looks into them.
    [mail, lt(mail.at, ago(90))],
  ]
}

/** The statements that forget, each a batch. */
export const purgeStatements = (now: Date): SQL[] =>
  overdue(now).map(
    ([table, over]) => sql`delete from ${table} where ctid = any(array(
      select ctid from ${table} where ${over} limit ${BATCH} for update skip locked))`,
  )

/**
 * Deletes what nothing needs any more: sessions, mailed codes and remembered answers that are over,
 * wrong guesses of other days, mails sent 30 days ago and those given up 90 days ago. Safe to
 * repeat and to race.
 */
export async function purgeExpired(db: Db, now: Date): Promise<void> {
  for (const statement of purgeStatements(now)) {
    let gone: number | null = BATCH
    while (gone === BATCH) gone = (await db.execute(statement)).rowCount
  }
}
