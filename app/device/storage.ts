import { storage } from '#kit/browser/storage.ts'

// The one import of browser storage in the app: a phone's own storage would replace it here.
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
