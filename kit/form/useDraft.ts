import { useState } from 'react'
import * as z from 'zod/mini'
import { storage } from '#kit/browser/storage.ts'

const Fields = z.record(z.string(), z.string())

/**
 * What was typed in a form and not sent, in this tab until it is closed. It outlasts the screen, a
 * reload and a session that expired.
 * @param key with `ownKey` the draft belongs to one person, and signing out removes it
 * @param omitted names of fields that are not stored
 */
export function useDraft(key: string, omitted: readonly string[] = []) {
  const [stored] = useState(() => load(key))
  return {
    /** The fields when the form was opened. */
    stored,
    /** A failure, as of a full storage, is only logged. */
    save: (form: Iterable<readonly [name: string, value: unknown]>): void => {
      const fields = [...form].filter(([name]) => !omitted.includes(name))
      try {
        storage('sessionStorage').setItem(key, JSON.stringify(Object.fromEntries(fields)))
      } catch (error) {
        console.warn('No se pudo guardar lo que está a medio escribir', error)
      }
    },
    clear: (): void => storage('sessionStorage').removeItem(key),
  }
}

/** Empty when none is stored or it cannot be parsed. */
function load(key: string): Readonly<Record<string, string>> {
  try {
    return Fields.parse(JSON.parse(storage('sessionStorage').getItem(key) ?? '{}'))
  } catch {
    return {}
  }
}
