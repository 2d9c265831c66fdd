import type { ReactNode } from 'react'
import { spendableOf } from '#app/features/loyalty/pointsTexts.ts'
import type { Loyalties } from '#app/features/loyalty/useLoyalties.ts'
import type { Loyalty } from '#contract/entities/loyalty.ts'
import { ButtonLink } from '#kit/display/RouteLink.tsx'
import { EmptyState } from '#kit/feedback/EmptyState.tsx'
import { QueryView } from '#kit/feedback/QueryView.tsx'
import { Select } from '#kit/form/Field.tsx'
import { points } from '#kit/format/numbers.ts'

interface Props {
  loyalties: Loyalties
  /** Drawn until the query says whether there is a loyalty. */
  skeleton: ReactNode
  children: ReactNode
}

/** Draws its children, or an empty state without a loyalty; until the query has data by those of the session. */
export function RequireLoyalty({ loyalties, skeleton, children }: Props) {
  if (loyalties.list.length > 0) return children
  return (
    <QueryView query={loyalties.query} skeleton={skeleton}>
      {() => NO_LOYALTY}
    </QueryView>
  )
}

const NO_LOYALTY = (
  <EmptyState
    picture="pump"
    title="Todavía no tenés afiliaciones"
    action={<ButtonLink to="/listLoyalty">Ver los programas</ButtonLink>}
  >
    Cuando te afilies a un programa, acá vas a ver tus cargas, lo que ahorraste y tus puntos.
  </EmptyState>
)

/** Selects the loyalty that a screen shows; draws nothing when there is only one. */
export function LoyaltySelect({ query, list, code, select }: Loyalties) {
  if (list.length < 2) return null
  // The points in a stored session may be outdated: they are shown once the query has data.
  const label = (loyalty: Loyalty) =>
    [
      loyalty.programmeName,
      loyalty.clientRUT && `RUT ${loyalty.clientRUT}`,
      query.data && `${points(spendableOf(loyalty))} puntos`,
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
