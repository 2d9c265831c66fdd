import type { ReactNode } from 'react'
import { TONES, type Tone } from '#kit/style/tone.ts'

interface Props {
  tone?: Tone
  /** A 20 px icon, or initials. Decorative: hidden from screen readers. */
  children: ReactNode
}

/**
 * The round icon at the start of a list item or card. A list that is narrow for its text has no
 * icons.
 */
export function IconCircle({ tone = 'brand', children }: Props) {
  return (
    <span
      aria-hidden="true"
      className={`@max-[13rem]:hidden flex size-11 shrink-0 items-center justify-center rounded-full font-semibold ${TONES[tone]}`}
    >
      {children}
    </span>
  )
}
