import { useEffect, useState } from 'react'
import { useApp } from '#app/context.ts'
import { useNow } from '#app/device/useNow.ts'
import { usePosition } from '#app/device/usePosition.ts'
import { AppScreen } from '#app/features/shell/AppScreen.tsx'
import { StationsView } from '#app/features/stations/StationsView.tsx'
import { useStationSearch } from '#app/features/stations/stationFilters.ts'

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

const TICK_MS = 30_000

/** The current time, renewed every half a minute, for what changes at a minute of the day. */
function useCurrentMinute(): Date {
  const { clock } = useApp()
  const shown = useNow()
  const [ticked, setTicked] = useState(shown)
  useEffect(() => {
    const timer = setInterval(() => setTicked(clock.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [clock])
  return ticked > shown ? ticked : shown
}
