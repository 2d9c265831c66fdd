import * as z from 'zod/mini'
import { storage } from '#app/device/storage.ts'

/** The fields of an unfinished registration by name, without the password. */
export type Draft = Readonly<Record<string, string>>

const KEY = 'registration'
const Draft = z.record(z.string(), z.string())

/** The draft of this tab; empty when none is stored or it cannot be parsed. */
export function loadDraft(): Draft {
  try {
    return Draft.parse(JSON.parse(storage('sessionStorage').getItem(KEY) ?? '{}'))
  } catch {
    return {}
  }
}

/**
 * Stores the form's fields until the tab is closed. A failure, as of a full storage, is only
 * logged.
 */
export function saveDraft(form: HTMLFormElement): void {
  const { password: _, ...fields } = Object.fromEntries(new FormData(form))
  try {
    storage('sessionStorage').setItem(KEY, JSON.stringify(fields))
  } catch (error) {
    console.warn('No se pudo guardar el registro a medio escribir', error)
  }
}

/** Removes the draft once the registration is sent. */
export const clearDraft = (): void => storage('sessionStorage').removeItem(KEY)
