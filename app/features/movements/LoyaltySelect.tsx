import type { Loyalties } from '#app/features/loyalty/useLoyalties.ts'
import type { Loyalty } from '#contract/entities/loyalty.ts'
import { Select } from '#kit/form/Select.tsx'
import { points } from '#kit/format/numbers.ts'

/** Selects the loyalty that a screen shows; draws nothing when there is only one. */
export function LoyaltySelect({ query, list, code, select }: Loyalties) {
  if (list.length < 2) return null
  // The points in a stored session may be outdated: they are shown once the query has data.
  const label = (loyalty: Loyalty) =>
    [
      loyalty.programmeName,
      loyalty.clientRUT && `RUT ${loyalty.clientRUT}`,
      query.data && `${points(loyalty.points)} puntos`,
    ]
      .filter(Boolean)
      .join(' · ')
  return (
    <Select
      label="Afiliación"
      options={list.map((loyalty) => ({ value: loyalty.loyaltyCode, label: label(loyalty) }))}
      value={code}
      onChange={(event) => select(event.target.value)}
    />
  )
}
