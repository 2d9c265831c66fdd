import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { inspectConfig } from '#server/config.ts'
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
  test('the settings of a demo at a public https address are odd', () => {
    const env = { PUBLIC_URL: 'https://app.example.com', DATA_DIR: '/tmp/none' }
    const { config, faults } = inspectConfig(env)
    expect(checkSettings(config, faults, env).map(({ text }) => text)).toEqual([
      expect.stringMatching(/^PUBLIC_URL es https y NODE_ENV no es production/),
      expect.stringMatching(/^TRUST_PROXY no está/),
    ])
  })
})

describe('a setting that is accepted', () => {
  test('an old form of signing is named', () => {
    const env = { GEOPAY_LEGACY_SIGN: '1', DATA_DIR: '/tmp/none' }
    const { config, faults } = inspectConfig(env)
    expect(checkSettings(config, faults, env)).toEqual([
      { level: 'odd', text: expect.stringMatching(/^GEOPAY_LEGACY_SIGN es 1: /) as string },
    ])
  })
})

describe('the public address', () => {
  test('an address that answers something else is odd', async () => {
    const other = createServer((_request, answer) => answer.end('hello'))
    await new Promise<void>((done) => other.listen(0, '127.0.0.1', done))
    onTestFinished(() => void other.close())
    const { port } = other.address() as AddressInfo
    const { config } = inspectConfig({ PUBLIC_URL: `http://127.0.0.1:${port}` })
    if (!config) throw new Error('the settings are invalid')
    expect(await checkPublicAddress(config, 5000)).toMatchObject([
      { level: 'odd', text: expect.stringMatching(/contesta otra cosa \(HTTP 200\)/) },
    ])
  })
})
