import { useState } from 'react'
import { useApp, useSession } from '#app/context.ts'
import { selectedLoyalty, selectLoyalty } from '#app/features/loyalty/selectedLoyalty.ts'
import type { Loyalty } from '#contract/entities/loyalty.ts'
import { loyalties } from '#contract/loyalty/loyalties.ts'
import { useCallQuery } from '#kit/api/callQueries.ts'
import { useSearchParams } from '#kit/browser/useSearchParams.ts'

export function useLoyalties() {
  const { storage } = useApp()
  const session = useSession()
  const query = useCallQuery(loyalties, {})
  const list: readonly Loyalty[] = query.data?.loyalties ?? session?.user.loyalties ?? []
  const { params, setParams } = useSearchParams()
  const asked = params['loyaltyCode']
  const [selected, setSelected] = useState<string>()
  return {
    query,
    /** From the query; from the session until it has data. */
    list,
    /** The code of the one that the lists of movements show; the empty code without any. */
    code: selectedLoyalty(list, storage, asked ?? selected),
    select: (code: string) => {
      selectLoyalty(code, storage)
      setSelected(code)
      if (asked !== undefined) setParams({ loyaltyCode: '', rrn: '' })
    },
  }
}

export type Loyalties = ReturnType<typeof useLoyalties>
