import type { LucideIcon } from 'lucide-react'
import { TONES, type Tone } from '#kit/style/tone.ts'

/** An icon of one element, for lists of hundreds of rows. */
interface Drawing {
  /** Lines of 2 px on 24 × 24 px: `d` of an SVG path. */
  path: string
}

interface Props {
  /** Drawn with 20 px, or initials. Decorative: hidden from screen readers. */
  icon: LucideIcon | Drawing | string
  tone?: Tone
}

const CIRCLE = '@max-[13rem]:hidden size-11 shrink-0 rounded-full'

/**
 * The round icon at the start of a list item or card. A list that is narrow for its text has no
 * icons.
 */
export function IconCircle({ icon: Icon, tone = 'brand' }: Props) {
  if (typeof Icon === 'string')
    return (
      <span
        aria-hidden="true"
        className={`${CIRCLE} flex items-center justify-center font-semibold ${TONES[tone]}`}
      >
        {Icon}
      </span>
    )
  const className = `${CIRCLE} p-3 ${TONES[tone]}`
  if (!('path' in Icon)) return <Icon aria-hidden="true" className={className} />
  return (
    <svg
      aria-hidden="true"
      className={className}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={Icon.path} />
    </svg>
  )
}
