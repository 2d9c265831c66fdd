import type { ReactNode } from 'react'

/** Where else to go from an open screen, at its foot. */
export function AuthLinks({ children }: { children: ReactNode }) {
  return (
    <nav aria-label="Otras opciones" className="flex flex-col items-center gap-1 text-center">
      {children}
    </nav>
  )
}
