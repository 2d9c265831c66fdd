import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { useApp, useSession } from '#app/context.ts'
import { selectedAmong, selectLoyalty } from '#app/features/loyalty/selectedLoyalty.ts'
import type { AnswerOf } from '#contract/call.ts'
import type { Loyalty } from '#contract/entities/loyalty.ts'
import { loyalties } from '#contract/loyalty/loyalties.ts'
import { useCallQuery } from '#kit/api/callQueries.ts'

/** The person's loyalties and the selected one. */
export interface Loyalties {
  /** The query of `loyalties`: the only source of the points. */
  query: UseQueryResult<AnswerOf<typeof loyalties>>
  /** From the query; from the session until it has data. */
  list: readonly Loyalty[]
  /** The code of the selected one; the empty code without any. */
  code: string
  select: (code: string) => void
}

export function useLoyalties(): Loyalties {
  const { storage } = useApp()
  const session = useSession()
  const query = useCallQuery(loyalties, {})
  const list = query.data?.loyalties ?? session?.user.loyalties ?? []
  const [selected, setSelected] = useState(() => selectedAmong(list, storage))
  const isListed = list.some(({ loyaltyCode }) => loyaltyCode === selected)
  return {
    query,
    list,
    code: isListed ? selected : selectedAmong(list, storage),
    select: (code) => {
      selectLoyalty(code, storage)
      setSelected(code)
    },
  }
}
