import { join } from 'node:path'
import type { Config } from '#server/config.ts'

/**
 * The environment of the programs: the given one, and outside production the addresses at which they
 * reach each other.
 */
export function programEnvironment(given: NodeJS.ProcessEnv, config: Config): NodeJS.ProcessEnv {
  const port = given.SANDBOX_PORT || '3100'
  const all = { ...given, DATA_DIR: config.dataDir, LOG_LEVEL: given.LOG_LEVEL || 'warn' }
  if (config.production) return all
  return {
    ...all,
    SANDBOX_PORT: port,
    SANDBOX_DIR: join(config.dataDir, 'sandbox'),
    MERCHANT_URL: given.MERCHANT_URL || config.publicUrl,
    GEOPAY_URL: given.GEOPAY_URL || `http://127.0.0.1:${port}`,
    GEOPAY_PAGES_URL: given.GEOPAY_PAGES_URL || `http://localhost:${port}`,
    GEOPAY_KEYS: given.GEOPAY_KEYS || join(config.dataDir, 'sandbox', 'keys'),
  }
}
