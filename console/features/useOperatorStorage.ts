import { useState } from 'react'
import { useSession } from '#console/context.ts'
import { personalStorage } from '#kit/browser/perUserStorage.ts'
import { storage } from '#kit/browser/storage.ts'

/** A list that belongs to the operator and stays in this browser, and the function that replaces it. */
export function useOperatorStorage<Item>(name: string): [Item[], (next: Item[]) => void] {
  const email = useSession()?.email ?? ''
  const own = () => personalStorage(email, storage('localStorage'))
  // A list of another kind, in the same component, is read anew.
  const [read, setRead] = useState<{ name: string; items: Item[] }>()
  const items = read?.name === name ? read.items : (JSON.parse(own().read(name) ?? '[]') as Item[])
  return [
    items,
    (next) => {
      setRead({ name, items: next })
      own().write(name, JSON.stringify(next))
    },
  ]
}
