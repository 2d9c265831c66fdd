import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DEFAULT_APP_LINK } from '#contract/phoneApp.ts'

export type PhoneSettings = ReturnType<typeof readPhoneSettings>

/**
 * Reads the settings of a phone build.
 * @throws with a line per setting that is missing or invalid, for the person who builds
 */
export function readPhoneSettings(env: Readonly<Record<string, string | undefined>>) {
  const { version } = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'),
  ) as { version: string }
  const faults: string[] = []
  const server = URL.parse(env.PUBLIC_URL ?? '')
  if (!server || server.protocol !== 'https:' || isThisMachine(server.hostname))
    faults.push(
      'PUBLIC_URL tiene que ser la dirección https del servidor, como https://surtidor.uy: la app instalada la llama desde el teléfono.',
    )
  else if (server.pathname !== '/')
    faults.push('PUBLIC_URL no lleva camino: la app enlaza el dominio entero.')
  const scheme = (env.APP_LINK || DEFAULT_APP_LINK).split('://', 1)[0] ?? ''
  if (!/^[a-z][a-z0-9+.-]*$/.test(scheme) || scheme.startsWith('http'))
    faults.push('APP_LINK tiene que empezar con el esquema de la app, como uy.surtidor.app://open.')
  const build = Number(env.PHONE_BUILD || buildOf(version))
  if (!Number.isInteger(build) || build < 1 || build > 2_100_000_000)
    faults.push('PHONE_BUILD tiene que ser un número entero que suba con cada envío a las tiendas.')
  const appleTeam = env.APPLE_TEAM_ID || null
  if (appleTeam && !/^[A-Z0-9]{10}$/.test(appleTeam))
    faults.push('APPLE_TEAM_ID tiene diez letras mayúsculas o cifras.')
  const tiles = env.TILES_URL ? URL.parse(env.TILES_URL) : null
  if (env.TILES_URL && !tiles) faults.push('TILES_URL tiene que ser la dirección de una tesela.')
  if (!server || faults.length > 0) throw new Error(faults.join('\n'))
  return {
    /** Origin of the server, which the app calls and whose https links it opens. */
    server,
    /** Scheme of the links into the app, without the colon. */
    scheme,
    /** Origin of the map's tiles; null without tiles. */
    tiles: tiles?.origin ?? null,
    /** Version that a person reads: `1.7.0`. */
    version,
    /** Number of the build, which rises with each upload to a store. */
    build,
    /** Apple's id of the team that signs the iOS app; null leaves it to Xcode. */
    appleTeam,
    /** Firebase's file for push on Android; null builds an app without push. */
    googleServices: env.GOOGLE_SERVICES_FILE || null,
  }
}

/** `1.7.0` as 10700: it rises with every version. */
function buildOf(version: string): number {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number)
  return major * 10_000 + minor * 100 + patch
}

const isThisMachine = (host: string) => /^(localhost|127\.|\[|0\.)/.test(host)
