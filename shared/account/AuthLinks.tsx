import type { ReactNode } from 'react'

/** The links at the foot of a public form. */
export function AuthLinks({ children }: { children: ReactNode }) {
  return (
    <nav aria-label="Otras opciones" className="flex flex-col items-center gap-1 text-center">
      {children}
    </nav>
  )
}
