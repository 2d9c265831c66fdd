import { useOperatorStorage } from '#console/features/useOperatorStorage.ts'
import type { KindName } from '#contract/console/objectKinds.ts'

/** The items with the item, or without it if it is one of them. */
export const toggled = (items: readonly string[], item: string): string[] =>
  items.includes(item) ? items.filter((one) => one !== item) : [...items, item]

/** How the operator draws the list: the hidden columns of its kind, and the lines of a row in all lists. */
export function useListDisplay(kind: KindName) {
  const [hidden, setHidden] = useOperatorStorage<string>(`hidden columns ${kind}`)
  const [[lines = '1'], setLines] = useOperatorStorage<'1' | '2'>('lines of a row')
  return {
    hidden,
    toggle: (name: string) => setHidden(toggled(hidden, name)),
    lines,
    setLines: (next: typeof lines) => setLines([next]),
  }
}
export type ListDisplay = ReturnType<typeof useListDisplay>
