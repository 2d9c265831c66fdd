/**
 * A browser storage that is always there: where the browser forbids it (private windows, blocked
 * cookies), what is kept lives as long as the page.
 */
export function storage(kind: 'localStorage' | 'sessionStorage'): Storage {
  try {
    const found = window[kind]
    found.getItem('')
    return found
  } catch {
    return memory()
  }
}

function memory(): Storage {
  const kept = new Map<string, string>()
  return {
    get length() {
      return kept.size
    },
    key: (index) => [...kept.keys()][index] ?? null,
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => void kept.set(name, value),
    removeItem: (name) => void kept.delete(name),
    clear: () => kept.clear(),
  }
}
