import { useCurrentMinute } from '#app/device/useCurrentMinute.ts'
import { usePosition } from '#app/device/usePosition.ts'
import { AppScreen } from '#app/parts/shell/AppScreen.tsx'
import { StationsView } from '#app/parts/stations/StationsView.tsx'
import { useStationSearch } from '#app/parts/stations/useStationSearch.ts'

/** Estaciones: the stations of the network on a map and in a list, the nearest first. */
export default function StationMapScreen() {
  return (
    <AppScreen title="Estaciones" full>
      <StationsView
        search={useStationSearch()}
        position={usePosition({ watch: true })}
        now={useCurrentMinute()}
      />
    </AppScreen>
  )
}
