import { useState } from 'react'
import { useSession } from '#console/context.ts'
import { personalStorage } from '#kit/browser/perUserStorage.ts'
import { storage } from '#kit/browser/storage.ts'

/**
 * A list that belongs to the operator, and the function that replaces it.
 * @param place `localStorage` stays in this browser; `sessionStorage` ends with the session
 */
export function useOperatorStorage<Item>(
  name: string,
  place: 'localStorage' | 'sessionStorage' = 'localStorage',
): [Item[], (next: Item[]) => void] {
  const email = useSession()?.email ?? ''
  const own = () => personalStorage(email, storage(place))
  // A list of another kind, in the same component, is read anew.
  const [read, setRead] = useState<{ name: string; items: Item[] }>()
  const items = read?.name === name ? read.items : (JSON.parse(own().read(name) ?? '[]') as Item[])
  return [
    items,
    (next) => {
      setRead({ name, items: next })
      try {
        own().write(name, JSON.stringify(next))
      } catch (error) {
        // The storage is full: the list lasts as long as what draws it.
        console.warn('No se pudo guardar una lista', error)
      }
    },
  ]
}
