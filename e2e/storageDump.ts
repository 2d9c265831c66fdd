import type { Page } from 'playwright-core'

/** The stored data of the page's origin, as texts by place. */
export type StorageDump = Record<string, string>

/** Reads every storage that a script of the page can read. */
export const dumpStorages = (page: Page): Promise<StorageDump> => page.evaluate(readStorages)

/** Runs in the page. */
async function readStorages(): Promise<StorageDump> {
  const dump: StorageDump = {
    cookies: document.cookie,
    'history.state': JSON.stringify(history.state),
    address: location.href,
  }
  for (const [name, storage] of Object.entries({ localStorage, sessionStorage }))
    for (const [key, value] of Object.entries(storage)) dump[`${name} ${key}`] = String(value)
  for (const { name = '', version } of await indexedDB.databases()) {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(name, version)
      request.addEventListener('success', () => resolve(request.result))
      request.addEventListener('error', () => reject(request.error))
    })
    for (const store of database.objectStoreNames) {
      const all = await new Promise<unknown>((resolve, reject) => {
        const request = database.transaction(store).objectStore(store).getAll()
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(request.error))
      })
      dump[`indexedDB ${name} ${store}`] = JSON.stringify(all)
    }
    database.close()
  }
  for (const name of await caches.keys()) {
    const cache = await caches.open(name)
    for (const request of await cache.keys()) {
      const response = await cache.match(request)
      dump[`cache ${name} ${request.url}`] = (await response?.text()) ?? ''
    }
  }
  return dump
}

/** The places of a dump that contain one of the texts. */
export const placesWith = (dump: StorageDump, texts: readonly string[]): string[] =>
  Object.entries(dump).flatMap(([place, value]) =>
    texts
      .filter((text) => `${place} ${value}`.toLowerCase().includes(text.toLowerCase()))
      .map((text) => `${text} in ${place}`),
  )
