import { describe, expect, test } from 'vitest'
import { routeChunks } from '#bench/chunkSizes.ts'

describe('chunks of the routes', () => {
  test.each([
    ['app', ['map', 'movements']],
    ['console', ['objectPage', 'requests']],
  ] as const)(
    'of the %s are within 20 kB, with what they share 55 kB; the map 60 and 80 kB',
    async (of, some) => {
      const chunks = await routeChunks(of)
      expect(chunks.map(({ screen }) => screen)).toEqual(expect.arrayContaining([...some]))
      expect(chunks.filter(({ own, all, budget }) => own > budget.own || all > budget.all)).toEqual(
        [],
      )
    },
  )
})
