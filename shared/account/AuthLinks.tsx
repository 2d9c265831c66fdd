import type { ReactNode } from 'react'

export function AuthLinks({ children }: { children: ReactNode }) {
  return (
    <nav
      aria-label="Otras opciones"
      className="flex flex-wrap justify-center gap-x-6 gap-y-1 text-center"
    >
      {children}
    </nav>
  )
}
