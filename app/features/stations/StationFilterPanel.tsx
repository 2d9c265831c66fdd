import { ListFilter } from 'lucide-react'
import { useId, useState } from 'react'
import type { usePosition } from '#app/device/usePosition.ts'
import { PositionPrompt } from '#app/features/stations/PositionPrompt.tsx'
import { StationFilterFields } from '#app/features/stations/StationFilterFields.tsx'
import { countFilters } from '#app/features/stations/stationFilters.ts'
import type { useStationSearch } from '#app/features/stations/useStationSearch.ts'
import { Button } from '#kit/display/Button.tsx'
import { SegmentedControl } from '#kit/form/SegmentedControl.tsx'

const VIEWS = [
  { value: 'map', label: 'Mapa' },
  { value: 'list', label: 'Lista' },
] as const

interface Props {
  search: ReturnType<typeof useStationSearch>
  position: ReturnType<typeof usePosition>
}

/** Position, filters and, on a narrow screen, the choice of map or list; there the filters unfold. */
export function StationFilterPanel({ search, position }: Props) {
  const { filters, view, set } = search
  // Without a position the department takes its place: it must be in sight.
  const [expanded, setExpanded] = useState(false)
  const fieldsId = useId()
  const { kind } = position.state
  const unfolded = expanded || kind === 'denied'
  const count = countFilters(filters) + (filters.department ? 1 : 0)
  return (
    <div className="flex flex-col gap-4">
      <PositionPrompt state={position.state} onRequest={position.request} />
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
        <StationFilterFields filters={filters} located={kind === 'found'} set={set} />
      </fieldset>
    </div>
  )
}
