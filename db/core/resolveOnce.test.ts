import { readdirSync } from 'node:fs'
import type { ResolveHookContext } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { resolveOnce } from '#db/core/resolveOnce.ts'

const OURS = 'file:///srv/surtidor/server/main.ts'
const DRIZZLE = import.meta.resolve('drizzle-orm')

/** The hook, and what it has asked the next one. */
function hook() {
  const asked: string[] = []
  const resolve = resolveOnce()
  return {
    asked,
    resolve: (specifier: string, parentURL: string, more: Partial<ResolveHookContext> = {}) => {
      const context = { parentURL, conditions: ['node', 'import'], importAttributes: {}, ...more }
      return resolve(specifier, context, (name) => {
        asked.push(name)
        return { url: `file:///${name}`, format: 'module-typescript' }
      })
    },
  }
}

describe('resolveOnce', () => {
  test('asks once for a specifier of ours, and keeps the attributes of each import', () => {
    const { asked, resolve } = hook()
    const attributes = { importAttributes: { type: 'json' } }
    const first = resolve('#db/core/connection.ts', OURS)
    const second = resolve('#db/core/connection.ts', 'file:///srv/surtidor/db/seed.ts', attributes)
    expect(asked).toEqual(['#db/core/connection.ts'])
    expect(second).toEqual({ ...first, ...attributes, shortCircuit: true })
  })

  test.each([
    ['a path of ours', './a.ts', OURS, {}],
    ['a specifier of a package', 'pg-types', 'file:///srv/node_modules/pg/lib/index.js', {}],
    ['a path in another package', './a.js', 'file:///srv/node_modules/pg/lib/index.js', {}],
    ['what is required', '#db/a.ts', OURS, { conditions: ['node', 'require'] }],
    ['what drizzle-orm requires', './a.cjs', DRIZZLE, { conditions: ['node', 'require'] }],
  ])('asks each time for %s', (_what, specifier, parent, more) => {
    const { asked, resolve } = hook()
    for (let time = 0; time < 2; time += 1) resolve(specifier, parent, more)
    expect(asked).toEqual([specifier, specifier])
  })

  test('finds a path in drizzle-orm where Node finds it', () => {
    const { asked, resolve } = hook()
    expect(resolve('./pg-core/index.js', DRIZZLE)).toEqual({
      url: import.meta.resolve('drizzle-orm/pg-core'),
      format: 'module',
      shortCircuit: true,
    })
    expect(asked).toEqual([])
    // Node takes the type of a module from the nearest package.json.
    const folders = readdirSync(dirname(fileURLToPath(DRIZZLE)), { recursive: true })
    expect(folders.filter((path) => String(path).endsWith('package.json'))).toEqual([
      'package.json',
    ])
  })
})
