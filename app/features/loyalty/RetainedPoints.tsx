import { Gift } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Programme } from '#contract/loyalty/membershipRequestList.ts'
import { longDate } from '#kit/format/dates.ts'
import { points } from '#kit/format/numbers.ts'

/** The points that a programme keeps for a person who left it; nothing without any. */
export function RetainedPoints({ programme }: { programme: Programme }): ReactNode {
  const { retainedPoints, retainedUntil } = programme
  if (retainedPoints === 0) return null
  return (
    <span className="flex items-start gap-1.5 text-sm font-medium text-pretty text-brand-text">
      <Gift aria-hidden="true" size={18} className="mt-px shrink-0" />
      <span>
        Te guardamos {points(retainedPoints)} {retainedPoints === 1 ? 'punto' : 'puntos'} hasta el{' '}
        {longDate(retainedUntil)}.
      </span>
    </span>
  )
}
