import type { ReactNode } from 'react'

interface Props {
  children: ReactNode
  /** The narrower column at the right; below the rest on a phone. */
  aside: ReactNode
}

/** What matters most at the left and the rest beside it, where the screen is wide enough. */
export function TwoColumns({ children, aside }: Props) {
  return (
    <div className="flex flex-col gap-6 lg:grid lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:items-start">
      <div className="flex min-w-0 flex-col gap-6">{children}</div>
      <div className="flex min-w-0 flex-col gap-6">{aside}</div>
    </div>
  )
}
