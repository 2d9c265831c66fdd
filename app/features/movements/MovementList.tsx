import type { ReactNode } from 'react'
import { useNow } from '#app/device/useNow.ts'
import { MovementSheet } from '#app/features/movements/MovementSheet.tsx'
import {
  byStamp,
  litresText,
  pointsLeft,
  remarkOf,
  signedPointsText,
} from '#app/features/movements/movementFormat.ts'
import { NoMovements } from '#app/features/movements/PeriodFilter.tsx'
import { RedemptionRow } from '#app/features/movements/RedemptionRow.tsx'
import { isRedemption, newestFirst } from '#app/features/movements/redemptionFormat.ts'
import { movementsRequest } from '#app/requests.ts'
import type { DateFilter } from '#contract/dates.ts'
import type { Movement } from '#contract/entities/movement.ts'
import { movements } from '#contract/financial/movements.ts'
import { productName } from '#contract/reference/stationServices.ts'
import { useInfiniteCall } from '#kit/api/useInfiniteCall.ts'
import { useSelectedItem } from '#kit/browser/useSelectedParam.ts'
import { GradualList } from '#kit/display/GradualList.tsx'
import { List, ListItem } from '#kit/display/List.tsx'
import { Alert } from '#kit/feedback/Alert.tsx'
import { LoadMore } from '#kit/feedback/LoadMore.tsx'
import { QueryView, Skeleton } from '#kit/feedback/QueryView.tsx'
import { dayHeading, monthHeading, shortDay, timeOfDay } from '#kit/format/dates.ts'
import { money } from '#kit/format/numbers.ts'

interface Props {
  loyaltyCode: string
  period: DateFilter
  /** Filters by station; empty for all. */
  branchCode?: string
  onAllStations?: () => void
}

/** Purchases and redemptions of a loyalty by month, loaded page by page, each with its detail in a sheet. */
export function MovementList({ loyaltyCode, period, branchCode = '', onAllStations }: Props) {
  const now = useNow()
  const request = movementsRequest(loyaltyCode, period, branchCode)
  const query = useInfiniteCall(movements, request)
  const items = query.data?.flatMap((page) => page.movements) ?? []
  const entries = query.data?.flatMap(newestFirst) ?? []
  const { item, isOpen, isMissing, chosen, choose, close } = useSelectedItem('rrn', items)
  return (
    <QueryView query={query} skeleton={<Skeleton shape="row" count={6} />}>
      {() => {
        if (entries.length === 0)
          return <NoMovements onAllStations={branchCode ? onAllStations : undefined} />
        return (
          <>
            {isMissing && (
              <Alert tone="warn">
                {query.hasNextPage
                  ? `El movimiento ${chosen} no está entre los primeros. Tocá «Ver más» al pie de la lista.`
                  : `El movimiento ${chosen} no está en esta lista: probá con otro período u otra afiliación.`}
              </Alert>
            )}
            {item && <MovementSheet movement={item} open={isOpen} onClose={close} />}
            <div className="flex flex-col">
              <GradualList items={entries}>
                {(shown) =>
                  byStamp(shown, 'month').map((month) => (
                    <Month key={month.stamp} title={monthHeading(month.stamp)}>
                      {byStamp(month.items, 'day').flatMap((day) => {
                        const marks = dayMarks(day.stamp, now)
                        return day.items.map((entry) =>
                          isRedemption(entry) ? (
                            <RedemptionRow
                              key={entry.id}
                              redemption={entry}
                              loyaltyCode={loyaltyCode}
                              when={timeOfDay(entry.datetime)}
                              {...marks}
                            />
                          ) : (
                            movementRow(entry, marks, choose)
                          ),
                        )
                      })}
                    </Month>
                  ))
                }
              </GradualList>
            </div>
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

/** No region: the list has the same name. */
function Month({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <h2 className="px-1 pt-5 pb-2 text-sm font-semibold text-soft first:pt-0">{title}</h2>
      <List label={title}>{children}</List>
    </>
  )
}

/** The day of a row: at its left, and after its title for a screen reader. */
const dayMarks = (stamp: string, now: Date) => ({
  mark: (
    <span aria-hidden="true" className="w-11 shrink-0 text-center text-sm leading-tight text-soft">
      <b className="figures block text-lg text-ink">{+stamp.slice(6, 8)}</b>
      {shortDay(stamp, now)}
    </span>
  ),
  spoken: <span className="sr-only"> {dayHeading(stamp, now)}</span>,
})

type DayMarks = ReturnType<typeof dayMarks>

function movementRow(
  movement: Movement,
  { mark, spoken }: DayMarks,
  onOpen: (rrn: string) => void,
) {
  const { rrn, branchName, datetime, product } = movement
  return (
    <ListItem
      key={rrn}
      onPress={() => onOpen(rrn)}
      mark={mark}
      title={
        <>
          {productName(product)}
          {spoken}
        </>
      }
      detail={[branchName, timeOfDay(datetime), litresText(movement)].filter(Boolean).join(' · ')}
      trailing={money(movement.amount, movement.currency)}
      note={signedPointsText(pointsLeft(movement))}
      remark={remarkOf(movement)}
    />
  )
}
