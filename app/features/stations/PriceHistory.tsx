import { useLoyalties } from '#app/features/loyalty/useLoyalties.ts'
import { nextChangeText } from '#app/features/stations/fuelPriceState.ts'
import { dayNumber, priceSteps } from '#app/features/stations/priceSeries.ts'
import { priceText } from '#app/features/stations/serviceLabels.ts'
import { TankCost } from '#app/features/stations/TankCost.tsx'
import { DAY_MS, shortDate, toDate } from '#contract/dates.ts'
import type { OfficialPrice } from '#contract/info/prices.ts'
import { StepChart } from '#kit/chart/StepChart.tsx'
import { List, ListItem } from '#kit/display/List.tsx'
import { longMonth } from '#kit/format/dates.ts'
import { money } from '#kit/format/numbers.ts'
import { vehicleName } from '#kit/format/vehicle.ts'

interface Props {
  code: string
  /** The official prices of the product, the oldest first. */
  rows: readonly OfficialPrice[]
  state: Parameters<typeof nextChangeText>[0]
  now: Date
}

/** What a tank of a fuel costs, its prices over time, and the same as a list with their decrees. */
export function PriceHistory({ code, rows, state, now }: Props) {
  const { current, isOver } = state
  const change = nextChangeText(state)
  const { list } = useLoyalties()
  const cars = new Map(
    list
      .flatMap(({ vehicles }) => vehicles)
      .filter(({ fuel }) => fuel === code)
      .map((vehicle) => [vehicle.plate, vehicleName(vehicle)]),
  )
  if (cars.size === 0 && !NO_TANK.includes(code)) cars.set('', '')
  return (
    <>
      {isOver && (
        <p className="text-sun-text">
          El último precio publicado valió hasta el {shortDate(current.validTo ?? '')}; el de hoy no
          lo tenemos.
        </p>
      )}
      {change && <p className="font-medium first-letter:uppercase">{change}</p>}
      {[...cars].map(([plate, name]) => (
        <TankCost
          key={plate}
          plate={plate}
          name={name}
          today={isOver ? null : current.price}
          rows={rows}
          now={now}
        />
      ))}
      {rows.length === 0 ? (
        <p className="text-soft">No tenemos otros precios.</p>
      ) : (
        <>
          <StepChart
            title={`Precio por ${code === 'supergas' ? 'kilo' : 'litro'}`}
            steps={priceSteps(rows, now)}
            today={dayNumber(toDate(now))}
            format={money}
            formatDay={monthOf}
          />
          {/* In the column of the sheet the list, which hides what overflows, would shrink. */}
          <div className="shrink-0">
            <List label="Historia">
              {rows.toReversed().map(({ product, price, validFrom, validTo, decree }) => (
                <ListItem
                  key={validFrom}
                  title={
                    validTo
                      ? `del ${shortDate(validFrom)} al ${shortDate(validTo)}`
                      : `desde el ${shortDate(validFrom)}`
                  }
                  trailing={priceText({ code: product, price })}
                  detail={decree}
                />
              ))}
            </List>
          </div>
          <p className="text-sm text-soft">
            Son precios máximos de venta al público, que fija el Poder Ejecutivo. De los días que no
            están en la lista, en gris en el dibujo, no tenemos el precio.
          </p>
        </>
      )}
    </>
  )
}

/** Products that are drawn for no car without one that uses them. */
const NO_TANK = ['supergas', 'queroseno']

const monthOf = (day: number) =>
  longMonth(new Date(day * DAY_MS).toISOString().slice(0, 7).replace('-', ''))
