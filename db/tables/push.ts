import { sql } from 'drizzle-orm'
import { check, index, pgTable } from 'drizzle-orm/pg-core'
import { bytes, instant } from '#db/tables/columns.ts'
import { ofPerson } from '#db/tables/people.ts'
import { session } from '#db/tables/sessions.ts'

/**
 * Where the notifications of a session's device are pushed to. It ends with its session: the row is
 * deleted with it, and a trigger deletes it when the session is revoked.
 */
export const pushSubscription = pgTable(
  'push_subscription',
  (c) => ({
    /** New for each session, so that a device recognises what was sent to its own session. */
    id: c.uuid('id').primaryKey(),
    sessionHash: bytes('session_hash')
      .notNull()
      .unique()
      .references(() => session.tokenHash, { onUpdate: 'cascade', onDelete: 'cascade' }),
    personId: ofPerson(),
    platform: c.text('platform', { enum: ['web', 'android', 'ios'] }).notNull(),
    /** The address at the push service, or the token of a native app. One device has one owner. */
    endpoint: c.text('endpoint').notNull().unique(),
    /** Public key of the browser (P-256, base64url); empty for a native app. */
    p256dh: c.text('p256dh').notNull(),
    /** Authentication secret of the browser (RFC 8291, base64url); empty for a native app. */
    auth: c.text('auth').notNull(),
    /** Whether the person lets the locked screen show title and text. */
    detail: c.boolean('detail').notNull(),
    registeredAt: instant('registered_at').notNull(),
  }),
  (t) => [
    index('push_subscription_of_person').on(t.personId, t.registeredAt),
    check('push_subscription_keys', sql`(${t.platform} = 'web') = (${t.p256dh} <> '')`),
  ],
)
