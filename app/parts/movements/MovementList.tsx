import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { whenIdle } from '#app/device/idle.ts'
import { MovementDays } from '#app/parts/movements/MovementDays.tsx'
import { movementsRequest } from '#app/parts/movements/movementsRequest.ts'
import { useNow } from '#app/device/useNow.ts'
import type { DateFilter } from '#contract/dates.ts'
import { movements } from '#contract/financial/movements.ts'
import type { Movement } from '#contract/entities/movement.ts'
import { Alert } from '#kit/feedback/Alert.tsx'
import { LoadMore } from '#kit/display/LoadMore.tsx'
import { QueryView } from '#kit/feedback/QueryView.tsx'
import { Skeleton } from '#kit/feedback/Skeleton.tsx'
import { type SelectedParam, useSelectedParam } from '#kit/browser/useSelectedParam.ts'
import { useInfiniteCall } from '#kit/api/useInfiniteCall.ts'

/** Brings the sheet's library, which the list does not need to be drawn. */
const sheet = () => import('#app/parts/movements/MovementSheet.tsx')
const MovementSheet = lazy(async () => ({ default: (await sheet()).MovementSheet }))

interface Props {
  loyaltyCode: string
  period: DateFilter
  /** Narrows to one station; empty for all. */
  branchCode?: string
  /** Says that there is none. */
  empty: ReactNode
}

/** A loyalty's movements day by day, page by page, each with its detail in a sheet. */
export function MovementList({ loyaltyCode, period, branchCode = '', empty }: Props) {
  const now = useNow()
  const open = useSelectedParam('rrn')
  const request = movementsRequest(loyaltyCode, period, branchCode)
  const query = useInfiniteCall(movements, request)
  useEffect(() => whenIdle(() => void sheet().catch(console.warn)), [])
  return (
    <QueryView query={query} skeleton={<Skeleton shape="row" count={6} />}>
      {(pages) => {
        const lines = pages.flatMap((page) => page.movements)
        if (lines.length === 0) return empty
        return (
          <>
            <Opened movements={lines} whole={!query.hasNextPage} {...open} />
            <MovementDays movements={lines} now={now} onOpen={open.choose} />
            <LoadMore
              key={JSON.stringify(request)}
              query={query}
              count={lines.length}
              within="en este período"
            />
          </>
        )
      }}
    </QueryView>
  )
}

interface OpenedProps extends SelectedParam {
  movements: readonly Movement[]
  /** Nothing follows them. */
  whole: boolean
}

function Opened({ movements, whole, chosen, close }: OpenedProps) {
  const found = movements.find(({ rrn }) => rrn === chosen)
  // It stays in the sheet while that goes away.
  const [last, setLast] = useState<Movement>()
  if (found && found !== last) setLast(found)
  return (
    <>
      {chosen !== '' && !found && (
        <Alert tone="warn">
          {whole
            ? `El movimiento ${chosen} no está en esta lista: probá con otro período u otra afiliación.`
            : `El movimiento ${chosen} no está entre los primeros. Tocá «Ver más» al pie de la lista.`}
        </Alert>
      )}
      {last && (
        <Suspense>
          <MovementSheet movement={last} open={found !== undefined} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
