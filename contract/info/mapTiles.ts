import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'

/** The server's source of raster map tiles. Without a configured source all fields are empty. */
export const mapTiles = defineCall('info', 'mapTiles', {
  access: 'signedIn',
  response: {
    /** Address of a tile, with `{z}`, `{x}` and `{y}`, and `{r}` where the source has double resolution. */
    url: z.string(),
    /** The credit that the source requires on the map, as plain text. */
    attribution: z.string(),
    /** The page that the credit links to; may be empty. */
    attributionUrl: z.string(),
  },
})
