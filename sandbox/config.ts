import { resolve } from 'node:path'
import { MERCHANT_ENDPOINTS } from '#contract/geopay.ts'
import { APP_NET } from '#contract/header.ts'
import { FatalError } from '#sandbox/fatalError.ts'

export type SandboxConfig = ReturnType<typeof readConfig>

/**
 * Reads the settings; no other file of the sandbox reads the environment.
 * @throws FatalError that names the setting
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env) {
  const port = integer(env, 'SANDBOX_PORT', 3100, 65_535)
  const home = address('MERCHANT_URL', env.MERCHANT_URL || 'http://localhost:3000')
  const webhooks = (env.MERCHANT_WEBHOOKS ?? '').split(',').flatMap((part) => part.trim() || [])
  return {
    host: env.SANDBOX_HOST || '127.0.0.1',
    port,
    /** Folder of `keys/` and `payments.jsonl`. */
    dir: resolve(env.SANDBOX_DIR || '.data/sandbox'),
    /** Origin of the hosted page. */
    publicUrl: address('SANDBOX_PUBLIC_URL', env.SANDBOX_PUBLIC_URL || `http://localhost:${port}`),
    /** The only registered merchant. */
    merchant: {
      netId: env.GEOPAY_NET_ID || APP_NET.netId,
      merchantId: env.GEOPAY_MERCHANT_ID || '900001',
      homeUrl: `${home}/`,
      /** Addresses of the return, by registered callback code. */
      callbacks: { 'surtidor-app': home + MERCHANT_ENDPOINTS.return } as Record<string, string>,
      /** Webhook addresses, used in turn. */
      webhooks: (webhooks.length > 0
        ? webhooks.map((url) => address('MERCHANT_WEBHOOKS', url))
        : [home + MERCHANT_ENDPOINTS.webhook]) as readonly string[],
    },
    /** Signs and verifies with SHA1withRSA and no key id, as the oldest integrations do. */
    legacySign: flag(env, 'GEOPAY_LEGACY_SIGN'),
    /** Delays of the card behaviours, in milliseconds. */
    delays: {
      /** Until a slow card is approved. */
      slow: integer(env, 'SANDBOX_SLOW_MS', 8000),
      /** Until a payment of an issuer that is down leaves INPROCESS. */
      issuerDown: integer(env, 'SANDBOX_ISSUER_DOWN_MS', 20_000),
      /** From the approval to the gateway's own void. */
      void: integer(env, 'SANDBOX_VOID_MS', 5000),
      /** From an event to its webhook, so that a plain return arrives first. */
      webhook: integer(env, 'SANDBOX_WEBHOOK_MS', 500),
    },
  }
}

function integer(env: NodeJS.ProcessEnv, name: string, fallback: number, max = 3_600_000): number {
  const text = env[name]
  if (!text) return fallback
  const value = Number(text)
  if (!/^\d+$/.test(text) || value > max)
    throw new FatalError(`${name} tiene que ser un número entero de 0 a ${max}, y dice "${text}".`)
  return value
}

function flag(env: NodeJS.ProcessEnv, name: string): boolean {
  const text = env[name] || '0'
  if (text !== '0' && text !== '1') throw new FatalError(`${name} es 0 o 1, y dice "${text}".`)
  return text === '1'
}

/** An http or https address without trailing slashes. */
function address(name: string, text: string): string {
  if (!/^https?:$/.test(URL.parse(text)?.protocol ?? ''))
    throw new FatalError(`${name} tiene que ser una dirección http o https, y dice "${text}".`)
  return text.replace(/\/+$/, '')
}
