import { useApp, useSession } from '#app/context.ts'
import type { StatementOwner } from '#app/features/movements/exportOwner.ts'
import { type DateFilter, toStamp } from '#contract/dates.ts'
import { loyalties } from '#contract/loyalty/loyalties.ts'
import { useCallQuery } from '#kit/api/callQueries.ts'

/** Returns a function that describes whose statement it is, at the time of its call. */
export function useExportOwner(loyaltyCode: string, period: DateFilter): () => StatementOwner {
  const { clock } = useApp()
  const session = useSession()
  const list = useCallQuery(loyalties, {}).data?.loyalties ?? session?.user.loyalties ?? []
  return () => ({
    user: session?.user ?? { firstName: '', firstSurname: '', documentNumber: '' },
    loyalty: list.find((loyalty) => loyalty.loyaltyCode === loyaltyCode) ?? {
      loyaltyCode,
      programmeName: '',
      clientRUT: '',
    },
    period,
    createdAt: toStamp(clock.now()),
  })
}
