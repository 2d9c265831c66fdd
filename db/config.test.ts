import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readDbConfig, wantsDemoData } from '#db/config.ts'

describe('the settings of database programs', () => {
  test.each([
    [{}, true],
    [{ SEED: 'off' }, false],
    [{ NODE_ENV: 'production' }, false],
    [{ NODE_ENV: 'production', SEED: '' }, false],
    [{ NODE_ENV: 'production', SEED: 'on' }, true],
  ])('with %j the demo data is wanted: %s', (env, wanted) => {
    expect(wantsDemoData(env)).toBe(wanted)
  })

  test('an invalid setting is named in the error', () => {
    expect(() => wantsDemoData({ SEED: 'no' })).toThrow(/^Configuración: SEED es on u off/)
    expect(() => readDbConfig({ DATABASE_URL: 'mysql://x' })).toThrow(
      /^Configuración: DATABASE_URL /,
    )
  })

  test('an empty setting counts as absent', () => {
    expect(readDbConfig({ DATABASE_URL: '', DATA_DIR: '' })).toEqual({ dataDir: resolve('.data') })
    expect(readDbConfig({ DATABASE_URL: 'postgres://x', DATA_DIR: '/tmp/x' })).toEqual({
      databaseUrl: 'postgres://x',
      dataDir: '/tmp/x',
    })
  })
})
