import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { routeChunks } from '#bench/chunkSizes.ts'
import { builtApp } from '#tools/build/builtApp.ts'

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

describe('the code of the first screen', () => {
  // In a later line the hint has no effect, and nothing says so.
  test.each([
    ['assets', ['index', 'App']],
    ['consola/assets', ['index', 'Console']],
  ])('in %s begins with the compile hint in every chunk that is run at once', (folder, names) => {
    const files = readdirSync(join(builtApp(), folder)).filter((name) => name.endsWith('.js'))
    const hinted = files.filter((name) =>
      readFileSync(join(builtApp(), folder, name), 'utf8').startsWith(
        '//# allFunctionsCalledOnLoad\n',
      ),
    )
    expect(hinted).toEqual(
      files.filter((name) => [...names, 'shared'].includes(name.slice(0, -12))),
    )
    expect(hinted.length).toBeGreaterThan(names.length)
  })

  test('that stands before the markup of login is at most 2 kB', () => {
    const [head = '', body = ''] = readFileSync(join(builtApp(), 'index.html'), 'utf8').split(
      '<div id="root">',
    )
    expect(body).toContain('<h1')
    const scripts = [...head.matchAll(/<script>([^]*?)<\/script>/g)].map(
      ([, text = '']) => text.length,
    )
    expect(scripts).toHaveLength(2)
    expect(scripts.reduce((sum, length) => sum + length, 0)).toBeLessThan(2_000)
  })
})
