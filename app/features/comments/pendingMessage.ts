import * as z from 'zod/mini'
import type { Kind, PendingCall } from '#app/offline/pendingCall.ts'
import { lazyObject } from '#contract/fields/lazyObject.ts'
import { contact } from '#contract/user/contact.ts'
import { sentMessages } from '#contract/user/sentMessages.ts'

const CommentFields = lazyObject(() => ({
  title: z.string(),
  text: z.string(),
  type: z.string(),
  branchCode: z.string(),
}))
export type CommentFields = z.infer<typeof CommentFields>

/** The message to the network that is stored on the device until the server has it. */
export type PendingMessage = PendingCall<CommentFields>

export const MESSAGE: Kind<CommentFields> = {
  name: 'unsent',
  schema: CommentFields,
  send: (call, fields, clientMessageId) => call(contact, { ...fields, clientMessageId }),
  changes: [sentMessages.name],
}
