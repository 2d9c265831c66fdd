import { type Flavor, namedFlavor } from '@protomaps/basemaps'
import type { GridLayer } from 'leaflet'
import { EtagMismatch, FetchSource, PMTiles } from 'pmtiles'
import {
  CenteredTextSymbolizer,
  type Feature,
  type LabelRule,
  LineLabelSymbolizer,
  labelRules,
  leafletLayer,
  type PaintRule,
  PolygonSymbolizer,
  paintRules,
} from 'protomaps-leaflet'

/** Device pixels per pixel at the most: the canvases of a sharper screen would take a phone's memory. */
const MAX_RATIO = 2
/** Milliseconds until a part of the file that did not come is requested again. */
const [FIRST_WAIT, LONGEST_WAIT] = [5_000, 60_000]

/** Requests a part of the file until it comes. */
class RepeatingSource extends FetchSource {
  ended: AbortSignal

  constructor(address: string, ended: AbortSignal) {
    super(address)
    this.ended = ended
  }

  override async getBytes(...part: Parameters<FetchSource['getBytes']>) {
    const [, , signal] = part
    for (let wait = FIRST_WAIT; ; wait = Math.min(2 * wait, LONGEST_WAIT))
      try {
        return await super.getBytes(...part)
      } catch (error) {
        // After a mismatch the library reads the header of the new file.
        if (this.ended.aborted || signal?.aborted || error instanceof EtagMismatch) throw error
        await new Promise((resolve) => {
          setTimeout(resolve, wait)
          addEventListener('online', resolve, { once: true })
        })
      }
  }
}

/**
 * The streets of a PMTiles file with the layers of the Protomaps basemap, in the colours of the theme.
 * Where the file has nothing the layer is transparent.
 * @param leaflet what the library uses of Leaflet
 * @param container the map's element, whose tokens and font are drawn
 * @param ended ends the requests and the changes of theme
 * @throws Error when the address has no such file
 */
export async function streetLayer(
  leaflet: object,
  container: HTMLElement,
  address: string,
  ended: AbortSignal,
): Promise<GridLayer> {
  // The library finds Leaflet as a global only.
  Object.assign(globalThis, { L: leaflet })
  const url = new PMTiles(new RepeatingSource(address, ended))
  const { maxZoom } = await url.getHeader()
  const layer = leafletLayer({
    url,
    maxDataZoom: maxZoom,
    attribution: '',
    devicePixelRatio: Math.min(devicePixelRatio, MAX_RATIO),
    ...rulesOf(container),
  })
  const redraw = () => {
    Object.assign(layer, rulesOf(container))
    layer.clearLayout()
    layer.rerenderTiles()
  }
  const dark = matchMedia('(prefers-color-scheme: dark)')
  dark.addEventListener('change', redraw, { signal: ended })
  const themes = new MutationObserver(redraw)
  themes.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  ended.addEventListener('abort', () => themes.disconnect())
  return layer as unknown as GridLayer
}

/** The library's rules in the page's colours, and names in its font, which a halo keeps readable. */
function rulesOf(container: HTMLElement) {
  const color = (name: string) => {
    // A new element for each: the colour of an old one would begin a transition.
    const probe = document.createElement('span')
    probe.style.color = `var(--${name})`
    container.append(probe)
    const { color } = getComputedStyle(probe)
    probe.remove()
    return color
  }
  const flavor: Flavor = {
    ...namedFlavor('light'),
    earth: color('color-surface'),
    water: color('color-brand-tint-strong'),
    buildings: color('color-sunken'),
    major: color('map-road'),
    runway: color('map-road'),
    pier: color('map-road'),
    railway: color('color-edge'),
    boundaries: color('color-edge'),
    ocean_label: color('color-brand-text'),
  }
  const { fontFamily } = getComputedStyle(container)
  const names = (
    dataLayer: 'places' | 'roads',
    minzoom: number,
    ...kinds: string[]
  ): LabelRule => ({
    dataLayer,
    minzoom,
    symbolizer: new (dataLayer === 'roads' ? LineLabelSymbolizer : CenteredTextSymbolizer)({
      labelProps: ['name:es', 'name'],
      font: (_zoom, feature) => `${fontOf(feature)} ${fontFamily}`,
      fill: color(kinds.includes('locality') ? 'color-ink' : 'color-soft'),
      stroke: flavor.earth,
      width: 3,
      lineHeight: 1.3,
    }),
    sort: (a, b) => Number(a.min_zoom) - Number(b.min_zoom),
    filter: (_zoom, feature) => kinds.includes(kindOf(feature)),
  })
  const greens: PaintRule = {
    dataLayer: 'landuse',
    symbolizer: new PolygonSymbolizer({ fill: color('color-good-tint') }),
    filter: (_zoom, feature) => GREEN.test(kindOf(feature)),
  }
  return {
    paintRules: [
      // Of the land the library would draw a dozen uses, each in a colour of its own.
      ...paintRules(flavor).flatMap((rule) =>
        rule.dataLayer === 'earth' ? [rule, greens] : rule.dataLayer.startsWith('land') ? [] : rule,
      ),
      ...paintRules({ ...flavor, major: color('map-highway') }).filter(
        ({ dataLayer, filter }) => dataLayer === 'roads' && filter?.(0, HIGHWAY),
      ),
    ],
    labelRules: [
      names('places', 0, 'locality'),
      names('places', 13, 'neighbourhood', 'macrohood'),
      names('roads', 11, 'highway'),
      names('roads', 13, 'major_road', 'medium_road'),
      names('roads', 15, 'minor_road', 'other'),
      ...labelRules(flavor, 'es').filter(({ dataLayer }) => dataLayer === 'water'),
    ],
  }
}

const HIGHWAY = { props: { kind: 'highway' } } as unknown as Feature
const GREEN = /^(park|garden|forest|wood|nature_reserve|national_park|golf_course|cemetery|grass)$/

const kindOf = ({ props: { kind } }: Feature) => (typeof kind === 'string' ? kind : '')

/** Weight and size of a name; a place of about 50,000 people or more (rank 9) has a larger one. */
const fontOf = (feature?: Feature) =>
  feature?.props.kind === 'locality'
    ? `600 ${Number(feature.props.population_rank ?? 0) > 8 ? 15 : 13}px`
    : '500 12px'
