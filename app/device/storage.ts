import { storage } from '#kit/browser/storage.ts'

// The one import of browser storage in the app.
export { storage }

/**
 * Calls back when another tab changes localStorage, with the name of the entry; null when all
 * entries were removed.
 */
export function onOtherTab(changed: (key: string | null) => void): void {
  window.addEventListener('storage', ({ key, storageArea }) => {
    if (storageArea === storage('localStorage')) changed(key)
  })
}

/** Where the session is stored: in the browser's storages, or on a phone in its secure one. */
export const sessionStorages = (): {
  lastingStorage: Storage
  tabStorage: Storage
  onOtherTab?: typeof onOtherTab
} =>
  globalThis.nativeImplementations?.sessionStorages ?? {
    lastingStorage: storage('localStorage'),
    tabStorage: storage('sessionStorage'),
    onOtherTab,
  }
