import { mapTiles } from '#contract/info/mapTiles.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { TILES_PATH } from '#server/http/tilesFile.ts'

const NONE = { url: '', attribution: '', attributionUrl: '' }

/** The credit that the licence of the data, the ODbL, requires. */
const STREETS = {
  url: '',
  attribution: '© OpenStreetMap',
  attributionUrl: 'https://www.openstreetmap.org/copyright',
  file: TILES_PATH,
}

export default defineHandler(
  mapTiles,
  async ({ config }) => config.tiles ?? (config.tilesFile ? STREETS : NONE),
)
