import { mapTiles } from '#contract/info/mapTiles.ts'
import { defineHandler } from '#server/http/defineHandler.ts'

const NONE = { url: '', attribution: '', attributionUrl: '' }

export default defineHandler(mapTiles, async ({ config }) => config.tiles ?? NONE)
