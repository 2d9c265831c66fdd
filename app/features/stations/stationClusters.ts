import Supercluster from 'supercluster'
import type { Position } from '#app/device/position.ts'

export interface MapStation extends Position {
  code: string
  /** It is known to be closed now. */
  closed: boolean
}

export interface Cluster extends Position {
  count: number
  /** The zoom from which it is drawn as several. */
  expansionZoom: number
}

/** From this zoom on every station is drawn by itself. */
const SINGLE_ZOOM = 14
/** Stations nearer than this on the screen are one cluster, in pixels. */
const RADIUS = 56

/** The items that the map draws at a zoom: clusters, and the stations outside of them. */
export type Clusters = (zoom: number) => { clusters: Cluster[]; single: MapStation[] }

export function clusterStations(stations: readonly MapStation[]): Clusters {
  const index = new Supercluster<MapStation>({
    radius: RADIUS,
    extent: 256,
    maxZoom: SINGLE_ZOOM - 1,
  })
  index.load(
    stations.map((station) => ({
      type: 'Feature',
      properties: station,
      geometry: { type: 'Point', coordinates: [station.longitude, station.latitude] },
    })),
  )
  return (zoom) => {
    const clusters: Cluster[] = []
    const single: MapStation[] = []
    for (const { properties, geometry } of index.getClusters(
      [-180, -90, 180, 90],
      Math.floor(zoom),
    ))
      if ('cluster' in properties) {
        const [longitude = 0, latitude = 0] = geometry.coordinates
        clusters.push({
          latitude,
          longitude,
          count: properties.point_count,
          expansionZoom: index.getClusterExpansionZoom(properties.cluster_id),
        })
      } else single.push(properties)
    return { clusters, single }
  }
}
