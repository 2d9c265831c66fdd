import type { ReactNode } from 'react'
import { NoLoyalty } from '#app/parts/movements/NoLoyalty.tsx'
import type { Loyalties } from '#app/parts/movements/useLoyalties.ts'
import { QueryView } from '#kit/feedback/QueryView.tsx'

interface Props {
  loyalties: Loyalties
  /** Drawn until it is known whether there is a loyalty. */
  skeleton: ReactNode
  children: (loyaltyCode: string) => ReactNode
}

/** What one loyalty fills. Those of the login are enough to begin with. */
export function RequireLoyalty({ loyalties, skeleton, children }: Props) {
  if (loyalties.list.length > 0) return children(loyalties.code)
  return (
    <QueryView query={loyalties.query} skeleton={skeleton}>
      {() => <NoLoyalty />}
    </QueryView>
  )
}
