import type { ReactNode } from 'react'

/** Cards in columns of at least 17 rem, in one column on narrow screens. */
export function CardGrid({ children }: { children: ReactNode }) {
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(17rem,100%),1fr))] gap-4">
      {children}
    </div>
  )
}
