import { describe, expect, test } from 'vitest'
import { routeChunks } from '#bench/chunkSizes.ts'

describe('chunks of the routes', () => {
  test.each([
    ['app', ['map', 'movements']],
    ['console', ['objectList', 'objectPage', 'requests']],
  ] as const)(
    'of the %s are within 25 kB; the map 60 kB, the QR reader 20 kB',
    async (of, some) => {
      const chunks = await routeChunks(of)
      expect(chunks.map(({ screen }) => screen)).toEqual(expect.arrayContaining([...some]))
      expect(chunks.filter(({ bytes, budget }) => bytes > budget)).toEqual([])
    },
  )
})
