import { DivIcon } from 'leaflet/src/layer/marker/DivIcon.js'

/*
 * Icons of the map as elements: Leaflet would assign a text to innerHTML, which the page forbids. The
 * classes are in stationMap.css.
 */

function element(className: string, text = ''): HTMLElement {
  const node = document.createElement('span')
  node.className = className
  node.textContent = text
  return node
}

const icon = (html: HTMLElement, size: number, bottom = size / 2) =>
  new DivIcon({
    html,
    className: 'map-icon',
    iconSize: [size, size],
    iconAnchor: [size / 2, bottom],
  })

/** A pin whose point is on the station; its touch target is 44 px. */
export const pinIcon = (state: 'open' | 'closed' | 'selected'): DivIcon =>
  icon(element(`map-pin map-pin-${state}`), 44, 42)

/** A disc with the number of stations; larger with more of them. */
export function clusterIcon(count: number): DivIcon {
  const size = count < 5 ? 44 : count < 20 ? 52 : 60
  return icon(element('map-cluster figures', String(count)), size)
}

/** The person's position. */
export const positionIcon = (): DivIcon => icon(element('map-position'), 24)

/** The name of a department. */
export const labelIcon = (name: string): DivIcon => icon(element('map-label', name), 0)
