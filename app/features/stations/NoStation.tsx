import type { useStationSearch } from '#app/features/stations/stationFilters.ts'
import { ANY_DISTANCE, countFilters } from '#app/features/stations/stationFilters.ts'
import { Button } from '#kit/display/Button.tsx'
import { EmptyState } from '#kit/feedback/EmptyState.tsx'

interface Props {
  search: ReturnType<typeof useStationSearch>
  located: boolean
}

/** No station fits: offers to search farther away, or to clear the filters. */
export function NoStation({ search, located }: Props) {
  const { filters, set, clear } = search
  const tooNear = located && filters.radius !== null && !filters.department
  const filtered = countFilters(filters) > 0
  return (
    <EmptyState
      picture="signpost"
      title={tooNear && !filtered ? 'No hay estaciones tan cerca' : 'Ninguna estación coincide'}
      action={
        <div className="flex flex-wrap justify-center gap-2">
          {tooNear && (
            <Button kind="quiet" onClick={() => set({ distance: ANY_DISTANCE })}>
              Buscar más lejos
            </Button>
          )}
          {(filtered || filters.department) && (
            <Button kind="quiet" onClick={clear}>
              Quitar los filtros
            </Button>
          )}
        </div>
      }
    >
      {filtered
        ? 'Probá con menos filtros: todavía no hay una que tenga todo eso por acá.'
        : 'La red tiene estaciones en los 19 departamentos.'}
    </EmptyState>
  )
}
