import { storage } from '#kit/browser/storage.ts'

// What a phone's own storage will stand behind; today both programs have the browser's.
export { storage }

/** Tells when another tab changes the local storage: the entry's name, null when all was cleared. */
export function onOtherTab(changed: (key: string | null) => void): void {
  window.addEventListener('storage', ({ key, storageArea }) => {
    if (storageArea === storage('localStorage')) changed(key)
  })
}
