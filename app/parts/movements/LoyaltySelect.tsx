import type { Loyalties } from '#app/parts/movements/useLoyalties.ts'
import type { Loyalty } from '#contract/entities/loyalty.ts'
import { points } from '#kit/format/format.ts'
import { Select } from '#kit/form/Select.tsx'

/** Which of their loyalties a person looks at; nothing to draw where there is only one. */
export function LoyaltySelect({ query, list, code, choose }: Loyalties) {
  if (list.length < 2) return null
  // The points of a stored session may be old.
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
      onChange={(event) => choose(event.target.value)}
    />
  )
}
