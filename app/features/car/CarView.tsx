import { NO_CAR } from '#app/carAddress.ts'
import { useNow } from '#app/device/useNow.ts'
import { AddEntry, CarEntries } from '#app/features/car/CarEntries.tsx'
import { CarNumbers, TripForm, useTrip } from '#app/features/car/CarNumbers.tsx'
import { carName } from '#app/features/car/carFormat.ts'
import { PendingOdometer } from '#app/features/car/PendingOdometer.tsx'
import { PeriodFilter } from '#app/features/movements/PeriodFilter.tsx'
import { usePeriodParams } from '#app/features/movements/periodParams.ts'
import { carFigures } from '#contract/car/carFigures.ts'
import { cars } from '#contract/car/cars.ts'
import { DAY_MS, type DateFilter, dayOf, fromStamp, toRange } from '#contract/dates.ts'
import type { Car } from '#contract/entities/car/logEntry.ts'
import { useCallQuery } from '#kit/api/callQueries.ts'
import { useSearchParams } from '#kit/browser/useSearchParams.ts'
import { EmptyState } from '#kit/feedback/EmptyState.tsx'
import { lazyComponent } from '#kit/feedback/lazyComponent.tsx'
import { QueryView, Skeleton } from '#kit/feedback/QueryView.tsx'
import { Select } from '#kit/form/Field.tsx'
import { CardGrid } from '#kit/layout/CardGrid.tsx'

/** A chunk of its own: it is below everything else. */
const CarFiles = lazyComponent(
  async () => (await import('#app/features/car/CarFiles.tsx')).CarFiles,
)
const CarReminders = lazyComponent(
  async () => (await import('#app/features/car/CarReminders.tsx')).CarReminders,
)

/** Mi auto: the log of a car and its figures in a period. */
export function CarView() {
  const query = useCallQuery(cars, {})
  return (
    <QueryView query={query} skeleton={<Skeleton shape="row" count={6} />}>
      {({ cars: own }) =>
        own.length === 0 ? (
          <EmptyState
            picture="pump"
            title="Todavía no hay un auto"
            action={
              <div className="flex flex-col gap-2">
                <AddEntry plate="">Anotar una carga o gasto</AddEntry>
                <CarFiles />
              </div>
            }
          >
            Cuando cargues con tu afiliación, tus cargas aparecen solas acá.
          </EmptyState>
        ) : (
          <OwnCar own={own} />
        )
      }
    </QueryView>
  )
}

/** The period as long as one, right before it. */
const PREVIOUS = 'previous'
function previousOf(period: DateFilter, now: Date): DateFilter {
  const { dateFrom, dateTo } = toRange(period)
  const from = fromStamp(dateFrom) ?? now
  const days = Math.round(((fromStamp(dateTo) ?? now).getTime() - from.getTime()) / DAY_MS)
  const ago = (count: number) => dayOf(new Date(from.getTime() - count * DAY_MS))
  return { dateFrom: ago(days), dateTo: ago(1) }
}

function OwnCar({ own }: { own: readonly Car[] }) {
  const now = useNow()
  const { period } = usePeriodParams()
  const { params, setParams } = useSearchParams()
  const chosen = own.find(({ plate }) => plate === params.car) ?? own[0]
  const isUnknown = params.car === NO_CAR && own.some(({ plate }) => plate === '')
  const plate = isUnknown ? '' : (chosen?.plate ?? '')
  const trip = useTrip()
  const figures = useCallQuery(carFigures, { plate, ...toRange(period), ...trip })
  const compared = own.find((car) => car.plate === params.with && car.plate !== plate)
  const isPrevious = params.with === PREVIOUS
  const other = useCallQuery(
    carFigures,
    {
      plate: compared?.plate ?? plate,
      ...toRange(isPrevious ? previousOf(period, now) : period),
    },
    { enabled: isPrevious || compared !== undefined },
  )
  const otherName = isPrevious ? 'Antes' : compared && carName(compared)
  return (
    <>
      <CardGrid>
        <Select
          label="Auto"
          options={own.map((car) => ({ value: car.plate || NO_CAR, label: carName(car) }))}
          value={plate || NO_CAR}
          onChange={({ target }) => setParams({ id: '', with: '', car: target.value })}
        />
        {plate !== '' && (
          <Select
            label="Comparar con"
            placeholder="Nada"
            options={[
              { value: PREVIOUS, label: 'El período anterior' },
              ...own
                .filter((car) => car.plate !== '' && car.plate !== plate)
                .map((car) => ({ value: car.plate, label: carName(car) })),
            ]}
            value={otherName === undefined ? '' : (params.with ?? '')}
            onChange={({ target }) => setParams({ with: target.value })}
          />
        )}
      </CardGrid>
      <PendingOdometer />
      <PeriodFilter />
      {plate === '' ? (
        <p className="text-pretty text-soft">
          La estación no informó la matrícula de estas cargas: decinos una vez con qué auto fueron.
        </p>
      ) : (
        <QueryView query={figures} skeleton={<Skeleton shape="chart" />} block="las cuentas">
          {({ figures: shown }) => (
            <div className="flex flex-col gap-4">
              <CarNumbers
                figures={shown}
                other={
                  otherName !== undefined && other.data
                    ? { name: otherName, figures: other.data.figures }
                    : undefined
                }
              />
              <TripForm trip={shown.trip} />
            </div>
          )}
        </QueryView>
      )}
      {plate !== '' && <CarReminders plate={plate} />}
      <CarEntries plate={plate} period={period} own={own} />
      <CarFiles car={own.find((car) => car.plate === plate)} />
    </>
  )
}
