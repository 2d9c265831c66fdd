import { ListFilter } from 'lucide-react'
import { useId, useState } from 'react'
import { useCurrentMinute } from '#app/device/useCurrentMinute.ts'
import { usePosition } from '#app/device/usePosition.ts'
import { AppScreen } from '#app/parts/shell/AppScreen.tsx'
import { PositionPrompt } from '#app/parts/stations/PositionPrompt.tsx'
import { StationFilterFields } from '#app/parts/stations/StationFilterFields.tsx'
import { StationsView } from '#app/parts/stations/StationsView.tsx'
import { countFilters } from '#app/parts/stations/stationFilters.ts'
import { useStationSearch } from '#app/parts/stations/useStationSearch.ts'
import { Button } from '#kit/display/Button.tsx'
import { SegmentedControl } from '#kit/form/SegmentedControl.tsx'

const VIEWS = [
  { value: 'map', label: 'Mapa' },
  { value: 'list', label: 'Lista' },
] as const

/** Estaciones: the stations of the network on a map and in a list, the nearest first. */
export default function StationMapScreen() {
  const now = useCurrentMinute()
  const { state, request } = usePosition({ watch: true })
  const search = useStationSearch()
  const [expanded, setExpanded] = useState(false)
  const fieldsId = useId()
  const count = countFilters(search.filters) + (search.filters.department ? 1 : 0)
  return (
    <AppScreen title="Estaciones" full>
      <div className="flex flex-col gap-4">
        <PositionPrompt state={state} onRequest={request} />
        <div className="flex flex-wrap items-center justify-between gap-3 lg:hidden">
          <SegmentedControl
            label="Ver"
            options={VIEWS}
            value={search.view}
            onChange={(view) => search.set({ view: view === 'list' ? view : '' })}
          />
          <Button
            kind="plain"
            aria-expanded={expanded}
            aria-controls={fieldsId}
            onClick={() => setExpanded(!expanded)}
          >
            <ListFilter aria-hidden="true" size={20} />
            {count > 0 ? `Filtros (${count})` : 'Filtros'}
          </Button>
        </div>
        <div
          id={fieldsId}
          role="group"
          aria-label="Filtros"
          className={`${expanded ? 'grid' : 'hidden lg:grid'} grid-cols-[repeat(auto-fit,minmax(min(9.5rem,100%),1fr))] items-end gap-x-4 gap-y-3`}
        >
          <StationFilterFields
            filters={search.filters}
            located={state.kind === 'found'}
            set={search.set}
          />
        </div>
      </div>
      <StationsView
        search={search}
        position={state.kind === 'found' ? state.position : null}
        onLocate={request}
        now={now}
      />
    </AppScreen>
  )
}
