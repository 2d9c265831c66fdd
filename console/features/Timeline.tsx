import type { TimelineEntry } from '#contract/console/objectPage.ts'
import { dateAndTime } from '#kit/format/dates.ts'
import type { Tone } from '#kit/style/tone.ts'

const DOTS: Record<Tone, string> = {
  neutral: 'bg-edge',
  brand: 'bg-brand',
  good: 'bg-good',
  warn: 'bg-sun-text',
  bad: 'bg-bad',
}

export function Timeline({ entries }: { entries: readonly TimelineEntry[] }) {
  return (
    <ol className="flex flex-col gap-4 border-l border-line pl-5">
      {entries.map(({ stamp, title, remark, by, tone = 'neutral' }, place) => (
        <li key={place} className="relative">
          <span
            aria-hidden="true"
            className={`absolute top-2 -left-[1.6rem] size-2.5 rounded-full ${DOTS[tone]}`}
          />
          <p className="font-medium">{title}</p>
          {remark && <p className="whitespace-pre-wrap wrap-anywhere">{remark}</p>}
          <p className="figures text-sm text-soft">
            {dateAndTime(stamp)}
            {by && ` · ${by}`}
          </p>
        </li>
      ))}
    </ol>
  )
}
