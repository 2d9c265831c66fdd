import type { ReactNode } from 'react'

export function AuthLinks({ children }: { children: ReactNode }) {
  return (
    <nav aria-label="Otras opciones" className="flex flex-col items-center gap-1 text-center">
      {children}
    </nav>
  )
}
