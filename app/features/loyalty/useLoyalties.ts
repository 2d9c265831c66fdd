import { useState } from 'react'
import { useApp, useSession } from '#app/context.ts'
import { selectedLoyalty, selectLoyalty } from '#app/features/loyalty/selectedLoyalty.ts'
import type { Loyalty } from '#contract/entities/loyalty.ts'
import { loyalties } from '#contract/loyalty/loyalties.ts'
import { useCallQuery } from '#kit/api/callQueries.ts'

export function useLoyalties() {
  const { storage } = useApp()
  const session = useSession()
  const query = useCallQuery(loyalties, {})
  const list: readonly Loyalty[] = query.data?.loyalties ?? session?.user.loyalties ?? []
  const [selected, setSelected] = useState(() => selectedLoyalty(list, storage))
  const isListed = list.some(({ loyaltyCode }) => loyaltyCode === selected)
  return {
    /** The query of `loyalties`: the only source of the points. */
    query,
    /** From the query; from the session until it has data. */
    list,
    /** The code of the selected one; the empty code without any. */
    code: isListed ? selected : selectedLoyalty(list, storage),
    select: (code: string) => {
      selectLoyalty(code, storage)
      setSelected(code)
    },
  }
}

export type Loyalties = ReturnType<typeof useLoyalties>
