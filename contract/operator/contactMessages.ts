import * as z from 'zod/mini'
import { period } from '#contract/fields/period.ts'
import { count, next } from '#contract/fields/pagination.ts'
import { withDefault } from '#contract/fields/optional.ts'
import { Stamp } from '#contract/money.ts'
import { ADMINISTRADOR } from '#contract/roles.ts'
import { service } from '#contract/service.ts'

/** What a person wrote with `contact`. */
export const ContactMessage = z.object({
  id: z.string(),
  datetime: Stamp,
  /** One of `CONTACT_TYPES`, or an integrator's own word. */
  type: z.string(),
  title: z.string(),
  text: z.string(),
  name: z.string(),
  email: z.string(),
  /** The station that it is about; both empty when it is about none. */
  branchCode: z.string(),
  branchName: z.string(),
})
export type ContactMessage = z.infer<typeof ContactMessage>

/**
 * What people wrote to the network, newest first.
 * Errors: 05 without a second factor, or an `after` that is not one of ours.
 */
export const contactMessages = service({
  group: 'operator',
  name: 'contactMessages',
  access: [ADMINISTRADOR],
  secondFactor: true,
  request: {
    count: withDefault(count(200), 50),
    after: period.after,
  },
  response: { messages: z.array(ContactMessage), next },
})
