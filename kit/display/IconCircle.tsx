import type { LucideIcon } from 'lucide-react'
import { TONES, type Tone } from '#kit/style/tone.ts'

interface Props {
  /** Drawn with 20 px, or initials. Decorative: hidden from screen readers. */
  icon: LucideIcon | string
  tone?: Tone
}

/**
 * The round icon at the start of a list item or card. A list that is narrow for its text has no
 * icons.
 */
export function IconCircle({ icon: Icon, tone = 'brand' }: Props) {
  return (
    <span
      aria-hidden="true"
      className={`@max-[13rem]:hidden flex size-11 shrink-0 items-center justify-center rounded-full font-semibold ${TONES[tone]}`}
    >
      {typeof Icon === 'string' ? Icon : <Icon size={20} />}
    </span>
  )
}
