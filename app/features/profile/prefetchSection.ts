import { sectionOf } from '#app/features/profile/profileSections.ts'
import { loyalties } from '#contract/loyalty/loyalties.ts'
import { passkeys } from '#contract/passkey/passkeys.ts'
import { notificationPreferences } from '#contract/user/notificationPreferences.ts'
import { sessions } from '#contract/user/sessions.ts'
import { userData } from '#contract/user/userData.ts'
import { type CallQueryClient, prefetch } from '#kit/api/callQueries.ts'

const SERVICES = {
  profile: userData,
  bank: loyalties,
  passkeys,
  sessions,
  notifications: notificationPreferences,
} as const

/** Starts the query of the part that the address names. */
export function prefetchSection(client: CallQueryClient, search: { section?: unknown }): void {
  const section = sectionOf(search)
  if (section && section in SERVICES)
    prefetch(client, SERVICES[section as keyof typeof SERVICES], {})
}
