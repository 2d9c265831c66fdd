import type { ReactNode } from 'react'

const GAPS = { small: 'gap-2', normal: 'gap-4', large: 'gap-8' }

interface Props {
  gap?: keyof typeof GAPS
  /** In a row that wraps on narrow screens. */
  row?: boolean
  children: ReactNode
}

/** Children one below another, or in a wrapping row, with equal gaps. */
export function Stack({ gap = 'normal', row = false, children }: Props) {
  return (
    <div
      className={`flex min-w-0 ${row ? 'flex-row flex-wrap items-center' : 'flex-col'} ${GAPS[gap]}`}
    >
      {children}
    </div>
  )
}
