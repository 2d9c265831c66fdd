import { useNow } from '#app/device/useNow.ts'
import { usePosition } from '#app/device/usePosition.ts'
import { AppScreen } from '#app/features/shell/AppScreen.tsx'
import { StationsView } from '#app/features/stations/StationsView.tsx'
import { useStationSearch } from '#app/features/stations/stationFilters.ts'

const TICK_MS = 30_000

/** Estaciones: the stations of the network on a map and in a list, the nearest first. */
export default function StationMapScreen() {
  return (
    <AppScreen title="Estaciones">
      <StationsView
        search={useStationSearch()}
        position={usePosition({ watch: true })}
        now={useNow(TICK_MS)}
      />
    </AppScreen>
  )
}
