import { describe, expect, test } from 'vitest'
import { readPhoneSettings } from '#tools/phone/phoneSettings.ts'

const PUBLIC_URL = 'https://surtidor.uy'

describe('readPhoneSettings', () => {
  test('takes version and build number from package.json', () => {
    expect(readPhoneSettings({ PUBLIC_URL })).toMatchObject({
      version: '1.7.0',
      build: 10_700,
      scheme: 'uy.surtidor.app',
      appleTeam: null,
      tiles: null,
    })
  })

  test('takes the scheme of APP_LINK, the build number and the origin of the tiles', () => {
    const settings = readPhoneSettings({
      PUBLIC_URL,
      APP_LINK: 'uy.prueba://open',
      PHONE_BUILD: '10801',
      TILES_URL: 'https://tiles.example/{z}/{x}/{y}.png',
    })
    expect(settings).toMatchObject({
      scheme: 'uy.prueba',
      build: 10_801,
      tiles: 'https://tiles.example',
    })
  })

  test.each([
    ['no server', { PUBLIC_URL: '' }, /^PUBLIC_URL/],
    ['a server on this machine', { PUBLIC_URL: 'https://localhost' }, /^PUBLIC_URL/],
    ['a server without TLS', { PUBLIC_URL: 'http://surtidor.uy' }, /^PUBLIC_URL/],
    ['a server below a path', { PUBLIC_URL: 'https://surtidor.uy/app' }, /^PUBLIC_URL/],
    ['a web address as APP_LINK', { APP_LINK: 'https://x' }, /^APP_LINK/],
    ['a build number that is none', { PHONE_BUILD: '1.5' }, /^PHONE_BUILD/],
    ['a team that is none', { APPLE_TEAM_ID: 'abc' }, /^APPLE_TEAM_ID/],
    ['tiles that are no address', { TILES_URL: 'tiles' }, /^TILES_URL/],
  ])('refuses %s with a sentence that names the setting', (_what, env, sentence) => {
    expect(() => readPhoneSettings({ PUBLIC_URL, ...env })).toThrow(sentence)
  })
})
