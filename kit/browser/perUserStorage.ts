/*
 * The entries of a browser storage that belong to one person. The owner is part of the entry's name:
 * an entry of another person is never read, and is found without parsing it.
 */

const PREFIX = 'own '
const prefixOf = (email: string) => `${PREFIX}${email} `
export const ownKey = (email: string, name: string) => prefixOf(email) + name

export interface PersonalStorage {
  email: string
  read: (name: string) => string | null
  has: (name: string) => boolean
  /** @throws when the storage is full */
  write: (name: string, text: string) => void
  remove: (name: string) => void
  names: (prefix: string) => string[]
}

/**
 * The entries of a person.
 * @param earlier another storage, from which an entry moves when it is read: an earlier session of the
 *   person was stored there
 */
export function personalStorage(email: string, place: Storage, earlier?: Storage): PersonalStorage {
  const keyOf = (name: string) => ownKey(email, name)
  const move = (key: string): string | null => {
    const text = earlier?.getItem(key) ?? null
    if (text === null) return null
    try {
      place.setItem(key, text)
      earlier?.removeItem(key)
    } catch (error) {
      // The storage is full: the entry stays where it is.
      console.warn('No se pudo mover un dato guardado', error)
    }
    return text
  }
  return {
    email,
    read: (name) => place.getItem(keyOf(name)) ?? move(keyOf(name)),
    has: (name) => [place, earlier].some((one) => (one?.getItem(keyOf(name)) ?? null) !== null),
    write: (name, text) => place.setItem(keyOf(name), text),
    remove: (name) => {
      place.removeItem(keyOf(name))
      earlier?.removeItem(keyOf(name))
    },
    names: (prefix) =>
      keysOf(place)
        .filter((key) => key.startsWith(keyOf(prefix)))
        .map((key) => key.slice(prefixOf(email).length)),
  }
}

/** The entries of all persons whose name begins with a prefix, each with its person's storage. */
export const ownEntries = (place: Storage, prefix: string): [PersonalStorage, name: string][] =>
  keysOf(place).flatMap((key) => {
    const [, email = '', name = ''] = /^own (\S+) (.*)$/.exec(key) ?? []
    return email !== '' && name.startsWith(prefix) ? [[personalStorage(email, place), name]] : []
  })

export const removeOwnEntries = (storage: Storage, email: string): void =>
  removeWhere(storage, (key) => key.startsWith(prefixOf(email)))

export const removeAllOwnEntries = (storage: Storage): void =>
  removeWhere(storage, (key) => key.startsWith(PREFIX))

export const removeEntriesOfOthers = (storage: Storage, email: string): void =>
  removeWhere(storage, (key) => key.startsWith(PREFIX) && !key.startsWith(prefixOf(email)))

function removeWhere(storage: Storage, matches: (key: string) => boolean): void {
  for (const key of keysOf(storage)) if (matches(key)) storage.removeItem(key)
}

/** The names of all entries; `Object.keys` would miss those of the storage in memory. */
const keysOf = (storage: Storage): string[] =>
  Array.from({ length: storage.length }, (_, index) => storage.key(index)).filter(
    (key) => key !== null,
  )
