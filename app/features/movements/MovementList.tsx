import { type ReactNode, useEffect, useId } from 'react'
import { useNow } from '#app/device/useNow.ts'
import { whenIdle } from '#app/device/whenIdle.ts'
import { ListDownload } from '#app/features/movements/ListDownload.tsx'
import { byStamp, litresText, pointsText } from '#app/features/movements/movementFormat.ts'
import { NoMovements } from '#app/features/movements/PeriodFilter.tsx'
import { ProductIcon } from '#app/features/movements/ProductIcon.tsx'
import { movementsRequest } from '#app/requests.ts'
import type { DateFilter } from '#contract/dates.ts'
import type { Movement } from '#contract/entities/movement.ts'
import { movements } from '#contract/financial/movements.ts'
import { productName } from '#contract/reference/stationServices.ts'
import { fetchAllPages } from '#kit/api/fetchAllPages.ts'
import { useInfiniteCall } from '#kit/api/useInfiniteCall.ts'
import { useLastDefined } from '#kit/browser/useLastDefined.ts'
import { type SelectedParam, useSelectedParam } from '#kit/browser/useSelectedParam.ts'
import { GradualList } from '#kit/display/GradualList.tsx'
import { List, ListItem } from '#kit/display/List.tsx'
import { Money } from '#kit/display/Money.tsx'
import { Alert } from '#kit/feedback/Alert.tsx'
import { LoadMore } from '#kit/feedback/LoadMore.tsx'
import { lazyComponent } from '#kit/feedback/lazyComponent.tsx'
import { QueryView, Skeleton } from '#kit/feedback/QueryView.tsx'
import { dayHeading, timeOfDay } from '#kit/format/dates.ts'

/** A chunk of its own: the list is drawn without the dialog library. */
const MovementSheet = lazyComponent(
  async () => (await import('#app/features/movements/MovementSheet.tsx')).MovementSheet,
)

interface Props {
  loyaltyCode: string
  period: DateFilter
  /** Filters by station; empty for all. */
  branchCode?: string
  onAllStations?: () => void
}

/** Movements of a loyalty by day, loaded page by page, each with its detail in a sheet. */
export function MovementList({ loyaltyCode, period, branchCode = '', onAllStations }: Props) {
  const now = useNow()
  const selection = useSelectedParam('rrn')
  const request = movementsRequest(loyaltyCode, period, branchCode)
  const query = useInfiniteCall(movements, request)
  useEffect(() => whenIdle(MovementSheet.preload), [])
  return (
    <QueryView query={query} skeleton={<Skeleton shape="row" count={6} />}>
      {(pages) => {
        const items = pages.flatMap((page) => page.movements)
        if (items.length === 0)
          return <NoMovements onAllStations={branchCode ? onAllStations : undefined} />
        return (
          <>
            <SelectedMovement movements={items} isComplete={!query.hasNextPage} {...selection} />
            <ListDownload
              label="Descargar los movimientos"
              name="movimientos"
              loyaltyCode={loyaltyCode}
              period={period}
              load={async (client) => {
                const [{ movementFiles }, all] = await Promise.all([
                  import('#app/features/movements/listFiles.ts'),
                  fetchAllPages(client, movements, { ...request, count: 1000 }),
                ])
                return movementFiles(
                  all.flatMap((page) => page.movements),
                  branchCode,
                )
              }}
            />
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

interface MovementDaysProps {
  movements: readonly Movement[]
  now: Date
  onOpen: (rrn: string) => void
}

function MovementDays({ movements, now, onOpen }: MovementDaysProps) {
  return (
    <div className="flex flex-col gap-5">
      <GradualList items={movements}>
        {(shown) =>
          byStamp(shown, 'day').map(({ stamp, items }) => (
            <Day key={stamp} title={dayHeading(stamp, now)}>
              {items.map((movement) => (
                <MovementRow
                  key={movement.rrn}
                  movement={movement}
                  onPress={() => onOpen(movement.rrn)}
                />
              ))}
            </Day>
          ))
        }
      </GradualList>
    </div>
  )
}

function Day({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2">
      <h2 id={id} className="px-1 text-sm font-semibold text-soft">
        {title}
      </h2>
      <List label={title}>{children}</List>
    </section>
  )
}

function MovementRow({ movement, onPress }: { movement: Movement; onPress: () => void }) {
  const { branchName, datetime, product } = movement
  return (
    <ListItem
      onPress={onPress}
      mark={<ProductIcon product={product} />}
      title={productName(product)}
      detail={[branchName, timeOfDay(datetime), litresText(movement)].filter(Boolean).join(' · ')}
      trailing={<Money cents={movement.amount} currency={movement.currency} />}
      note={pointsText(movement.points)}
    />
  )
}
