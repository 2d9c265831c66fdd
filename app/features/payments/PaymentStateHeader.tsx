import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { TONES, type Tone } from '#kit/style/tone.ts'

interface Props {
  icon: LucideIcon
  tone: Tone
  /** The screen's second-level heading. */
  title: string
  children: ReactNode
  /** The result is pending: a ring turns around the icon. */
  waiting?: boolean
}

/** Where a payment stands, when no figure says it: an icon, a title and a sentence. */
export function PaymentStateHeader({ icon: Icon, tone, title, children, waiting = false }: Props) {
  return (
    <div className="flex animate-rise flex-col items-center gap-2 px-2 pt-4 text-center">
      <span
        aria-hidden="true"
        className={`relative flex size-22 items-center justify-center rounded-full ${TONES[tone]}`}
      >
        <Icon size={36} />
        {waiting && (
          <span className="absolute inset-0 animate-turn rounded-full border-4 border-brand-tint-strong border-t-brand-text" />
        )}
      </span>
      <h2 className="mt-3 text-[min(1.5rem,9.5vw)] font-bold tracking-tight">{title}</h2>
      <p className="max-w-104 text-balance text-soft">{children}</p>
    </div>
  )
}
