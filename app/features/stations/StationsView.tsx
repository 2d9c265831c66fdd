import { Star } from 'lucide-react'
import type { usePosition } from '#app/device/usePosition.ts'
import { byDistance, type LocatedBranch } from '#app/features/stations/distance.ts'
import { favouritesFirst, useFavouriteStations } from '#app/features/stations/favouriteStations.ts'
import { type FuelPrice, fuelPriceState } from '#app/features/stations/fuelPriceState.ts'
import { openingState, openingText } from '#app/features/stations/openingHours.ts'
import {
  StationFilterPanel,
  StationSearchField,
} from '#app/features/stations/StationFilterPanel.tsx'
import { StationMap } from '#app/features/stations/StationMap.tsx'
import { StationPanel, StationSheet } from '#app/features/stations/StationPanel.tsx'
import { PUMPS, priceText, valueLabel } from '#app/features/stations/serviceLabels.ts'
import type { MapStation } from '#app/features/stations/stationClusters.ts'
import {
  ANY_DISTANCE,
  countFilters,
  filterStations,
  isAnywhere,
  stationCountText,
  type useStationSearch,
} from '#app/features/stations/stationFilters.ts'
import { byTankCost, type Tank, tankCost, tankText, useTank } from '#app/features/stations/tank.ts'
import { shortDate } from '#contract/dates.ts'
import type { Branch } from '#contract/entities/branch.ts'
import { branches } from '#contract/info/branches.ts'
import { mapTiles } from '#contract/info/mapTiles.ts'
import { useCallQuery } from '#kit/api/callQueries.ts'
import { useIsDesktop } from '#kit/browser/useIsDesktop.ts'
import { useLastDefined } from '#kit/browser/useLastDefined.ts'
import { useSelectedParam } from '#kit/browser/useSelectedParam.ts'
import { Button } from '#kit/display/Button.tsx'
import { List, ListItem } from '#kit/display/List.tsx'
import { EmptyState } from '#kit/feedback/EmptyState.tsx'
import { QueryView, Skeleton } from '#kit/feedback/QueryView.tsx'
import { distance, money, percent } from '#kit/format/numbers.ts'

interface Props {
  search: ReturnType<typeof useStationSearch>
  position: ReturnType<typeof usePosition>
  now: Date
}

/** The filtered stations: list and map side by side, or one of them on a narrow screen. */
export function StationsView({ search, position, now }: Props) {
  const { filters, view } = search
  const isDesktop = useIsDesktop()
  const query = useCallQuery(branches, {})
  const { data: tiles } = useCallQuery(mapTiles, {})
  const { chosen, choose, close } = useSelectedParam('station')
  const here = position.state.kind === 'found' ? position.state.position : null
  const all = byDistance(query.data?.branches ?? [], here)
  const favourites = useFavouriteStations()
  const tank = useTank(filters.fuel ? [filters.fuel] : PUMPS)
  const filtered = filterStations(all, filters, now)
  const fitting = filters.byCost
    ? byTankCost(filtered, tank, now)
    : favouritesFirst(filtered, favourites.codes)
  const shown = filters.mine
    ? fitting.filter(({ branch }) => favourites.codes.has(branch.code))
    : fitting
  const nearest = shown.toSorted((a, b) => (a.metres ?? 0) - (b.metres ?? 0)).slice(0, 1)
  const selected = all.find(({ branch }) => branch.code === chosen) ?? null
  const lastCode = useLastDefined(chosen || null)
  const last = all.find(({ branch }) => branch.code === lastCode)
  const row = {
    fuel: filters.fuel,
    tank: filters.byCost ? tank : null,
    now,
    onSelect: choose,
    favourites: favourites.codes,
  }
  const withList = isDesktop || view === 'list'
  const withPanel = isDesktop && selected !== null
  const withMap = !isDesktop && view === 'map'
  const nothing = query.data && shown.length === 0 && (
    <NoStation search={search} located={here !== null} />
  )
  return (
    <div className="grid items-start gap-x-6 gap-y-4 lg:grid-cols-[minmax(0,21.5rem)_minmax(0,1fr)]">
      {withPanel && (
        <StationPanel key={chosen} station={selected} {...{ now, favourites }} onClose={close} />
      )}
      <div className={withPanel ? 'hidden' : 'flex min-w-0 flex-col gap-4'}>
        <StationFilterPanel search={search} position={position} withMap={withMap} />
        <QueryView query={query} skeleton={withList && <Skeleton shape="row" count={6} />}>
          {() => (
            <>
              <output className="px-1 text-sm font-medium text-soft">
                {stationCountText(shown.length, filters, here !== null)}
              </output>
              {filters.byCost && withList && (
                <p className="px-1 text-sm text-pretty text-soft">{costText(shown, tank, now)}</p>
              )}
              {!withMap && nothing}
              {withList && shown.length > 0 && (
                <StationList label="Estaciones" stations={shown} {...row} />
              )}
            </>
          )}
        </QueryView>
      </div>
      {(isDesktop || view === 'map') && (
        <div className="relative isolate h-[calc(100dvh-13rem-var(--bottom-bar))] min-h-80 lg:sticky lg:top-4 lg:h-[calc(100dvh-8rem)]">
          <StationMap
            stations={shown.map((station) => toMapStation(station, now))}
            selected={selected && toMapStation(selected, now)}
            position={here}
            locating={position.state.kind === 'locating'}
            department={filters.department}
            tiles={tiles}
            fitKey={JSON.stringify([filters, here !== null, query.data !== undefined])}
            onSelect={choose}
            onLocate={position.request}
          />
          {withMap && (
            <div className="absolute inset-x-3 top-3 z-10 flex flex-col gap-2 *:shadow-float">
              <StationSearchField search={search} />
              {nothing && <div className="rounded-card bg-surface">{nothing}</div>}
            </div>
          )}
        </div>
      )}
      {withMap && here && shown.length > 0 && (
        <StationList label="La más cercana" stations={nearest} {...row} />
      )}
      {!isDesktop && last && (
        <StationSheet
          station={last}
          {...{ now, favourites }}
          open={selected !== null}
          onClose={close}
        />
      )}
    </div>
  )
}

function costText(stations: readonly LocatedBranch[], tank: Tank, now: Date): string {
  const costs = stations.map(({ branch }) => tankCost(branch, tank, now))
  const card = costs.some(({ basisPoints }) => basisPoints > 0)
  if (costs.some(({ cents }) => cents))
    return `Lo que te sale ${tankText(tank)}${card ? '; cerca de la frontera, con la devolución por pagar con tarjeta' : ''}.`
  const first = card ? ': van primero las que más te devuelven por pagar con tarjeta' : ''
  return `No tenemos el precio de hoy de ${valueLabel(tank.fuel)}${first}.`
}

const toMapStation = ({ branch }: LocatedBranch, now: Date): MapStation => ({
  code: branch.code,
  latitude: branch.latitude,
  longitude: branch.longitude,
  closed: openingState(branch.openingHours, now).kind === 'closed',
})

interface NoStationProps {
  search: ReturnType<typeof useStationSearch>
  located: boolean
}

function NoStation({ search, located }: NoStationProps) {
  const { filters, set, clear } = search
  const tooNear = located && filters.radius !== null && !isAnywhere(filters)
  const filtered = countFilters(filters) > 0 || filters.text !== ''
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

interface StationListProps {
  stations: readonly LocatedBranch[]
  /** The fuel whose price is shown; empty for none. */
  fuel: string
  /** The tank whose cost is shown in the place of the price; null for none. */
  tank: Tank | null
  now: Date
  label: string
  favourites: ReadonlySet<string>
  onSelect: (code: string) => void
}

const NO_COST = { cents: null, basisPoints: 0 }

function StationList({ stations, fuel, tank, now, label, favourites, onSelect }: StationListProps) {
  return (
    <List label={label}>
      {stations.map(({ branch, metres }) => {
        const price = branch.fuels.find(({ code }) => code === fuel)
        const { cents, basisPoints } = tank ? tankCost(branch, tank, now) : NO_COST
        const back = cents ? money(cents.refund) : `el ${percent(basisPoints)}`
        const away = metres !== null && distance(metres)
        return (
          <ListItem
            key={branch.code}
            onPress={() => onSelect(branch.code)}
            title={favourites.has(branch.code) ? <FavouriteName name={branch.name} /> : branch.name}
            trailing={cents ? money(cents.cost) : away}
            note={cents ? away : price && <ListPrice price={price} now={now} />}
            remark={basisPoints > 0 ? `Te devuelven ${back}` : ''}
            detail={
              <>
                <span className="block">{branch.address}</span>
                <Opening branch={branch} now={now} />
              </>
            }
          />
        )
      })}
    </List>
  )
}

function FavouriteName({ name }: { name: string }) {
  return (
    <>
      {name} <Star aria-hidden="true" size={16} className="inline fill-current text-sun-text" />
      <span className="sr-only">Tu estación</span>
    </>
  )
}

function ListPrice({ price, now }: { price: FuelPrice; now: Date }) {
  const { isOver } = fuelPriceState(price, [], now)
  return (
    <>
      {priceText(price)}
      {isOver && (
        <span className="block text-sun-text">hasta el {shortDate(price.validTo ?? '')}</span>
      )}
    </>
  )
}

function Opening({ branch: { openingHours }, now }: { branch: Branch; now: Date }) {
  const state = openingState(openingHours, now)
  return (
    <span className={state.kind === 'open' ? 'block font-medium text-good' : 'block'}>
      {openingText(state) ?? openingHours}
    </span>
  )
}
