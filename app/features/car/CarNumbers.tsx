import * as z from 'zod/mini'
import { FieldPair } from '#app/features/account/FieldPair.tsx'
import { typedKm } from '#app/features/car/carFields.ts'
import {
  consumptionChart,
  consumptionText,
  figureTexts,
  fuelName,
  km,
  per100Km,
} from '#app/features/car/carFormat.ts'
import type { CarFigures, FuelGroup } from '#contract/entities/car/carFigures.ts'
import { useSearchParams } from '#kit/browser/useSearchParams.ts'
import { Chart } from '#kit/chart/Chart.tsx'
import { Button } from '#kit/display/Button.tsx'
import { Card } from '#kit/display/Card.tsx'
import { Disclosure } from '#kit/display/Disclosure.tsx'
import { List, ListItem } from '#kit/display/List.tsx'
import { Field } from '#kit/form/Field.tsx'
import { Form, useForm } from '#kit/form/Form.tsx'
import { litres, money, roundLitres } from '#kit/format/numbers.ts'

interface Props {
  figures: CarFigures
  /** The same of another car or period, with its name. */
  other?: { name: string; figures: CarFigures } | undefined
}

/** The figures of a car as cards, its consumption by month, and by fuel and station. */
export function CarNumbers({ figures, other }: Props) {
  const chart = consumptionChart(figures)
  const [overall] = figures.consumption
  const others = other && figureTexts(other.figures)
  return (
    <>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(9.25rem,100%),1fr))] gap-3 sm:grid-cols-3">
        {figureTexts(figures).map(({ name, value, detail }) => (
          <div
            key={name}
            className="flex flex-col gap-0.5 rounded-card border border-line bg-surface px-4 py-3.5 shadow-card"
          >
            <dt className="text-sm text-soft">{name}</dt>
            <dd className="figures text-lg font-bold tracking-tight whitespace-nowrap">{value}</dd>
            <dd className="figures text-sm text-soft">{detail}</dd>
            {other && (
              <dd className="figures mt-1 border-t border-line pt-1 text-sm">
                {other.name}: {others?.find((one) => one.name === name)?.value ?? '—'}
              </dd>
            )}
          </div>
        ))}
      </dl>
      {!overall && (
        <p className="text-pretty text-soft">
          Para saber cuánto consume, agregá los kilómetros en dos cargas de tanque lleno.
        </p>
      )}
      {chart && overall && (
        <Card>
          <Chart
            title="Litros cada 100 km, por mes"
            {...chart}
            format={roundLitres}
            overall={per100Km(overall.millilitresPer100Km)}
          />
        </Card>
      )}
      <Groups title="Por combustible" groups={figures.byProduct} nameOf={fuelName} />
      <Groups
        title="Por estación"
        groups={figures.byPlace}
        nameOf={(place) => place || 'Sin lugar'}
      />
    </>
  )
}

interface GroupsProps {
  title: string
  groups: readonly FuelGroup[]
  nameOf: (key: string) => string
}

function Groups({ title, groups, nameOf }: GroupsProps) {
  if (groups.length < 2) return null
  return (
    <List label={title}>
      <Disclosure title={title}>
        <List label={title}>
          {groups.map(({ key, millilitres, amount, consumption }) => (
            <ListItem
              key={key}
              title={nameOf(key)}
              detail={[litres(millilitres), consumption && consumptionText(consumption)]
                .filter(Boolean)
                .join(' · ')}
              trailing={money(amount)}
            />
          ))}
        </List>
      </Disclosure>
    </List>
  )
}

/** The odometers of a trip in the address; 0 while there is none. */
export function useTrip() {
  const { tripFrom = '', tripTo = '' } = useSearchParams().params
  const isTrip = /^\d{1,7}$/.test(tripFrom) && /^\d{1,7}$/.test(tripTo) && +tripFrom < +tripTo
  return isTrip ? { tripFrom: Number(tripFrom), tripTo: Number(tripTo) } : {}
}

/** Asks for two odometers, and says what the way between them cost. */
export function TripForm({ trip }: { trip: CarFigures['trip'] }) {
  const { params, setParams } = useSearchParams()
  const form = useForm({ values: params })
  const submit = () => {
    const fields = form.validate(z.object({ tripFrom: z.string(), tripTo: z.string() }))
    if (!fields) return undefined
    const [from, to] = [typedKm(fields.tripFrom), typedKm(fields.tripTo)]
    if (typeof from !== 'number' || Number.isNaN(from))
      return form.showAt('tripFrom', 'Escribí los kilómetros del principio.')
    if (typeof to !== 'number' || !(to > from))
      return form.showAt('tripTo', 'Escribí los del final: más que los del principio.')
    setParams({ tripFrom: String(from), tripTo: String(to) })
  }
  return (
    <List label="Un viaje">
      <Disclosure title="¿Cuánto costó un viaje?">
        <Form form={form} onSubmit={submit}>
          <FieldPair>
            <Field label="Kilómetros al salir" name="tripFrom" inputMode="numeric" maxLength={9} />
            <Field label="Kilómetros al llegar" name="tripTo" inputMode="numeric" maxLength={9} />
          </FieldPair>
          <Button type="submit" kind="quiet" wide>
            Calcular
          </Button>
        </Form>
        <p aria-live="polite" className="text-ink">
          {trip && tripText(trip)}
        </p>
      </Disclosure>
    </List>
  )
}

function tripText({ km: way, knownKm, millilitres, amount }: NonNullable<CarFigures['trip']>) {
  if (knownKm === 0)
    return `De esos ${km(way)} no sabemos el consumo: faltan dos cargas de tanque lleno alrededor.`
  const cost = amount === null ? '' : ` y ${money(amount)}`
  const part = knownKm < way ? ` (sabemos de ${km(knownKm)})` : ''
  return `${km(way)}${part}: ${litres(millilitres)}${cost} de combustible.`
}
