import { type FuelPrice, fuelPriceState } from '#app/features/stations/fuelPriceState.ts'
import { priceText, valueLabel } from '#app/features/stations/serviceLabels.ts'
import { shortDate } from '#contract/dates.ts'
import { type OfficialPrice, prices } from '#contract/info/prices.ts'
import { useCallQuery } from '#kit/api/callQueries.ts'
import { useLastDefined } from '#kit/browser/useLastDefined.ts'
import { useSelectedParam } from '#kit/browser/useSelectedParam.ts'
import { List, ListItem } from '#kit/display/List.tsx'
import { LazySheet } from '#kit/feedback/LazySheet.tsx'
import { QueryView, Skeleton } from '#kit/feedback/QueryView.tsx'

/** The official prices of a station's fuels, with their days; each opens its history. */
export function FuelPrices({ fuels, now }: { fuels: readonly FuelPrice[]; now: Date }) {
  const query = useCallQuery(prices, {})
  const { chosen, choose, close } = useSelectedParam('price')
  const last = useLastDefined(chosen || null)
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
          open={chosen !== ''}
          onClose={close}
          title={`Precio oficial: ${valueLabel(last)}`}
        >
          <QueryView query={query} skeleton={<Skeleton shape="row" count={3} />}>
            {({ prices: known }) => (
              <History rows={known.filter(({ product }) => product === last)} />
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

function FuelItem({ code, state: { current, isOver, next }, onPress }: FuelItemProps) {
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
          {next && (
            <span className="block font-medium text-ink">
              desde el {shortDate(next.validFrom)}: {priceText({ code, price: next.price })}
            </span>
          )}
          <span className="sr-only">, ver su historia</span>
        </>
      }
    />
  )
}

function History({ rows }: { rows: readonly OfficialPrice[] }) {
  if (rows.length === 0) return <p className="text-soft">No tenemos otros precios.</p>
  return (
    <>
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
      <p className="text-sm text-soft">
        Son precios máximos de venta al público, que fija el Poder Ejecutivo. De los días que no
        están en la lista no tenemos el precio.
      </p>
    </>
  )
}
