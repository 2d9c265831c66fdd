import type { LucideIcon } from 'lucide-react'
import { IconCircle } from '#kit/display/IconCircle.tsx'
import type { Tone } from '#kit/style/tone.ts'

/** A hint with an icon. */
interface PaymentHint {
  icon: LucideIcon
  tone: Tone
  title: string
  text: string
}

/** A list of hints. */
export function PaymentHints({ hints }: { hints: readonly PaymentHint[] }) {
  return (
    <ul className="flex flex-col gap-4 rounded-control bg-sunken/50 p-4">
      {hints.map(({ icon, tone, title, text }) => (
        <li key={title} className="flex gap-3.5">
          <IconCircle icon={icon} tone={tone} />
          <div className="min-w-0 flex-1">
            <p className="font-medium">{title}</p>
            <p className="text-sm text-soft">{text}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
