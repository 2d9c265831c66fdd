import * as z from 'zod/mini'
import { storage } from '#app/device/storage.ts'
import { personalStorage } from '#kit/browser/perUserStorage.ts'

export const CommentFields = z.object({
  title: z.string(),
  text: z.string(),
  type: z.string(),
  branchCode: z.string(),
})
export type CommentFields = z.infer<typeof CommentFields>

export const NO_DRAFT: CommentFields = { title: '', text: '', type: '', branchCode: '' }

const NAME = 'comment'
/** In the tab: another one may be writing another message. */
const own = (email: string) => personalStorage(email, storage('sessionStorage'))

export const isEmptyDraft = ({ title, text }: CommentFields): boolean =>
  title.trim() === '' && text.trim() === ''

/** The author's draft in this tab; empty when there is none. */
export function loadDraft(email: string): CommentFields {
  try {
    return CommentFields.parse(JSON.parse(own(email).read(NAME) ?? ''))
  } catch {
    return NO_DRAFT
  }
}

/** Stores the draft until the tab is closed or the person signs out. A failure is only logged. */
export function saveDraft(email: string, draft: CommentFields): void {
  try {
    own(email).write(NAME, JSON.stringify(draft))
  } catch (error) {
    console.warn('No se pudo guardar el mensaje a medio escribir', error)
  }
}

export const clearDraft = (email: string): void => own(email).remove(NAME)
