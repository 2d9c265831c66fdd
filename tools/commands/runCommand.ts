import { connectForCli } from '#db/cliConnection.ts'
import { cliErrorText } from '#db/cliErrorMessage.ts'
import { type DbConfig, readDbConfig } from '#db/config.ts'
import { connectDb, type DbConnection } from '#db/core/connection.ts'

/**
 * Runs a command and ends the process with its exit code, by default 0. An error is one line, and 1;
 * what a time limit left behind ends too.
 */
export function runCommand(main: () => Promise<number | void>): void {
  main().then(
    (code) => process.exit(code ?? 0),
    (error: unknown) => {
      process.stderr.write(cliErrorText(error))
      process.exit(1)
    },
  )
}

/**
 * Runs `work` with the database of the settings, which is started for it if it does not run.
 * @param work also takes the URL, for a connection of its own
 * @throws with one line when `writes` and SECRET is missing, which signs the audit
 */
export async function withDatabase<T>(
  { writes }: { writes: boolean },
  work: (opened: DbConnection, config: DbConfig, url: string) => Promise<T>,
): Promise<T> {
  const config = readDbConfig()
  if (writes && !config.secret)
    throw new Error(
      config.databaseUrl
        ? 'falta SECRET, el mismo que usan los servidores: firma la auditoría.'
        : `no hay datos en ${config.dataDir}: poné en DATA_DIR la carpeta de la instancia en marcha, o en DATABASE_URL su base y en SECRET su clave.`,
    )
  const database = await connectForCli(config)
  try {
    const opened = await connectDb(database.url, 2, config.secret, 0)
    try {
      return await work(opened, config, database.url)
    } finally {
      await opened.close()
    }
  } finally {
    await database.close()
  }
}
