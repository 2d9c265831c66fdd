import { useState } from 'react'
import { useApp, useSession } from '#app/context.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { selectedOf, selectLoyalty } from '#app/parts/movements/selectedLoyalty.ts'
import type { Loyalty } from '#contract/entities/loyalty.ts'
import { loyalties } from '#contract/loyalty/loyalties.ts'
import type { AnswerOf } from '#contract/service.ts'
import { useCallQuery } from '#kit/api/callQueries.ts'

/** A person's loyalties and the one that the screens show. */
export interface Loyalties {
  /** The query of `loyalties`: the only source of the points. */
  query: UseQueryResult<AnswerOf<typeof loyalties>>
  /** As they are now; until that is known, as they were at login. */
  list: readonly Loyalty[]
  /** The code of the chosen one; the empty code when there is none. */
  code: string
  /** Chooses another one, also for the next visit. */
  choose: (code: string) => void
}

export function useLoyalties(): Loyalties {
  const { storage } = useApp()
  const session = useSession()
  const query = useCallQuery(loyalties, {})
  const list = query.data?.loyalties ?? session?.user.loyalties ?? []
  const [chosen, setChosen] = useState(() => selectedOf(list, storage))
  const isTheirs = list.some(({ loyaltyCode }) => loyaltyCode === chosen)
  return {
    query,
    list,
    code: isTheirs ? chosen : selectedOf(list, storage),
    choose: (code) => {
      selectLoyalty(code, storage)
      setChosen(code)
    },
  }
}
