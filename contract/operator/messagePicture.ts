import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { opaqueCode } from '#contract/fields/text.ts'
import { ADMINISTRADOR } from '#contract/roles.ts'

/**
 * The photo of a message: `picture` of its page. Each view is written to the audit log.
 * Errors: 05 without a second factor, and for a message without a photo that waits for a decision.
 */
export const messagePicture = defineCall('operator', 'messagePicture', {
  access: [ADMINISTRADOR],
  request: () => ({
    /** Id of the message, as `picture` of `object` answers it. */
    messageId: opaqueCode(100, 'Elegí un mensaje.'),
  }),
  response: () => ({
    /** The bytes of the photo as base64. */
    picture: z.string(),
    mediaType: z.string(),
  }),
})
