import type { ReactNode } from 'react'
import { NoLoyalty } from '#app/parts/movements/NoLoyalty.tsx'
import type { Loyalties } from '#app/parts/movements/useLoyalties.ts'
import { QueryView } from '#kit/feedback/QueryView.tsx'

interface Props {
  loyalties: Loyalties
  /** Holds the place while it is not known whether there is a loyalty at all. */
  hold: ReactNode
  children: (loyaltyCode: string) => ReactNode
}

/** What one loyalty fills. Those of the login are enough to begin with. */
export function RequireLoyalty({ loyalties, hold, children }: Props) {
  if (loyalties.list.length > 0) return children(loyalties.code)
  return (
    <QueryView of={loyalties.of} hold={hold}>
      {() => <NoLoyalty />}
    </QueryView>
  )
}
