import { join } from 'node:path'
import { reasonsOf } from '#db/cliErrorMessage.ts'
import { StartRefused } from '#db/core/startRefusedError.ts'
import { readConfig as readSandbox } from '#sandbox/config.ts'
import { type Config, readConfig } from '#server/config.ts'

/**
 * The settings of the programs of `npm start`, and the environment of both; no sandbox in production.
 * @throws StartRefused with the reasons of both programs
 */
export function readStartSettings(env: NodeJS.ProcessEnv) {
  const reasons: string[] = []
  const attempt = <T>(read: () => T): T | undefined => {
    try {
      return read()
    } catch (error) {
      reasons.push(...reasonsOf(error))
      return undefined
    }
  }
  const config = attempt(() => readConfig(env))
  const environment = config ? programEnvironment(env, config) : env
  const sandbox = env.NODE_ENV === 'production' ? null : attempt(() => readSandbox(environment))
  if (!config || sandbox === undefined) throw new StartRefused(reasons)
  return { config, sandbox, environment }
}

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
