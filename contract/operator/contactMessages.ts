import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { MESSAGE_STATES, SentMessage } from '#contract/entities/contactMessage.ts'
import { withDefault } from '#contract/fields/optional.ts'
import { next, pagination } from '#contract/fields/pagination.ts'
import { ADMINISTRADOR, PETROBRAS } from '#contract/roles.ts'

/** A contact message as the operators see it. */
export const ContactMessage = z.extend(SentMessage, {
  /** Name of the sender; of the surname the first letter alone unless an administrator asks. */
  name: z.string(),
  /** Email of the sender; its first letter and its domain unless an administrator asks. */
  email: z.string(),
  /**
   * The birthdate that the sender asks for, `yyyyMMdd`, while its photo waits for a decision
   * (`messagePicture`); absent without one.
   */
  wishedBirthdate: z.optional(z.string()),
})
export type ContactMessage = z.infer<typeof ContactMessage>

/**
 * Messages that users sent with `contact`, newest first; to the role 4 those about its stations.
 * Errors: 05 without a second factor, or an invalid cursor.
 */
export const contactMessages = defineCall('operator', 'contactMessages', {
  access: [PETROBRAS, ADMINISTRADOR],
  request: () => ({
    ...pagination(200, 50),
    /** Only the messages in this state; all when left out or empty. */
    state: withDefault(
      z.enum([...MESSAGE_STATES, ''], 'Ese estado no existe: es RECEIVED, ANSWERED o CLOSED.'),
      '',
    ),
  }),
  response: () => ({
    /** Messages of this page, newest first. */
    messages: z.array(ContactMessage),
    next,
  }),
})
