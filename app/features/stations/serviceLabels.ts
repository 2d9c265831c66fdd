import type { Branch } from '#contract/entities/branch.ts'
import { productName, STATION_SERVICES } from '#contract/reference/stationServices.ts'
import type { Option } from '#kit/form/Field.tsx'
import { money, pricePerLitre } from '#kit/format/numbers.ts'

/** Values of the reference list whose code is not a name. */
const VALUE_LABELS: Record<string, string> = { overnight: 'Nocturno', supergas: 'Supergas' }

export const serviceLabel = (code: string): string =>
  STATION_SERVICES.find((service) => service.code === code)?.text ?? code

export const valueLabel = (value: string): string => VALUE_LABELS[value] ?? productName(value)

const options = (codes: readonly string[], label: (code: string) => string): Option[] =>
  codes.map((code) => ({ value: code, label: label(code) }))

/** Every service but fuel, which all stations sell. */
export const SERVICE_OPTIONS = options(
  STATION_SERVICES.map(({ code }) => code).filter((code) => code !== 'fuel'),
  serviceLabel,
)
/** The codes of the fuels. */
export const PUMPS: readonly string[] = STATION_SERVICES[0].values
export const FUEL_OPTIONS = options(PUMPS, valueLabel)

/** The values by which a service can be narrowed: none when it has one only. */
export function valueOptions(service: string): Option[] {
  const values = STATION_SERVICES.find(({ code }) => code === service)?.values ?? []
  return values.length > 1 ? options(values, valueLabel) : []
}

type Price = Pick<Branch['fuels'][number], 'code' | 'price'>
/** The price of a fuel with its unit: `$ 76,88/L`; supergas is sold by the kilogram. */
export const priceText = ({ code, price }: Price): string =>
  code === 'supergas' ? `${money(price)}/kg` : pricePerLitre(price)
