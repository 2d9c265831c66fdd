import { lazy, Suspense, useState } from 'react'
import type { Position } from '#app/device/position.ts'
import { byDistance, type LocatedBranch } from '#app/parts/stations/distance.ts'
import { NoStation } from '#app/parts/stations/NoStation.tsx'
import { openState } from '#app/parts/stations/openingHours.ts'
import { resultText } from '#app/parts/stations/resultText.ts'
import { StationList } from '#app/parts/stations/StationList.tsx'
import { StationMap } from '#app/parts/stations/StationMap.tsx'
import { StationPanel } from '#app/parts/stations/StationPanel.tsx'
import type { MapStation } from '#app/parts/stations/stationClusters.ts'
import { filterStations } from '#app/parts/stations/stationFilters.ts'
import type { useStationSearch } from '#app/parts/stations/useStationSearch.ts'
import { branches } from '#contract/info/branches.ts'
import { mapTiles } from '#contract/info/mapTiles.ts'
import { useCallQuery } from '#kit/api/callQueries.ts'
import { useIsDesktop } from '#kit/browser/useIsDesktop.ts'
import { useSelectedParam } from '#kit/browser/useSelectedParam.ts'
import { QueryView } from '#kit/feedback/QueryView.tsx'
import { Skeleton } from '#kit/feedback/Skeleton.tsx'

/** Loaded on demand: no screen needs the dialog's library to be drawn. */
const importSheet = () => import('#app/parts/stations/StationSheet.tsx')
const StationSheet = lazy(async () => ({ default: (await importSheet()).StationSheet }))

interface Props {
  search: ReturnType<typeof useStationSearch>
  position: Position | null
  onLocate: () => void
  now: Date
}

/** The filtered stations: list and map side by side, or one of them on a narrow screen. */
export function StationsView({ search, position, onLocate, now }: Props) {
  const { filters, view } = search
  const isDesktop = useIsDesktop()
  const query = useCallQuery(branches, {})
  const { data: tiles } = useCallQuery(mapTiles, {})
  const { chosen, choose, close } = useSelectedParam('station')
  const all = byDistance(query.data?.branches ?? [], position)
  const shown = filterStations(all, filters, now)
  const selected = all.find(({ branch }) => branch.code === chosen) ?? null
  const result = resultText(shown.length, filters, position !== null)
  // A sheet that is closing still shows its station.
  const [last, setLast] = useState(selected)
  if (selected && selected !== last) setLast(selected)
  const withList = isDesktop || view === 'list'
  const withMap = isDesktop || view === 'map'
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,21rem)_minmax(0,1fr)]">
      <div className="flex min-w-0 flex-col gap-3">
        <QueryView query={query} skeleton={withList && <Skeleton shape="row" count={6} />}>
          {() => (
            <>
              {isDesktop && selected && (
                <StationPanel key={chosen} station={selected} now={now} onClose={close} />
              )}
              <div className={isDesktop && selected ? 'hidden' : 'flex flex-col gap-3'}>
                <output className="px-1 text-sm font-medium text-soft">{result}</output>
                {shown.length === 0 && <NoStation search={search} located={position !== null} />}
                {withList && shown.length > 0 && (
                  <StationList
                    stations={shown}
                    fuel={filters.fuel}
                    now={now}
                    label="Estaciones"
                    onSelect={choose}
                  />
                )}
              </div>
            </>
          )}
        </QueryView>
      </div>
      {withMap && (
        <div className="h-[62dvh] min-h-72 lg:sticky lg:top-4 lg:h-[calc(100dvh-2rem)] lg:max-h-[56rem]">
          <StationMap
            stations={toMapStations(shown, now)}
            selected={selected && toMapStation(selected, now)}
            position={position}
            department={filters.department}
            tiles={tiles}
            fitKey={JSON.stringify([filters, position !== null, query.data !== undefined])}
            onSelect={choose}
            onLocate={onLocate}
          />
        </div>
      )}
      {!isDesktop && last && (
        <Suspense>
          <StationSheet station={last} now={now} open={selected !== null} onClose={close} />
        </Suspense>
      )}
    </div>
  )
}

const toMapStation = ({ branch }: LocatedBranch, now: Date): MapStation => ({
  code: branch.code,
  latitude: branch.latitude,
  longitude: branch.longitude,
  closed: openState(branch.openingHours, now).kind === 'closed',
})
const toMapStations = (stations: readonly LocatedBranch[], now: Date) =>
  stations.map((station) => toMapStation(station, now))
