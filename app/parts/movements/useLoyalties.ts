import { useState } from 'react'
import { useApp, useSession } from '#app/context.ts'
import { everyLoyalty } from '#app/queries.ts'
import { selectedOf, selectLoyalty } from '#app/parts/movements/selectedLoyalty.ts'
import type { Loyalty } from '#contract/entities/loyalty.ts'
import type { loyalties } from '#contract/loyalty/loyalties.ts'
import type { AnswerOf } from '#contract/service.ts'
import { type QueryState, useCallQuery } from '#kit/api/callQueries.ts'

/** A person's loyalties and the one that the screens show. */
export interface Loyalties {
  /** How the question for them stands: points are from here alone. */
  of: QueryState<AnswerOf<typeof loyalties>>
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
  const of = useCallQuery(...everyLoyalty())
  const list = of.answer?.loyalties ?? session?.user.loyalties ?? []
  const [chosen, setChosen] = useState(() => selectedOf(list, storage))
  const isTheirs = list.some(({ loyaltyCode }) => loyaltyCode === chosen)
  return {
    of,
    list,
    code: isTheirs ? chosen : selectedOf(list, storage),
    choose: (code) => {
      selectLoyalty(code, storage)
      setChosen(code)
    },
  }
}
