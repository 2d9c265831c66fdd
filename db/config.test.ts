import { expect, test } from 'vitest'
import { readDbConfig, wantsDemoData } from '#db/config.ts'

test.each([
  [{}, true],
  [{ SEED: 'off' }, false],
  [{ NODE_ENV: 'production' }, false],
  [{ NODE_ENV: 'production', SEED: '' }, false],
  [{ NODE_ENV: 'production', SEED: 'on' }, true],
])('with %j an empty database becomes the demo town: %s', (env, wanted) => {
  expect(wantsDemoData(env)).toBe(wanted)
})

test('a setting that cannot be meant is named', () => {
  expect(() => wantsDemoData({ SEED: 'no' })).toThrow(/^Configuración: SEED es on u off/)
  expect(() => readDbConfig({ DATABASE_URL: 'mysql://x' })).toThrow(/^Configuración: DATABASE_URL /)
})
