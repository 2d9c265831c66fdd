import type { ReactNode } from 'react'

interface Props {
  /** What is listed, for those who do not see the heading above. */
  label: string
  /** Row after Row. */
  children: ReactNode
}

/** A card of rows. */
export function List({ label, children }: Props) {
  return (
    <ul
      aria-label={label}
      className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface shadow-card"
    >
      {children}
    </ul>
  )
}
