import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { TONES, type Tone } from '#kit/style/tone.ts'

const ICONS = {
  neutral: Info,
  brand: Info,
  good: CircleCheck,
  warn: TriangleAlert,
  bad: CircleAlert,
}

interface Props {
  tone?: Tone
  title?: string
  children: ReactNode
}

/**
 * A message in the flow of the screen. A screen reader announces errors at once and other tones
 * when it is idle.
 */
export function Alert({ tone = 'brand', title, children }: Props) {
  const Icon = ICONS[tone]
  return (
    <div
      role={tone === 'bad' ? 'alert' : 'status'}
      className={`flex animate-rise gap-3 rounded-control px-4 py-3.5 ${TONES[tone]}`}
    >
      <Icon aria-hidden="true" size={22} className="@max-[13rem]:hidden mt-px shrink-0" />
      <div className="min-w-0 flex-1">
        {title && <p className="font-semibold">{title}</p>}
        <div className="text-ink">{children}</div>
      </div>
    </div>
  )
}
