import { type ReactNode, useEffect } from 'react'
import { useNow } from '#app/device/useNow.ts'
import { whenIdle } from '#app/device/whenIdle.ts'
import { MovementDays } from '#app/features/movements/MovementDays.tsx'
import { MovementsDownload } from '#app/features/movements/MovementsDownload.tsx'
import { movementsRequest } from '#app/features/movements/movementsRequest.ts'
import type { DateFilter } from '#contract/dates.ts'
import type { Movement } from '#contract/entities/movement.ts'
import { movements } from '#contract/financial/movements.ts'
import { useInfiniteCall } from '#kit/api/useInfiniteCall.ts'
import { useLastDefined } from '#kit/browser/useLastDefined.ts'
import { type SelectedParam, useSelectedParam } from '#kit/browser/useSelectedParam.ts'
import { Alert } from '#kit/feedback/Alert.tsx'
import { LoadMore } from '#kit/feedback/LoadMore.tsx'
import { lazyComponent } from '#kit/feedback/lazyComponent.tsx'
import { QueryView } from '#kit/feedback/QueryView.tsx'
import { Skeleton } from '#kit/feedback/Skeleton.tsx'

/** A chunk of its own: the list is drawn without the dialog library. */
const MovementSheet = lazyComponent(
  async () => (await import('#app/features/movements/MovementSheet.tsx')).MovementSheet,
)

interface Props {
  loyaltyCode: string
  period: DateFilter
  /** Filters by station; empty for all. */
  branchCode?: string
  /** Drawn when there is no movement. */
  empty: ReactNode
}

/** Movements of a loyalty by day, loaded page by page, each with its detail in a sheet. */
export function MovementList({ loyaltyCode, period, branchCode = '', empty }: Props) {
  const now = useNow()
  const selection = useSelectedParam('rrn')
  const request = movementsRequest(loyaltyCode, period, branchCode)
  const query = useInfiniteCall(movements, request)
  useEffect(() => whenIdle(MovementSheet.preload), [])
  return (
    <QueryView query={query} skeleton={<Skeleton shape="row" count={6} />}>
      {(pages) => {
        const items = pages.flatMap((page) => page.movements)
        if (items.length === 0) return empty
        return (
          <>
            <SelectedMovement movements={items} isComplete={!query.hasNextPage} {...selection} />
            <MovementsDownload {...{ loyaltyCode, period, branchCode }} />
            <MovementDays movements={items} now={now} onOpen={selection.choose} />
            <LoadMore
              key={JSON.stringify(request)}
              query={query}
              count={items.length}
              within="en este período"
            />
          </>
        )
      }}
    </QueryView>
  )
}

interface SelectedMovementProps extends SelectedParam {
  movements: readonly Movement[]
  /** The last page is loaded. */
  isComplete: boolean
}

function SelectedMovement({ movements, isComplete, chosen, close }: SelectedMovementProps) {
  const found = movements.find(({ rrn }) => rrn === chosen)
  const shown = useLastDefined(found)
  return (
    <>
      {chosen !== '' && !found && (
        <Alert tone="warn">
          {isComplete
            ? `El movimiento ${chosen} no está en esta lista: probá con otro período u otra afiliación.`
            : `El movimiento ${chosen} no está entre los primeros. Tocá «Ver más» al pie de la lista.`}
        </Alert>
      )}
      {shown && <MovementSheet movement={shown} open={found !== undefined} onClose={close} />}
    </>
  )
}
