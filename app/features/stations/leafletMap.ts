// Before Leaflet, which would not load otherwise.
import '#app/features/stations/leafletTrustedTypes.ts'

import 'leaflet/src/layer/vector/Renderer.getRenderer.js'

import type { FitBoundsOptions, LatLngTuple, GridLayer as Layer, Polygon } from 'leaflet'
import * as DomUtil from 'leaflet/src/dom/DomUtil.js'
import { LatLngBounds } from 'leaflet/src/geo/LatLngBounds.js'
import { LayerGroup } from 'leaflet/src/layer/LayerGroup.js'
import { DivIcon } from 'leaflet/src/layer/marker/DivIcon.js'
import { Marker } from 'leaflet/src/layer/marker/Marker.js'
import { GridLayer } from 'leaflet/src/layer/tile/GridLayer.js'
import { tileLayer } from 'leaflet/src/layer/tile/TileLayer.js'
import { polygon } from 'leaflet/src/layer/vector/Polygon.js'
import { svg } from 'leaflet/src/layer/vector/SVG.js'
import { Map as LeafletMap } from 'leaflet/src/map/index.js'
import type { Position } from '#app/device/position.ts'
import { departmentShapes } from '#app/features/stations/departmentShapes.ts'
import {
  type Clusters,
  clusterStations,
  type MapStation,
} from '#app/features/stations/stationClusters.ts'

/** Uruguay with a margin: the map does not leave it. */
const EXTENT = new LatLngBounds([-37.5, -62], [-27.5, -49.5])
const COUNTRY = new LatLngBounds([-34.98, -58.45], [-30.08, -53.18])
const MIN_ZOOM = 5
const MAX_ZOOM = 18
/** Zoom of a view of stations at the most: a town on the outline alone, a street on tiles. */
const FIT_ZOOM = { outline: 12, tiles: 15 }
/** Pixels between the fitted points and the border of the map; above them also a pin and the search. */
const FIT_PADDING: FitBoundsOptions = { paddingTopLeft: [48, 104], paddingBottomRight: [48, 48] }

const at = ({ latitude, longitude }: Position): LatLngTuple => [latitude, longitude]

export function createStationMap(element: HTMLElement, onSelect: (code: string) => void) {
  const animate = !(typeof matchMedia === 'function' && matchMedia(REDUCED_MOTION).matches)
  const map = new LeafletMap(element, {
    zoomControl: false,
    attributionControl: false,
    minZoom: MIN_ZOOM,
    maxZoom: MAX_ZOOM,
    maxBounds: EXTENT,
    maxBoundsViscosity: 0.8,
    zoomAnimation: animate,
    fadeAnimation: animate,
    markerZoomAnimation: animate,
    inertia: animate,
  })
  map.fitBounds(COUNTRY, { animate: false })
  const departments = drawOutline(map)
  // The list beside the map has the same stations for keyboard and screen reader.
  map.getPane('markerPane')?.setAttribute('aria-hidden', 'true')

  const drawn = new LayerGroup().addTo(map)
  let clusters: Clusters = clusterStations([])
  let selected: MapStation | null = null
  let selectedPin: Marker | null = null
  let positionMark: Marker | null = null
  let tiles: Layer | null = null

  const draw = () => {
    const { clusters: groups, single } = clusters(map.getZoom())
    drawn.clearLayers()
    for (const group of groups)
      mark(group, clusterIcon(group.count), () =>
        map.setView(at(group), Math.min(group.expansionZoom, MAX_ZOOM)),
      ).addTo(drawn)
    for (const station of single)
      if (station.code !== selected?.code)
        mark(station, pinIcon(station.closed ? 'closed' : 'open'), () =>
          onSelect(station.code),
        ).addTo(drawn)
  }
  map.on('zoomend', draw)

  // Leaflet measures its element once; a rotated phone or a wider window changes it.
  const resizes = new ResizeObserver(() => map.invalidateSize({ pan: false }))
  resizes.observe(element)

  const hideNames = (layer: Layer) => layer.on('tileload', () => element.classList.add('has-tiles'))
  const fitZoom = () => FIT_ZOOM[tiles ? 'tiles' : 'outline']
  const showBounds = (bounds: LatLngBounds) =>
    map.fitBounds(bounds, { ...FIT_PADDING, maxZoom: fitZoom(), animate })

  return {
    showStations: (stations: readonly MapStation[]) => {
      clusters = clusterStations(stations)
      draw()
    },
    /** Marks a station and moves to it; null: none. */
    select: (station: MapStation | null) => {
      if (station?.code === selected?.code) return
      selected = station
      selectedPin?.remove()
      selectedPin = station && mark(station, pinIcon('selected')).setZIndexOffset(1000).addTo(map)
      draw()
      if (station) map.setView(at(station), Math.max(map.getZoom(), fitZoom()), { animate })
    },
    showPosition: (position: Position | null) => {
      if (!position) positionMark?.remove()
      else if (positionMark) positionMark.setLatLng(at(position))
      else positionMark = mark(position, icon('map-position', 24)).addTo(map)
    },
    showTiles: (url: string) => {
      if (tiles || !url) return
      // Tile services require the address of the site; the page itself sends none.
      tiles = tileLayer(url, { maxZoom: MAX_ZOOM, referrerPolicy: 'origin', detectRetina: false })
      hideNames(tiles)
      tiles.addTo(map)
    },
    /** Draws the streets of a file of vector tiles until `ended`; their renderer is loaded for it. */
    showStreets: async (address: string, ended: AbortSignal) => {
      const { streetLayer } = await import('#app/features/stations/streetLayer.ts')
      const layer = await streetLayer({ GridLayer, DomUtil }, element, address, ended)
      if (ended.aborted) return
      ended.addEventListener('abort', () => layer.remove())
      tiles = layer.addTo(map)
      hideNames(layer)
      if (selected) map.setView(at(selected), fitZoom(), { animate })
    },
    /** Shows all these places, or the country when there are none. */
    fit: (places: readonly Position[]) => {
      if (places.length > 0) showBounds(new LatLngBounds(places.map(at)))
      else map.fitBounds(COUNTRY, { animate })
    },
    markDepartment: (code: string) => {
      for (const [department, shape] of departments)
        shape.getElement()?.classList.toggle('map-department-chosen', department === code)
    },
    fitDepartment: (code: string) => {
      const shape = departments.get(code)
      if (shape) showBounds(shape.getBounds())
    },
    zoomBy: (levels: number) => void map.setZoom(map.getZoom() + levels, { animate }),
    remove: () => {
      resizes.disconnect()
      map.remove()
    },
  }
}

export type StationMapView = ReturnType<typeof createStationMap>

const REDUCED_MOTION = '(prefers-reduced-motion: reduce)'

/** A marker that the keyboard does not reach. */
function mark(place: Position, icon: Marker['options']['icon'], onClick?: () => void): Marker {
  const marker = new Marker(at(place), {
    ...(icon && { icon }),
    keyboard: false,
    interactive: onClick !== undefined,
  })
  if (onClick) marker.on('click', onClick)
  return marker
}

function drawOutline(map: LeafletMap): Map<string, Polygon> {
  const shapes = new Map<string, Polygon>()
  map.createPane('outline').style.zIndex = '150'
  map.createPane('labels').style.zIndex = '450'
  map.getPane('labels')?.setAttribute('aria-hidden', 'true')
  const renderer = svg({ pane: 'outline', padding: 0.5 })
  for (const { code, name, ring } of departmentShapes()) {
    const shape = polygon(
      ring.map(([lat, lng]): LatLngTuple => [lat, lng]),
      { renderer, pane: 'outline', className: 'map-department', interactive: false },
    ).addTo(map)
    shapes.set(code, shape)
    new Marker(shape.getBounds().getCenter(), {
      icon: icon('map-label', 0, { text: name }),
      pane: 'labels',
      keyboard: false,
      interactive: false,
    }).addTo(map)
  }
  // The names fit from the country's view on, and would be in the way in a town.
  const showZoom = () => {
    map.getContainer().dataset.labels = String(map.getZoom() >= 7 && map.getZoom() <= 10)
  }
  map.on('zoomend', showZoom)
  showZoom()
  return shapes
}

/**
 * An icon as an element: Leaflet would assign a text to innerHTML, which the page forbids. The classes are
 * in stationMap.css.
 */
function icon(className: string, size: number, { text = '', bottom = size / 2 } = {}): DivIcon {
  const html = document.createElement('span')
  html.className = className
  html.textContent = text
  return new DivIcon({
    html,
    className: 'map-icon',
    iconSize: [size, size],
    iconAnchor: [size / 2, bottom],
  })
}

const pinIcon = (state: 'open' | 'closed' | 'selected') =>
  icon(`map-pin map-pin-${state}`, 44, { bottom: 42 })

const clusterIcon = (count: number) =>
  icon('map-cluster figures', count < 5 ? 44 : count < 20 ? 52 : 60, { text: String(count) })
