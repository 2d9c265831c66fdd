import { afterAll, describe, expect, test } from 'vitest'
import { cliErrorMessage } from '#db/cliErrorMessage.ts'
import { readConfig } from '#server/config.ts'
import { tempFolder } from '#testing/harness/tempFolder.ts'

const DATA_DIR = tempFolder(afterAll)

/** The line that a person who starts the server with these settings reads. */
function errorLine(env: Record<string, string>): string {
  try {
    readConfig({ DATA_DIR, ...env })
    return ''
  } catch (error) {
    return cliErrorMessage(error)
  }
}

describe('readConfig', () => {
  test.each([
    ['PORT', 'ochenta'],
    ['PORT', '-1'],
    ['METRICS_PORT', '65536'],
    ['DATABASE_URL', 'mysql://x'],
    ['DATABASE_POOL', '0'],
    ['PUBLIC_URL', 'surtidor.uy'],
    ['PUBLIC_URL', 'http://['],
    ['ORIGINS', 'https://surtidor.uy,otra'],
    ['SECRET', 'corto'],
    ['SMTP_URL', 'http://correo'],
    ['SMTP_URL', 'smtp://['],
    ['MAIL_FROM', 'avisos'],
    ['APP_LINK', 'uy.surtidor'],
    ['ANDROID_CERT_FINGERPRINTS', 'ab:cd'],
    ['APPLE_TEAM_ID', 'a1b2c3d4e5'],
    ['CALLS_PER_MINUTE', '1e3'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '10.0.0.1, 10.0.0.0/33'],
    ['GEOPAY_URL', 'ftp://x'],
    ['GEOPAY_PAGES_URL', 'x'],
    ['GEOPAY_PAGES_URL', 'https://pages.example;script-src'],
    ['GEOPAY_PAGES_URL', 'https://pages.example,b.example'],
    ['GEOPAY_PAGES_URL', 'https://*.example'],
    ['GEOPAY_PAGES_URL', "https://'unsafe-inline'"],
    ['GEOPAY_PAGES_URL', 'https://pages.example x'],
    ['PUBLIC_URL', 'https://*'],
    ['GEOPAY_URL', 'https://gateway.example;a'],
    ['GEOPAY_LEGACY_SIGN', 'sí'],
    ['GEOPAY_TIMEOUT', '0'],
    ['GATEWAY_SETTLEMENT', 'no'],
    ['RECONCILE', 'no'],
    ['TILES_URL', 'teselas'],
    ['TILES_URL', 'https://teselas.example/{z}/{x}.png'],
    ['TILES_URL', 'https://{s}.teselas.example/{z}/{x}/{y}.png'],
    ['TILES_URL', 'https://a;script-src/{z}/{x}/{y}.png'],
    ['TILES_ATTRIBUTION_URL', 'licencia'],
    ['LOG_LEVEL', 'mucho'],
  ])('%s=%s is reported in one line that names the setting and its valid values', (name, value) => {
    expect(errorLine({ [name]: value })).toMatch(
      new RegExp(`^Configuración: ${name} (tiene que|es|lleva) .+`),
    )
  })

  test('a DATA_DIR that is not a folder is reported', () => {
    expect(errorLine({ DATA_DIR: '/dev/null' })).toBe(
      'no puedo escribir en /dev/null: revisá los permisos o elegí otra DATA_DIR.',
    )
  })

  test('an empty setting counts as absent, and every valid form is read', () => {
    const config = readConfig({
      DATA_DIR,
      PORT: '',
      TRUST_PROXY: 'loopback, 10.0.0.0/8,::1',
      ORIGINS: 'https://a.uy/, capacitor://a.uy',
      GEOPAY_LEGACY_SIGN: '1',
      RECONCILE: 'off',
      TILES_URL: 'https://tiles.example/{z}/{x}/{y}{r}.png?key=a',
      TILES_ATTRIBUTION: '© Tiles Example',
    })
    expect(config).toMatchObject({
      tiles: {
        url: 'https://tiles.example/{z}/{x}/{y}{r}.png?key=a',
        attribution: '© Tiles Example',
        attributionUrl: '',
      },
      port: 3000,
      trustProxy: 'loopback,10.0.0.0/8,::1',
      gateway: { legacySign: true },
      reconcile: false,
    })
    expect(config.origins).toEqual(expect.arrayContaining(['https://a.uy', 'capacitor://a.uy']))
  })
  test('a certificate of the Android app is the origin of its passkeys', () => {
    const fingerprint = Array.from({ length: 32 }, () => 'FB').join(':')
    const { passkeys } = readConfig({ DATA_DIR, ANDROID_CERT_FINGERPRINTS: fingerprint })
    expect(passkeys.origins.at(-1)).toBe(
      'android:apk-key-hash:-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_s',
    )
  })
})
