import { useNow } from '#app/device/useNow.ts'
import { pointsFacts } from '#app/features/loyalty/pointsTexts.ts'
import { ListDownload } from '#app/features/movements/ListDownload.tsx'
import { movementFiles, statementFiles } from '#app/features/movements/listFiles.ts'
import { usePeriodParams } from '#app/features/movements/periodParams.ts'
import { movementsRequest, statementRequest } from '#app/requests.ts'
import { toRange, toStamp } from '#contract/dates.ts'
import { accountStatus } from '#contract/financial/accountStatus.ts'
import { movements } from '#contract/financial/movements.ts'
import { fetchAllPages } from '#kit/api/fetchAllPages.ts'
import { useSearchParams } from '#kit/browser/useSearchParams.ts'

/** The files of a loyalty in the period, and of the purchases at the station, of the address. */
export function MovementDownloads({ loyaltyCode }: { loyaltyCode: string }) {
  const now = useNow()
  const { period } = usePeriodParams()
  const { branchCode = '' } = useSearchParams().params
  // A statement of days that are over says nothing of today: it never changes (T6).
  const isOpen = toRange(period).dateTo >= toStamp(now)
  return (
    <>
      <ListDownload
        what="los movimientos"
        name="movimientos"
        loyaltyCode={loyaltyCode}
        period={period}
        load={async (client) => {
          const request = movementsRequest(loyaltyCode, period, branchCode)
          const all = await fetchAllPages(client, movements, { ...request, count: 1000 })
          return movementFiles(
            all.flatMap((page) => page.movements),
            branchCode,
            all.flatMap(({ redemptions = [] }) => redemptions),
          )
        }}
      />
      <ListDownload
        what="el estado de cuenta"
        name="estado-de-cuenta"
        loyaltyCode={loyaltyCode}
        period={period}
        load={async (client, loyalty) => {
          const request = statementRequest(loyaltyCode, period)
          const all = await fetchAllPages(client, accountStatus, { ...request, count: 1000 })
          return statementFiles(all, period, isOpen && loyalty ? pointsFacts(loyalty) : [])
        }}
      />
    </>
  )
}
