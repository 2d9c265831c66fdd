import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { SentMessage } from '#contract/entities/contactMessage.ts'
import { next, pagination } from '#contract/fields/pagination.ts'

/**
 * The caller's own messages to the network with their state and answer, newest first.
 * Errors: 05 with an invalid cursor.
 */
export const sentMessages = defineCall('user', 'sentMessages', {
  access: 'signedIn',
  mayBeStale: true,
  request: () => pagination(200, 50),
  response: () => ({
    /** The caller's messages of this page, newest first. */
    messages: z.array(SentMessage),
    next,
  }),
})
