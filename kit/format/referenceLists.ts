import { storedItems } from '#kit/api/referenceListCache.ts'
import { storage } from '#kit/browser/storage.ts'

/** The entries of a list in the server's order: app and console store it in different storages. Empty before any answer. */
export function referenceItems(list: 'banks' | 'marks'): { code: string; text: string }[] {
  const items = storedItems(storage('localStorage'), list)
  return items.length > 0 ? items : storedItems(storage('sessionStorage'), list)
}

/** The text of a code in such a list; undefined when it has none. */
export const referenceText = (list: 'banks' | 'marks', wanted: string): string | undefined =>
  referenceItems(list).find(({ code }) => code === wanted)?.text
