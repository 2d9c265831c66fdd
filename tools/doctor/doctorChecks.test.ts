import { describe, expect, test } from 'vitest'
import { inspectConfig } from '#server/config.ts'
import { listen } from '#testing/harness/httpProxy.ts'
import { startForTest } from '#testing/harness/startForTests.ts'
import { withDeadline } from '#tools/doctor/finding.ts'
import { compareClocks } from '#tools/doctor/machineChecks.ts'
import { checkPublicAddress } from '#tools/doctor/networkChecks.ts'
import { checkSettings } from '#tools/doctor/settingsChecks.ts'

const NOW = Date.UTC(2026, 10, 22)

describe('the clock', () => {
  test('is compared with another one, to both sides', () => {
    expect(compareClocks(NOW, NOW + 3000, 'el de la base')).toMatchObject({ level: 'good' })
    expect(compareClocks(NOW + 60_000, NOW, 'el de la base')).toMatchObject({
      level: 'odd',
      text: expect.stringMatching(/adelantado 60 s contra el de la base/) as string,
    })
    expect(compareClocks(NOW, NOW + 60_000, 'el de la base').text).toContain('atrasado 60 s')
  })
})

describe('a check', () => {
  test('a check that hangs or fails is one odd line', async () => {
    expect(await withDeadline('el correo', 10, () => new Promise(() => {}))).toEqual([
      { level: 'odd', text: 'el correo: no hubo respuesta en 0.01 s' },
    ])
    expect(
      await withDeadline('el correo', 1000, () => Promise.reject(new Error('boom\nmore'))),
    ).toEqual([{ level: 'odd', text: 'el correo: boom' }])
  })
})

describe('the settings', () => {
  test.each([
    [
      { PUBLIC_URL: 'https://app.example.com' },
      [/^PUBLIC_URL es https y NODE_ENV no es production/, /^TRUST_PROXY no está/],
    ],
    [{ GEOPAY_LEGACY_SIGN: '1' }, [/^GEOPAY_LEGACY_SIGN es 1: /]],
  ])('are odd, though the start accepts them: %j', (given, odd) => {
    const env = { ...given, DATA_DIR: '/tmp/none' }
    const { config, faults } = inspectConfig(env)
    expect(checkSettings(config, faults, env)).toEqual(
      odd.map((text) => ({ level: 'odd', text: expect.stringMatching(text) as string })),
    )
  })
})

describe('the public address', () => {
  test('an address that answers something else is odd', async () => {
    const { url } = await startForTest(listen((_request, answer) => answer.end('hello')))
    const { config } = inspectConfig({ PUBLIC_URL: url })
    if (!config) throw new Error('the settings are invalid')
    expect(await checkPublicAddress(config, 5000)).toMatchObject([
      { level: 'odd', text: expect.stringMatching(/contesta otra cosa \(HTTP 200\)/) },
    ])
  })
})
