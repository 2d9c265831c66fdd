import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'

/** The server's source of map tiles: raster tiles, or a file of streets. Without one all fields are empty. */
export const mapTiles = defineCall('info', 'mapTiles', {
  access: 'signedIn',
  response: () => ({
    /** Address of a tile, with `{z}`, `{x}` and `{y}`, and `{r}` where the source has double resolution. */
    url: z.string(),
    /** The credit that the source requires on the map, as plain text. */
    attribution: z.string(),
    /** The page that the credit links to; may be empty. */
    attributionUrl: z.string(),
    /**
     * Path on this server of a file of vector tiles (PMTiles version 3), which is read by range requests;
     * absent without one. `url` is empty then.
     */
    file: z.optional(z.string()),
  }),
})
