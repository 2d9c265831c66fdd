import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { assertDemoDataAllowed, readDbConfig } from '#db/config.ts'

describe('the settings of database programs', () => {
  test('demo data are refused in production only', () => {
    expect(() => assertDemoDataAllowed({})).not.toThrow()
    expect(() => assertDemoDataAllowed({ NODE_ENV: 'production', SEED: 'on' })).toThrow(
      /^Producción: /,
    )
  })

  test('an invalid setting is named in the error', () => {
    expect(() => readDbConfig({ DATABASE_URL: 'mysql://x' })).toThrow(
      /^Configuración: DATABASE_URL /,
    )
  })

  test('an empty setting counts as absent', () => {
    // A server that ran in this folder has stored its secret there.
    const { dataDir, databaseUrl } = readDbConfig({ DATABASE_URL: '', DATA_DIR: '' })
    expect({ dataDir, databaseUrl }).toEqual({ dataDir: resolve('.data'), databaseUrl: undefined })
    expect(readDbConfig({ DATABASE_URL: 'postgres://x', DATA_DIR: '/tmp/x' })).toEqual({
      databaseUrl: 'postgres://x',
      dataDir: '/tmp/x',
    })
  })
})
