import * as z from 'zod/mini'
import { storage } from '#app/device/storage.ts'
import { ownKey } from '#kit/browser/perUserStorage.ts'

/** The fields of a message that was not sent yet. */
export interface CommentDraft {
  title: string
  text: string
  type: string
  branchCode: string
}

export const NO_DRAFT: CommentDraft = { title: '', text: '', type: '', branchCode: '' }

const Draft = z.object({
  title: z.string(),
  text: z.string(),
  type: z.string(),
  branchCode: z.string(),
})

const keyOf = (email: string) => ownKey(email, 'comment')

/** Whether nothing was written yet. */
export const isEmptyDraft = ({ title, text }: CommentDraft): boolean =>
  title.trim() === '' && text.trim() === ''

/** The author's draft in this tab; empty when there is none. */
export function loadDraft(email: string): CommentDraft {
  try {
    return Draft.parse(JSON.parse(storage('sessionStorage').getItem(keyOf(email)) ?? ''))
  } catch {
    return NO_DRAFT
  }
}

/** Stores the draft until the tab is closed or the person signs out. A failure is only logged. */
export function saveDraft(email: string, draft: CommentDraft): void {
  try {
    storage('sessionStorage').setItem(keyOf(email), JSON.stringify(draft))
  } catch (error) {
    console.warn('No se pudo guardar el mensaje a medio escribir', error)
  }
}

/** Removes the draft once the message is sent. */
export const clearDraft = (email: string): void =>
  storage('sessionStorage').removeItem(keyOf(email))
