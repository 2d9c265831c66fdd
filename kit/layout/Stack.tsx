import type { ReactNode } from 'react'

const GAPS = { small: 'gap-2', normal: 'gap-4', large: 'gap-8' }

interface Props {
  gap?: keyof typeof GAPS
  /** Side by side while there is room, wrapping on a narrow screen. */
  row?: boolean
  children: ReactNode
}

/** Things one below another, or in a wrapping row, evenly apart. */
export function Stack({ gap = 'normal', row = false, children }: Props) {
  return (
    <div
      className={`flex min-w-0 ${row ? 'flex-row flex-wrap items-center' : 'flex-col'} ${GAPS[gap]}`}
    >
      {children}
    </div>
  )
}
