import { resolve } from 'node:path'
import { existingSecret } from '#db/storedSecret.ts'

/** The settings of programs that use only the database: seed, verify, role. */
export interface DbConfig {
  /** Undefined: the embedded PostgreSQL. */
  databaseUrl?: string
  /** Login of the owner, for what the servers' own may not do; undefined: `databaseUrl`. */
  ownerUrl?: string
  /** Folder of the embedded PostgreSQL, absolute. */
  dataDir: string
  /** The server's SECRET, or the one that a server stored in `dataDir`; undefined when there is none. */
  secret?: string
}

type Environment = Record<string, string | undefined>

/**
 * Reads the settings; an empty one counts as absent.
 * @throws with one line that names the setting
 */
export function readDbConfig(env: Environment = process.env): DbConfig {
  for (const name of ['DATABASE_URL', 'DATABASE_OWNER_URL'])
    if (env[name] && !/^postgres(ql)?:\/\//.test(env[name]))
      throw new Error(`Configuración: ${name} tiene que empezar con postgres://`)
  const dataDir = resolve(env.DATA_DIR || '.data')
  const secret = env.SECRET || existingSecret(dataDir)
  return {
    ...(env.DATABASE_URL ? { databaseUrl: env.DATABASE_URL } : {}),
    ...(env.DATABASE_OWNER_URL ? { ownerUrl: env.DATABASE_OWNER_URL } : {}),
    dataDir,
    ...(secret ? { secret } : {}),
  }
}

/**
 * Whether an empty database is filled with the demo data. The passwords and second factors of its
 * people are public, so in production only SEED=on fills it.
 * @throws with one line that names the setting
 */
export function wantsDemoData(env: Environment = process.env): boolean {
  if (env.SEED && env.SEED !== 'on' && env.SEED !== 'off')
    throw new Error('Configuración: SEED es on u off')
  return env.SEED ? env.SEED === 'on' : env.NODE_ENV !== 'production'
}
