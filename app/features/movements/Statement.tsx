import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { ArrowDownLeft, ArrowUpRight } from 'lucide-react'
import { useNow } from '#app/device/useNow.ts'
import { PointsToday } from '#app/features/loyalty/PointsToday.tsx'
import { pointFigures } from '#app/features/movements/consumption.ts'
import { isOtherDay } from '#app/features/movements/movementFormat.ts'
import type { AnswerOf } from '#contract/call.ts'
import { type DateFilter, toRange, toStamp } from '#contract/dates.ts'
import type { StatementLine } from '#contract/entities/movement.ts'
import type { accountStatus } from '#contract/financial/accountStatus.ts'
import { loyalties } from '#contract/loyalty/loyalties.ts'
import { useCallQuery } from '#kit/api/callQueries.ts'
import { Card } from '#kit/display/Card.tsx'
import { DescriptionList } from '#kit/display/DescriptionList.tsx'
import { GradualList } from '#kit/display/GradualList.tsx'
import { IconCircle } from '#kit/display/IconCircle.tsx'
import { List, ListItem } from '#kit/display/List.tsx'
import { LoadMore } from '#kit/feedback/LoadMore.tsx'
import { dateAndTime } from '#kit/format/dates.ts'
import { points, signedPoints } from '#kit/format/numbers.ts'
import { dayText } from '#kit/format/period.ts'

interface Props {
  pages: readonly AnswerOf<typeof accountStatus>[]
  query: UseInfiniteQueryResult
  loyaltyCode: string
  period: DateFilter
}

export function Statement({ pages, query, loyaltyCode, period }: Props) {
  const now = useNow()
  const { data } = useCallQuery(loyalties, {})
  const summary = pages[0]?.accountStatus
  if (!summary) return null
  const { openingPoints, closingPoints } = summary
  const lines = pages.flatMap(({ accountStatus }) => accountStatus.movements)
  // A statement of days that are over says nothing of today: it never changes (T6).
  const isOpen = toRange(period).dateTo >= toStamp(now)
  const loyalty = isOpen && data?.loyalties.find((one) => one.loyaltyCode === loyaltyCode)
  return (
    <>
      <Card>
        <DescriptionList
          facts={[
            { name: `Saldo antes del ${dayText(period.dateFrom)}`, value: points(openingPoints) },
            ...pointFigures(summary).map(({ name, points }) => ({
              name,
              value: signedPoints(points),
            })),
            {
              name: `Saldo al ${dayText(period.dateTo)}`,
              value: `${points(closingPoints)} puntos`,
              strong: true,
            },
          ]}
        />
      </Card>
      {loyalty && <PointsToday loyalty={loyalty} />}
      {lines.length === 0 ? (
        <p className="text-soft">Tus puntos no cambiaron en este período.</p>
      ) : (
        <GradualList items={lines}>
          {(shown) => (
            <List label="Estado de cuenta">
              {shown.map((line) => (
                // A purchase can have several lines with the same rrn: points granted and points
                // taken back.
                <Line key={`${line.rrn} ${line.datetime} ${line.balance}`} {...line} />
              ))}
            </List>
          )}
        </GradualList>
      )}
      <LoadMore query={query} count={lines.length} within="en este período" />
    </>
  )
}

function Line({ concept, datetime, points: change, balance, saleDatetime = '' }: StatementLine) {
  const isPast = isOtherDay(saleDatetime, datetime)
  const bought = isPast || (change < 0 && saleDatetime !== '')
  const sale = bought ? ` · compra del ${dateAndTime(saleDatetime)}` : ''
  return (
    <ListItem
      mark={
        <IconCircle
          icon={change < 0 ? ArrowUpRight : ArrowDownLeft}
          tone={change < 0 ? 'warn' : 'good'}
        />
      }
      title={concept}
      detail={dateAndTime(datetime) + sale}
      trailing={signedPoints(change)}
      note={`Saldo ${points(balance)}`}
    />
  )
}
