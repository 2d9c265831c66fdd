import { resolve } from 'node:path'

/** What the programs that work on the database alone (seed, verify) read of the environment. */
export interface DbConfig {
  /** A PostgreSQL of one's own; without it the embedded one serves. */
  databaseUrl?: string
  /** Folder of the embedded PostgreSQL, absolute. */
  dataDir: string
}

type Environment = Record<string, string | undefined>

/**
 * The only place where they read it; an empty setting counts as absent.
 * @throws with one line that names the setting
 */
export function readDbConfig(env: Environment = process.env): DbConfig {
  if (env.DATABASE_URL && !/^postgres(ql)?:\/\//.test(env.DATABASE_URL))
    throw new Error('Configuración: DATABASE_URL tiene que empezar con postgres://')
  return {
    ...(env.DATABASE_URL ? { databaseUrl: env.DATABASE_URL } : {}),
    dataDir: resolve(env.DATA_DIR || '.data'),
  }
}

/**
 * Whether an empty database becomes the demo town. Its people's password and second factor are
 * public: where the service is in production they live only if they are asked for.
 * @throws with one line that names the setting
 */
export function wantsDemoData(env: Environment = process.env): boolean {
  if (env.SEED && env.SEED !== 'on' && env.SEED !== 'off')
    throw new Error('Configuración: SEED es on u off')
  return env.SEED ? env.SEED === 'on' : env.NODE_ENV !== 'production'
}
