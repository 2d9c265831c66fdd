/*
 * The entries of a browser storage that belong to one person. The owner is part of the entry's name:
 * an entry of another person is never read, and is found without parsing it.
 */

const PREFIX = 'own '

const prefixOf = (email: string) => `${PREFIX}${email} `

/** The name of a person's entry in a storage. */
export const ownKey = (email: string, name: string): string => `${prefixOf(email)}${name}`

/** The names, without the owner, of a person's entries that start with a prefix. */
export function ownNames(storage: Storage, email: string, prefix: string): string[] {
  const start = ownKey(email, prefix)
  return keysOf(storage)
    .filter((key) => key.startsWith(start))
    .map((key) => key.slice(prefixOf(email).length))
}

/** Removes a person's entries. */
export const removeOwnEntries = (storage: Storage, email: string): void =>
  removeWhere(storage, (key) => key.startsWith(prefixOf(email)))

/** Removes the entries of all persons but one. */
export const removeEntriesOfOthers = (storage: Storage, email: string): void =>
  removeWhere(storage, (key) => key.startsWith(PREFIX) && !key.startsWith(prefixOf(email)))

/** Moves a person's entries whose names start with a prefix to another storage, without replacing the ones there. */
export function moveOwnEntries(from: Storage, to: Storage, email: string, prefix: string): void {
  for (const name of ownNames(from, email, prefix)) {
    const key = ownKey(email, name)
    const value = from.getItem(key)
    try {
      if (value !== null && to.getItem(key) === null) to.setItem(key, value)
      from.removeItem(key)
    } catch (error) {
      // The other storage is full: the entry stays where it is.
      console.warn('No se pudo mover un dato guardado', error)
    }
  }
}

function removeWhere(storage: Storage, matches: (key: string) => boolean): void {
  for (const key of keysOf(storage)) if (matches(key)) storage.removeItem(key)
}

/** The names of all entries; `Object.keys` would miss those of the storage in memory. */
const keysOf = (storage: Storage): string[] =>
  Array.from({ length: storage.length }, (_, index) => storage.key(index)).filter(
    (key) => key !== null,
  )
