import * as z from 'zod/mini'
import { storage } from '#app/device/storage.ts'

/** What a person wrote of their registration so far, by field; never the password. */
export type Draft = Readonly<Record<string, string>>

const KEY = 'registration'
const Draft = z.record(z.string(), z.string())

/** The draft of this tab; empty when there is none that can be read. */
export function loadDraft(): Draft {
  try {
    return Draft.parse(JSON.parse(storage('sessionStorage').getItem(KEY) ?? '{}'))
  } catch {
    return {}
  }
}

/** Keeps what stands in the form until the tab is closed. It is a convenience: a full storage is no harm. */
export function saveDraft(form: HTMLFormElement): void {
  const { password: _, ...written } = Object.fromEntries(new FormData(form))
  try {
    storage('sessionStorage').setItem(KEY, JSON.stringify(written))
  } catch (error) {
    console.warn('No se pudo guardar el registro a medio escribir', error)
  }
}

/** The registration was sent: nothing of it stays here. */
export const clearDraft = (): void => storage('sessionStorage').removeItem(KEY)
