import {
  type FuelPrice,
  fuelPriceState,
  nextChangeText,
} from '#app/features/stations/fuelPriceState.ts'
import { priceText, valueLabel } from '#app/features/stations/serviceLabels.ts'
import { shortDate } from '#contract/dates.ts'
import { prices } from '#contract/info/prices.ts'
import { useCallQuery } from '#kit/api/callQueries.ts'
import { useLastDefined } from '#kit/browser/useLastDefined.ts'
import { useSelectedParam } from '#kit/browser/useSelectedParam.ts'
import { List, ListItem } from '#kit/display/List.tsx'
import { LazySheet } from '#kit/feedback/LazySheet.tsx'
import { lazyComponent } from '#kit/feedback/lazyComponent.tsx'
import { QueryView, Skeleton } from '#kit/feedback/QueryView.tsx'

const PriceHistory = lazyComponent(
  async () => (await import('#app/features/stations/PriceHistory.tsx')).PriceHistory,
  ({ failure }) => failure || <Skeleton shape="chart" />,
)

/** The official prices of a station's fuels, with their days; each opens its history. */
export function FuelPrices({ fuels, now }: { fuels: readonly FuelPrice[]; now: Date }) {
  const query = useCallQuery(prices, {})
  const { chosen, choose, close } = useSelectedParam('price')
  const last = useLastDefined(fuels.find(({ code }) => code === chosen))
  return (
    <>
      <List label="Combustibles">
        {fuels.map((fuel) => (
          <FuelItem
            key={fuel.code}
            code={fuel.code}
            state={fuelPriceState(fuel, query.data?.prices ?? [], now)}
            onPress={() => choose(fuel.code)}
          />
        ))}
      </List>
      {last && (
        <LazySheet
          open={last.code === chosen}
          onClose={close}
          title={`Precio oficial: ${valueLabel(last.code)}`}
        >
          <QueryView query={query} skeleton={<Skeleton shape="row" count={3} />}>
            {({ prices: known }) => (
              <PriceHistory
                code={last.code}
                rows={known.filter(({ product }) => product === last.code)}
                state={fuelPriceState(last, known, now)}
                now={now}
              />
            )}
          </QueryView>
        </LazySheet>
      )}
    </>
  )
}

interface FuelItemProps {
  code: string
  state: ReturnType<typeof fuelPriceState>
  onPress: () => void
}

function FuelItem({ code, state, onPress }: FuelItemProps) {
  const { current, isOver } = state
  const change = nextChangeText(state)
  return (
    <ListItem
      onPress={onPress}
      title={valueLabel(code)}
      trailing={
        <span className={isOver ? 'font-normal text-soft' : ''}>
          {priceText({ code, price: current.price })}
        </span>
      }
      detail={
        <>
          desde el {shortDate(current.validFrom)}
          {current.decree && ` · ${current.decree}`}
          {isOver && (
            <span className="block text-sun-text">
              vigente hasta el {shortDate(current.validTo ?? '')}; no tenemos el precio nuevo
            </span>
          )}
          {change && <span className="block font-medium text-ink">{change}</span>}
          <span className="sr-only">, ver su historia</span>
        </>
      }
    />
  )
}
