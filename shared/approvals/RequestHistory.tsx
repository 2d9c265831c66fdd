import { Check, Flag, Hourglass, X } from 'lucide-react'
import type { MembershipRequest } from '#contract/entities/membershipRequest.ts'
import { dateAndTime } from '#kit/format/dates.ts'
import { TONES } from '#kit/style/tone.ts'
import { type HistoryStep, historyOf } from '#shared/approvals/requestHistory.ts'

const ICONS = { neutral: Flag, good: Check, warn: Hourglass, bad: X }

/** The history of a request: who decided, when and why. */
export function RequestHistory({ request }: { request: MembershipRequest }) {
  return (
    <section className="flex flex-col gap-3">
      <h3 className="font-semibold">Historia</h3>
      <ol className="flex flex-col">
        {historyOf(request).map((step) => (
          <Step key={step.title} {...step} />
        ))}
      </ol>
    </section>
  )
}

function Step({ title, who, datetime, observations, tone }: HistoryStep) {
  const Icon = ICONS[tone]
  const detail = [who, datetime && dateAndTime(datetime)].filter(Boolean).join(' · ')
  return (
    <li className="relative flex gap-3 pb-4 last:pb-0 [&:not(:last-child)]:before:absolute [&:not(:last-child)]:before:top-8 [&:not(:last-child)]:before:bottom-0 [&:not(:last-child)]:before:left-4 [&:not(:last-child)]:before:w-px [&:not(:last-child)]:before:bg-line">
      <span
        aria-hidden="true"
        className={`flex size-8 shrink-0 items-center justify-center rounded-full ${TONES[tone]}`}
      >
        <Icon size={16} />
      </span>
      <div className="min-w-0 flex-1 pt-1">
        <p className="font-medium">{title}</p>
        {detail && <p className="figures text-sm text-soft">{detail}</p>}
        {observations && (
          <p className="mt-1 rounded-inner bg-sunken px-3 py-2 text-sm whitespace-pre-wrap wrap-anywhere">
            {observations}
          </p>
        )}
      </div>
    </li>
  )
}
