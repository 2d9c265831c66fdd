import * as z from 'zod/mini'
import { createFormDraft } from '#app/features/account/formDraft.ts'
import { ownKey } from '#kit/browser/perUserStorage.ts'

export const CommentFields = z.object({
  title: z.string(),
  text: z.string(),
  type: z.string(),
  branchCode: z.string(),
})
export type CommentFields = z.infer<typeof CommentFields>

export const NO_COMMENT: CommentFields = { title: '', text: '', type: '', branchCode: '' }

/** The author's draft, in the tab: another one may be writing another message. Signing out removes it. */
export const commentDraft = (email: string) => createFormDraft(ownKey(email, 'comment'))
