import { resolve } from 'node:path'
import { StartRefused } from '#db/core/startRefusedError.ts'
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

/** @throws StartRefused in production: the passwords and second factors of the demo data are public */
export function assertDemoDataAllowed(env: Environment = process.env): void {
  if (env.NODE_ENV === 'production')
    throw new StartRefused([
      'Producción: los datos de demostración no se cargan acá, porque sus contraseñas son públicas',
    ])
}
