import { resolve } from 'node:path'
import { MERCHANT_ENDPOINTS } from '#contract/geopay.ts'
import { APP_NET } from '#contract/header.ts'
import { FatalError } from '#sandbox/fatalError.ts'

/** Delays of the card behaviours, in milliseconds. */
export interface Delays {
  /** The slow card's approval. */
  slow: number
  /** Time in process of a payment whose issuer is down. */
  issuerDown: number
  /** From the approval to a void by the gateway. */
  void: number
  /** From an event to its webhook, so that an undisturbed return arrives first. */
  webhook: number
}

/** The settings of the sandbox. */
export interface SandboxConfig {
  host: string
  port: number
  /** Folder of `keys/` and `log.jsonl`. */
  dir: string
  /** Address of the hosted page for a browser. */
  publicUrl: string
  /** The only registered merchant. */
  merchant: {
    netId: string
    merchantId: string
    homeUrl: string
    /** Addresses by registered callback code. */
    callbacks: Readonly<Record<string, string>>
    /** Addresses that receive the webhooks in rotation. */
    webhooks: readonly string[]
  }
  /** Sign and verify with SHA1withRSA and without a key id, as the oldest integrations do. */
  legacySign: boolean
  delays: Delays
}

/**
 * Reads the settings. Only this file of the sandbox reads the environment.
 * @throws FatalError that names the setting
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

/** An http address without a trailing slash. */
function address(name: string, text: string): string {
  if (!/^https?:$/.test(URL.parse(text)?.protocol ?? ''))
    throw new FatalError(`${name} tiene que ser una dirección http o https, y dice "${text}".`)
  return text.replace(/\/+$/, '')
}
