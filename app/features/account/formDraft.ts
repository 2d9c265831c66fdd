import * as z from 'zod/mini'
import { storage } from '#app/device/storage.ts'

/** The fields of an unfinished form by name. */
export type Draft = Readonly<Record<string, string>>

const Draft = z.record(z.string(), z.string())

/** Stores what was typed into a form until the tab is closed. */
interface FormDraft {
  /** The draft of this tab; empty when none is stored or it cannot be parsed. */
  load: () => Draft
  /** A failure, as of a full storage, is only logged. */
  save: (form: HTMLFormElement) => void
  /** Removes the draft once the form is sent. */
  clear: () => void
}

/**
 * The draft of a form under a key of the session storage.
 * @param omitted names of fields that are not stored
 */
export function createFormDraft(key: string, omitted: readonly string[]): FormDraft {
  const place = () => storage('sessionStorage')
  return {
    load() {
      try {
        return Draft.parse(JSON.parse(place().getItem(key) ?? '{}'))
      } catch {
        return {}
      }
    },
    save(form) {
      const fields = [...new FormData(form)].filter(([name]) => !omitted.includes(name))
      try {
        place().setItem(key, JSON.stringify(Object.fromEntries(fields)))
      } catch (error) {
        console.warn('No se pudo guardar el formulario a medio escribir', error)
      }
    },
    clear: () => place().removeItem(key),
  }
}
