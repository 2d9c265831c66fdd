import { Fuel } from 'lucide-react'
import { useNow } from '#app/device/useNow.ts'
import { ClaimsLink } from '#app/features/claims/ClaimsLink.tsx'
import { pointsLeft, remarkOf, signedPointsText } from '#app/features/movements/movementFormat.ts'
import { ProductIcon } from '#app/features/movements/ProductIcon.tsx'
import { RedemptionRow } from '#app/features/movements/RedemptionRow.tsx'
import { isRedemption, newestFirst } from '#app/features/movements/redemptionFormat.ts'
import { movementsRequest } from '#app/requests.ts'
import { lastDays } from '#contract/dates.ts'
import { movements } from '#contract/financial/movements.ts'
import { productName } from '#contract/reference/stationServices.ts'
import { useInfiniteCall } from '#kit/api/useInfiniteCall.ts'
import { Card } from '#kit/display/Card.tsx'
import { IconCircle } from '#kit/display/IconCircle.tsx'
import { List, ListItem } from '#kit/display/List.tsx'
import { Money } from '#kit/display/Money.tsx'
import { TextLink } from '#kit/display/RouteLink.tsx'
import { QueryView, Skeleton } from '#kit/feedback/QueryView.tsx'
import { daysSince, nearDay, timeOfDay } from '#kit/format/dates.ts'
import { Section } from '#kit/layout/Section.tsx'

const MAX_ROWS = 5

export function LastMovements({ loyaltyCode }: { loyaltyCode: string }) {
  const now = useNow()
  const whenOf = ({ datetime }: { datetime: string }) =>
    `${nearDay(datetime, now).toLowerCase()} ${timeOfDay(datetime)}`
  const pages = useInfiniteCall(movements, movementsRequest(loyaltyCode, lastDays(now)))
  return (
    <Section
      title="Últimos movimientos"
      action={
        <TextLink
          to="/listLoyaltyMovements"
          search={{ loyaltyCode }}
          aria-label="Ver todos los movimientos"
        >
          Ver todos
        </TextLink>
      }
    >
      <QueryView
        query={pages}
        block="tus movimientos"
        skeleton={<Skeleton shape="row" count={MAX_ROWS} />}
      >
        {([first]) => {
          const latest = newestFirst(first).slice(0, MAX_ROWS)
          if (latest.length === 0) return NO_RECENT_MOVEMENTS
          const boughtToday = latest.some(
            (one) => !isRedemption(one) && daysSince(one.datetime, now) === 0,
          )
          return (
            <>
              <List label="Últimos movimientos">
                {latest.map((movement) =>
                  isRedemption(movement) ? (
                    <RedemptionRow
                      key={movement.id}
                      redemption={movement}
                      loyaltyCode={loyaltyCode}
                      when={whenOf(movement)}
                    />
                  ) : (
                    <ListItem
                      key={movement.rrn}
                      to="/movements"
                      search={{ loyaltyCode, rrn: movement.rrn }}
                      mark={<ProductIcon product={movement.product} />}
                      title={productName(movement.product)}
                      detail={`${movement.branchName} · ${whenOf(movement)}`}
                      trailing={<Money cents={movement.amount} currency={movement.currency} />}
                      note={signedPointsText(pointsLeft(movement))}
                      remark={remarkOf(movement)}
                    />
                  ),
                )}
              </List>
              {boughtToday && <ClaimsLink />}
            </>
          )
        }}
      </QueryView>
    </Section>
  )
}

const NO_RECENT_MOVEMENTS = (
  <Card
    mark={<IconCircle icon={Fuel} />}
    title="Sin movimientos en los últimos 90 días"
    detail="Tu próxima carga va a aparecer acá."
  />
)
