import * as z from 'zod/mini'
import { storage } from '#app/device/storage.ts'

/** The fields of an unfinished form by name. */
export type Draft = Readonly<Record<string, string>>

const Draft = z.record(z.string(), z.string())

/**
 * The draft of a form under a key of the session storage, until the tab is closed.
 * @param omitted names of fields that are not stored
 */
export function createFormDraft(key: string, omitted: readonly string[] = []) {
  const place = () => storage('sessionStorage')
  return {
    /** Empty when none is stored or it cannot be parsed. */
    load: (): Draft => {
      try {
        return Draft.parse(JSON.parse(place().getItem(key) ?? '{}'))
      } catch {
        return {}
      }
    },
    /** A failure, as of a full storage, is only logged. */
    save: (form: Iterable<readonly [name: string, value: unknown]>): void => {
      const fields = [...form].filter(([name]) => !omitted.includes(name))
      try {
        place().setItem(key, JSON.stringify(Object.fromEntries(fields)))
      } catch (error) {
        console.warn('No se pudo guardar el formulario a medio escribir', error)
      }
    },
    clear: (): void => place().removeItem(key),
  }
}
