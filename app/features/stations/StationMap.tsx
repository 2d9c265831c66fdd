import '#app/features/stations/stationMap.css'

import { LocateFixed, Minus, Plus } from 'lucide-react'
import { type ComponentProps, useEffect, useEffectEvent, useRef, useState } from 'react'
import { serverOrigin } from '#app/device/platform.ts'
import type { Position } from '#app/device/position.ts'
import { createStationMap, type StationMapView } from '#app/features/stations/leafletMap.ts'
import type { MapStation } from '#app/features/stations/stationClusters.ts'
import type { AnswerOf } from '#contract/call.ts'
import type { mapTiles } from '#contract/info/mapTiles.ts'
import { whenIdle } from '#kit/browser/whenIdle.ts'
import { SpinnerIcon } from '#kit/display/SpinnerIcon.tsx'

interface Props {
  /** The stations to draw; a new list is a new array. */
  stations: readonly MapStation[]
  selected: MapStation | null
  position: Position | null
  locating: boolean
  /** The code of the department to show; empty for all. */
  department: string
  /** Undefined while the source is unknown. */
  tiles: AnswerOf<typeof mapTiles> | undefined
  /** Changes whenever the view should show all stations again. */
  fitKey: string
  onSelect: (code: string) => void
  onLocate: () => void
}

/**
 * The stations on a map, grouped where they are close. The keyboard moves and zooms it; its markers are
 * hidden from keyboard and screen reader, which have the list.
 */
export function StationMap(props: Props) {
  const { stations, selected, position, department, tiles, fitKey, onSelect } = props
  const element = useRef<HTMLElement>(null)
  const [map, setMap] = useState<StationMapView | null>(null)
  const selectStation = useEffectEvent(onSelect)
  useEffect(() => {
    let remove = () => {}
    let isOver = false
    // A task of its own, after the frame with what surrounds the map.
    whenIdle(() => {
      if (isOver || !element.current) return
      const created = createStationMap(element.current, (code) => selectStation(code))
      setMap(created)
      remove = created.remove
    })
    return () => {
      isOver = true
      remove()
    }
  }, [])
  useEffect(() => map?.showStations(stations), [map, stations])
  useEffect(() => map?.showPosition(position), [map, position])
  useEffect(() => map?.markDepartment(department), [map, department])
  useEffect(() => map?.showTiles(tiles?.url ?? ''), [map, tiles])
  const file = tiles?.file
  useEffect(() => {
    const ended = new AbortController()
    // Without the renderer, as offline, the outline stays.
    if (file) map?.showStreets(new URL(file, serverOrigin()).href, ended.signal).catch(console.warn)
    return () => ended.abort()
  }, [map, file])
  const fit = useEffectEvent((view: StationMapView, _reason: string) => {
    // A selected station has its own view.
    if (selected) return
    if (department) view.fitDepartment(department)
    else view.fit(position && stations.length > 0 ? [...stations, position] : stations)
  })
  useEffect(() => {
    if (map) fit(map, fitKey)
  }, [map, fitKey])
  useEffect(() => map?.select(selected), [map, selected])
  return (
    <div className="relative isolate size-full overflow-hidden rounded-card border border-line shadow-card">
      <section
        ref={element}
        aria-label="Mapa de estaciones. Movelo con las flechas; la lista tiene las mismas estaciones."
        className="station-map size-full"
      />
      <div className="absolute top-18 right-3 z-1000 flex flex-col gap-2 lg:top-3">
        <MapButton aria-label="Acercar el mapa" onClick={() => map?.zoomBy(1)}>
          <Plus aria-hidden="true" />
        </MapButton>
        <MapButton aria-label="Alejar el mapa" onClick={() => map?.zoomBy(-1)}>
          <Minus aria-hidden="true" />
        </MapButton>
        <MapButton
          aria-label="Ir a mi ubicación"
          aria-busy={props.locating}
          onClick={() => (position ? map?.fit([position]) : props.onLocate())}
        >
          {props.locating ? <SpinnerIcon /> : <LocateFixed aria-hidden="true" />}
        </MapButton>
      </div>
      {tiles?.attribution && (
        <p className="absolute right-0 bottom-0 z-1000 rounded-tl-inner bg-surface/85 px-2 py-0.5 text-xs text-ink">
          {tiles.attributionUrl ? (
            <a href={tiles.attributionUrl} target="_blank" rel="noopener" className="underline">
              {tiles.attribution}
            </a>
          ) : (
            tiles.attribution
          )}
        </p>
      )}
    </div>
  )
}

function MapButton({ 'aria-label': label, ...button }: ComponentProps<'button'>) {
  return (
    <button
      {...button}
      type="button"
      aria-label={label}
      title={label}
      className="flex size-11 items-center justify-center rounded-control border border-line bg-surface text-ink shadow-card transition hover:bg-sunken active:scale-95"
    />
  )
}
