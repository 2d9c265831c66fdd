import * as z from 'zod/mini'
import { storage } from '#app/device/storage.ts'
import { COMMENT_DRAFT } from '#app/session/session.ts'

/** The fields of a message that was not sent yet. */
export interface CommentDraft {
  title: string
  text: string
  type: string
  branchCode: string
}

export const NO_DRAFT: CommentDraft = { title: '', text: '', type: '', branchCode: '' }

/** The stored entry: the draft and the e-mail of its author. */
const Entry = z.object({
  email: z.string(),
  draft: z.object({
    title: z.string(),
    text: z.string(),
    type: z.string(),
    branchCode: z.string(),
  }),
})

/** The author's draft in this tab; empty when there is none or it is another person's. */
export function loadDraft(email: string): CommentDraft {
  try {
    const entry = Entry.parse(JSON.parse(storage('sessionStorage').getItem(COMMENT_DRAFT) ?? ''))
    return entry.email === email ? entry.draft : NO_DRAFT
  } catch {
    return NO_DRAFT
  }
}

/** Stores the draft until the tab is closed or the person signs out. A failure is only logged. */
export function saveDraft(email: string, draft: CommentDraft): void {
  try {
    storage('sessionStorage').setItem(COMMENT_DRAFT, JSON.stringify({ email, draft }))
  } catch (error) {
    console.warn('No se pudo guardar el mensaje a medio escribir', error)
  }
}

/** Removes the draft once the message is sent. */
export const clearDraft = (): void => storage('sessionStorage').removeItem(COMMENT_DRAFT)
