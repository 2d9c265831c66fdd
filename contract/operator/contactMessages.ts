import * as z from 'zod/mini'
import { next, pagination } from '#contract/fields/pagination.ts'
import { Stamp } from '#contract/fields/stamp.ts'
import { ADMINISTRADOR } from '#contract/roles.ts'
import { service } from '#contract/service.ts'

/** A message that a user sent with `contact`. */
export const ContactMessage = z.object({
  id: z.string(),
  datetime: Stamp,
  /** The type that the sender chose, as in `contact`. */
  type: z.string(),
  title: z.string(),
  text: z.string(),
  /** Name and email of the sender. */
  name: z.string(),
  email: z.string(),
  /** The branch that the message is about; both fields are empty when there is none. */
  branchCode: z.string(),
  branchName: z.string(),
})
export type ContactMessage = z.infer<typeof ContactMessage>

/**
 * Messages that users sent with `contact`, newest first.
 * Errors: 05 without a second factor, or an invalid cursor.
 */
export const contactMessages = service({
  group: 'operator',
  name: 'contactMessages',
  access: [ADMINISTRADOR],
  request: pagination(200, 50),
  response: { messages: z.array(ContactMessage), next },
})
