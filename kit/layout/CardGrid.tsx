import type { ReactNode } from 'react'

/** Cards side by side where at least 17 rem fit for each, one below another where not. */
export function CardGrid({ children }: { children: ReactNode }) {
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(17rem,100%),1fr))] gap-4">
      {children}
    </div>
  )
}
