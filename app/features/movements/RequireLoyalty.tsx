import type { ReactNode } from 'react'
import type { Loyalties } from '#app/features/loyalty/useLoyalties.ts'
import { NoLoyalty } from '#app/features/movements/NoLoyalty.tsx'
import { QueryView } from '#kit/feedback/QueryView.tsx'

interface Props {
  loyalties: Loyalties
  /** Drawn until the query says whether there is a loyalty. */
  skeleton: ReactNode
  children: (loyaltyCode: string) => ReactNode
}

/**
 * Draws its children with the code of the selected loyalty, or an empty state without one. The
 * loyalties of the session are used until the query has data.
 */
export function RequireLoyalty({ loyalties, skeleton, children }: Props) {
  if (loyalties.list.length > 0) return children(loyalties.code)
  return (
    <QueryView query={loyalties.query} skeleton={skeleton}>
      {() => <NoLoyalty />}
    </QueryView>
  )
}
