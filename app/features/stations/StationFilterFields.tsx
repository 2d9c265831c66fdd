import {
  FUEL_OPTIONS,
  SERVICE_OPTIONS,
  valueOptions,
} from '#app/features/stations/serviceLabels.ts'
import {
  ANY_DISTANCE,
  DEFAULT_RADIUS,
  RADII,
  type StationFilters,
} from '#app/features/stations/stationFilters.ts'
import { DEPARTMENTS } from '#contract/reference/departments.ts'
import { Checkbox } from '#kit/form/Checkbox.tsx'
import { type Option, Select } from '#kit/form/Select.tsx'
import { distance } from '#kit/format/numbers.ts'

const DEPARTMENT_OPTIONS = DEPARTMENTS.map(({ code, text }) => ({ value: code, label: text }))
const DISTANCE_OPTIONS: Option[] = [
  ...RADII.map((metres) => ({ value: String(metres), label: `Hasta ${distance(metres)}` })),
  { value: ANY_DISTANCE, label: 'Cualquiera' },
]

interface Props {
  filters: StationFilters
  /** The distance can be chosen. */
  located: boolean
  set: (params: Record<string, string>) => void
}

/** The fields that narrow the list and the map of the stations. */
export function StationFilterFields({ filters, located, set }: Props) {
  const { service, value, fuel, openNow, department, radius } = filters
  const values = valueOptions(service)
  return (
    <>
      <Select
        label="Departamento"
        placeholder="Todos"
        options={DEPARTMENT_OPTIONS}
        value={department}
        onChange={(event) => set({ department: event.target.value })}
      />
      {located && !department && (
        <Select
          label="Distancia"
          options={DISTANCE_OPTIONS}
          value={radius === null ? ANY_DISTANCE : String(radius)}
          onChange={({ target }) =>
            set({ distance: target.value === String(DEFAULT_RADIUS) ? '' : target.value })
          }
        />
      )}
      <Select
        label="Combustible"
        placeholder="Cualquiera"
        options={FUEL_OPTIONS}
        value={fuel}
        onChange={(event) => set({ fuel: event.target.value })}
      />
      <Select
        label="Servicio"
        placeholder="Cualquiera"
        options={SERVICE_OPTIONS}
        value={service}
        onChange={(event) => set({ service: event.target.value, value: '' })}
      />
      {values.length > 0 && (
        <Select
          label="Cuál"
          placeholder="Cualquiera"
          options={values}
          value={value}
          onChange={(event) => set({ value: event.target.value })}
        />
      )}
      <Checkbox
        checked={openNow}
        onChange={({ target }) => set({ open: target.checked ? '1' : '' })}
      >
        Abierta ahora
      </Checkbox>
    </>
  )
}
