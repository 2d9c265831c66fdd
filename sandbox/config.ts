import { resolve } from 'node:path'
import { MERCHANT_ENDPOINTS } from '#contract/geopay.ts'
import { APP_NET } from '#contract/header.ts'
import { FatalError } from '#sandbox/fatalError.ts'

/** How long the levers wait, in milliseconds. */
export interface Delays {
  /** The card that approves slowly. */
  slow: number
  /** A payment of an issuer that is down stays in process. */
  issuerDown: number
  /** The gateway voids by itself after the approval. */
  void: number
  /** A webhook leaves after its fact, so that a plain return comes first. */
  webhook: number
}

/** Everything that the sandbox is told from outside. */
export interface SandboxConfig {
  host: string
  port: number
  /** Holds `keys/` and `log.jsonl`. */
  dir: string
  /** Where a browser finds the hosted page. */
  publicUrl: string
  /** The one registered merchant. */
  merchant: {
    netId: string
    merchantId: string
    homeUrl: string
    /** Registered callback codes and the addresses they stand for. */
    callbacks: Readonly<Record<string, string>>
    /** Webhooks go to these in turn. */
    webhooks: readonly string[]
  }
  /** Sign and verify with SHA1withRSA and no key id, as the oldest integrations do. */
  legacySign: boolean
  delays: Delays
}

/**
 * Reads the settings. This is the only place of the sandbox that sees the environment.
 * @throws Trouble that names the setting
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env): SandboxConfig {
  const port = whole(env, 'SANDBOX_PORT', 3100, 65_535)
  const home = address('MERCHANT_URL', env.MERCHANT_URL || 'http://localhost:3000')
  const doors = (env.MERCHANT_WEBHOOKS ?? '').split(',').flatMap((part) => part.trim() || [])
  return {
    host: env.SANDBOX_HOST || '127.0.0.1',
    port,
    dir: resolve(env.SANDBOX_DIR || '.data/sandbox'),
    publicUrl: address('SANDBOX_PUBLIC_URL', env.SANDBOX_PUBLIC_URL || `http://localhost:${port}`),
    merchant: {
      netId: env.GEOPAY_NET_ID || APP_NET.netId,
      merchantId: env.GEOPAY_MERCHANT_ID || '900001',
      homeUrl: `${home}/`,
      callbacks: { 'surtidor-app': home + MERCHANT_ENDPOINTS.return },
      webhooks:
        doors.length > 0
          ? doors.map((door) => address('MERCHANT_WEBHOOKS', door))
          : [home + MERCHANT_ENDPOINTS.webhook],
    },
    legacySign: yesNo(env, 'GEOPAY_LEGACY_SIGN'),
    delays: {
      slow: whole(env, 'SANDBOX_SLOW_MS', 8000),
      issuerDown: whole(env, 'SANDBOX_ISSUER_DOWN_MS', 20_000),
      void: whole(env, 'SANDBOX_VOID_MS', 5000),
      webhook: whole(env, 'SANDBOX_WEBHOOK_MS', 500),
    },
  }
}

function whole(env: NodeJS.ProcessEnv, name: string, usual: number, most = 3_600_000): number {
  const text = env[name]
  if (!text) return usual
  const value = Number(text)
  if (!/^\d+$/.test(text) || value > most)
    throw new FatalError(`${name} tiene que ser un número entero de 0 a ${most}, y dice "${text}".`)
  return value
}

function yesNo(env: NodeJS.ProcessEnv, name: string): boolean {
  const text = env[name] || '0'
  if (text !== '0' && text !== '1') throw new FatalError(`${name} es 0 o 1, y dice "${text}".`)
  return text === '1'
}

/** An http address without its last slash. */
function address(name: string, text: string): string {
  if (!/^https?:$/.test(URL.parse(text)?.protocol ?? ''))
    throw new FatalError(`${name} tiene que ser una dirección http o https, y dice "${text}".`)
  return text.replace(/\/+$/, '')
}
