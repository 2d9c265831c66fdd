import type { ReactNode } from 'react'

interface Props {
  /** The accessible name of the list. */
  label: string
  /** ListItems. */
  children: ReactNode
}

/** A card of list items. */
export function List({ label, children }: Props) {
  return (
    <ul
      aria-label={label}
      className="@container divide-y divide-line overflow-hidden rounded-card border border-line bg-surface shadow-card"
    >
      {children}
    </ul>
  )
}
