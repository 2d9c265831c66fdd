import { NOTIFICATION_TYPES } from '#contract/entities/notification.ts'

/** The fields of `notifications` that list the announcements of promotions. */
export const PROMOTIONS = { type: NOTIFICATION_TYPES.Promotion }
