import { ListFilter, LocateFixed, Search } from 'lucide-react'
import { useId, useState } from 'react'
import type { PositionState, usePosition } from '#app/device/usePosition.ts'
import {
  FUEL_OPTIONS,
  SERVICE_OPTIONS,
  valueOptions,
} from '#app/features/stations/serviceLabels.ts'
import {
  ANY_DISTANCE,
  COST,
  countFilters,
  DEFAULT_RADIUS,
  isAnywhere,
  RADII,
  type useStationSearch,
} from '#app/features/stations/stationFilters.ts'
import { DEPARTMENTS } from '#contract/reference/departments.ts'
import { Button } from '#kit/display/Button.tsx'
import { Alert } from '#kit/feedback/Alert.tsx'
import { Checkbox } from '#kit/form/Checkbox.tsx'
import { CONTROL, type Option, Select } from '#kit/form/Field.tsx'
import { SegmentedControl } from '#kit/form/SegmentedControl.tsx'
import { distance } from '#kit/format/numbers.ts'

const VIEWS = [
  { value: 'map', label: 'Mapa' },
  { value: 'list', label: 'Lista' },
] as const

const DEPARTMENT_OPTIONS = DEPARTMENTS.map(({ code, text }) => ({ value: code, label: text }))
const DISTANCE_OPTIONS: Option[] = [
  ...RADII.map((metres) => ({ value: String(metres), label: `Hasta ${distance(metres)}` })),
  { value: ANY_DISTANCE, label: 'Cualquiera' },
]

interface Props {
  search: ReturnType<typeof useStationSearch>
  position: ReturnType<typeof usePosition>
  /** Whether the map of a narrow screen is below, which has the search and the button for the position. */
  withMap: boolean
}

/** Position, filters and, on a narrow screen, the choice of map or list; there the filters unfold. */
export function StationFilterPanel({ search, position, withMap }: Props) {
  const { filters, view, set } = search
  const { service, value, fuel, openNow, mine, department, radius, byCost } = filters
  const values = valueOptions(service)
  // Without a position the department takes its place: it must be in sight.
  const [expanded, setExpanded] = useState(false)
  const fieldsId = useId()
  const { kind } = position.state
  const unfolded = expanded || kind === 'denied'
  const count = countFilters(filters) + (department ? 1 : 0)
  return (
    <div className="flex flex-col gap-4">
      {!withMap && <StationSearchField search={search} />}
      {(!withMap || kind === 'denied' || kind === 'unknown') && (
        <PositionPrompt state={position.state} onRequest={position.request} />
      )}
      <div className="flex flex-wrap items-center justify-between gap-3 lg:hidden">
        <SegmentedControl
          label="Ver"
          options={VIEWS}
          value={view}
          onChange={(next) => set({ view: next === 'list' ? next : '' })}
        />
        {kind !== 'denied' && (
          <Button
            kind="plain"
            aria-expanded={expanded}
            aria-controls={fieldsId}
            onClick={() => setExpanded(!expanded)}
          >
            <ListFilter aria-hidden="true" size={20} />
            {count > 0 ? `Filtros (${count})` : 'Filtros'}
          </Button>
        )}
      </div>
      <fieldset
        id={fieldsId}
        aria-label="Filtros"
        className={`${unfolded ? 'grid' : 'hidden lg:grid'} min-w-0 grid-cols-[repeat(auto-fill,minmax(min(9.25rem,100%),1fr))] items-end gap-3`}
      >
        <Select
          label="Departamento"
          placeholder="Todos"
          options={DEPARTMENT_OPTIONS}
          value={department}
          onChange={({ target }) => set({ department: target.value })}
        />
        {kind === 'found' && !isAnywhere(filters) && (
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
          label="Ordenar por"
          options={[
            { value: '', label: kind === 'found' ? 'Distancia' : 'Nombre' },
            { value: COST, label: 'Precio' },
          ]}
          value={byCost ? COST : ''}
          onChange={({ target }) => set({ sort: target.value })}
        />
        <Select
          label="Combustible"
          placeholder="Cualquiera"
          options={FUEL_OPTIONS}
          value={fuel}
          onChange={({ target }) => set({ fuel: target.value })}
        />
        <Select
          label="Servicio"
          placeholder="Cualquiera"
          options={SERVICE_OPTIONS}
          value={service}
          onChange={({ target }) => set({ service: target.value, value: '' })}
        />
        {values.length > 0 && (
          <Select
            label="Cuál"
            placeholder="Cualquiera"
            options={values}
            value={value}
            onChange={({ target }) => set({ value: target.value })}
          />
        )}
        <Checkbox
          checked={openNow}
          onChange={({ target }) => set({ open: target.checked ? '1' : '' })}
        >
          Abierta ahora
        </Checkbox>
        <Checkbox
          checked={mine}
          onChange={({ target }) => set({ mine: target.checked ? '1' : '' })}
        >
          Mis estaciones
        </Checkbox>
      </fieldset>
    </div>
  )
}

export function StationSearchField({ search: { filters, set } }: Pick<Props, 'search'>) {
  return (
    <div className="relative rounded-control bg-surface">
      <Search
        aria-hidden="true"
        size={20}
        className="pointer-events-none absolute inset-y-0 left-4 my-auto text-soft"
      />
      <input
        aria-label="Buscar una estación"
        placeholder="Estación, calle o ciudad"
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        maxLength={80}
        value={filters.text}
        onChange={({ target }) => set({ text: target.value })}
        className={`${CONTROL} pl-12`}
      />
    </div>
  )
}

/** Offers to use the position, or says why there is none and what to do; nothing once it is known. */
function PositionPrompt({ state, onRequest }: { state: PositionState; onRequest: () => void }) {
  if (state.kind === 'found') return null
  if (state.kind === 'denied')
    return (
      <Alert tone="neutral" title="No vemos tu ubicación">
        Tu navegador no nos la muestra, y está bien: elegí un departamento y listo. Si cambiás de
        idea, permitila en los ajustes del navegador.
      </Alert>
    )
  const locating = state.kind === 'locating'
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button kind="quiet" onClick={onRequest} busy={locating}>
        {!locating && <LocateFixed aria-hidden="true" size={20} />}
        {state.kind === 'unknown' ? 'Probar de nuevo' : 'Usar mi ubicación'}
      </Button>
      <output className="min-w-0 flex-1 basis-[12rem] text-sm text-pretty text-soft">
        {TEXTS[state.kind]}
      </output>
    </div>
  )
}

const TEXTS = {
  idle: 'Y te mostramos primero las que te quedan más cerca.',
  locating: 'Estamos buscando dónde estás…',
  unknown:
    'No pudimos saber dónde estás. Fijate si tenés la ubicación encendida, o elegí un departamento.',
}
