/**
 * A storage of the browser. Where the browser forbids it (private windows, blocked cookies) it is
 * replaced by memory, whose entries last as long as the page.
 */
export function storage(kind: 'localStorage' | 'sessionStorage'): Storage {
  try {
    const storage = window[kind]
    storage.getItem('')
    return storage
  } catch {
    return createMemoryStorage()
  }
}

function createMemoryStorage(): Storage {
  const entries = new Map<string, string>()
  return {
    get length() {
      return entries.size
    },
    key: (index) => [...entries.keys()][index] ?? null,
    getItem: (name) => entries.get(name) ?? null,
    setItem: (name, value) => void entries.set(name, value),
    removeItem: (name) => void entries.delete(name),
    clear: () => entries.clear(),
  }
}
