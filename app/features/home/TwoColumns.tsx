import type { ReactNode } from 'react'

interface Props {
  children: ReactNode
  /** The narrower column on the right; below the other on a phone. */
  aside: ReactNode
}

/** Two columns on a wide screen, one on a phone. */
export function TwoColumns({ children, aside }: Props) {
  return (
    <div className="flex flex-col gap-6 lg:grid lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:items-start">
      <div className="flex min-w-0 flex-col gap-6">{children}</div>
      <div className="flex min-w-0 flex-col gap-6">{aside}</div>
    </div>
  )
}
