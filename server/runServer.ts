import { cliErrorText } from '#db/cliErrorMessage.ts'
import { type Embedded, startEmbedded } from '#db/postgres/embeddedPostgres.ts'
import { prepareDatabase } from '#db/prepareDatabase.ts'
import { readConfig } from '#server/config.ts'
import { createLogger } from '#server/log.ts'
import { type RunningServer, startServer } from '#server/startServer.ts'

/**
 * Milliseconds for the calls in flight after a signal. A call that waits for the gateway may take a
 * minute; like a killed process, its outcome is polled later (P10).
 */
const SHUTDOWN_TIMEOUT_MS = 8_000

/** The program: reads the settings, migrates the database, serves until a signal stops it. */
async function run(): Promise<void> {
  const config = readConfig()
  const log = createLogger(config.logLevel)
  let embedded: Embedded | null = null
  let server: RunningServer | null = null
  let stopping = false
  const stop = async (reason: string) => {
    if (stopping) return
    stopping = true
    log.info({ event: 'server.stopping', reason }, 'The server is stopping.')
    setTimeout(() => process.exit(1), SHUTDOWN_TIMEOUT_MS).unref()
    await server?.close()
    await embedded?.stop()
    process.exit(0)
  }
  process.on('SIGINT', () => void stop('SIGINT'))
  process.on('SIGTERM', () => void stop('SIGTERM'))
  // The parent process ended: without its supervisor the server would keep the port.
  process.on('disconnect', () => void stop('parent gone'))

  try {
    if (!config.databaseUrl) embedded = await startEmbedded(config.dataDir)
    const databaseUrl = config.databaseUrl ?? embedded?.appUrl ?? ''
    const ownerUrl = embedded?.url ?? config.ownerUrl
    await prepareDatabase({ databaseUrl, ownerUrl, production: config.production })
    server = await startServer({ ...config, databaseUrl }, log)
  } catch (error) {
    await embedded?.stop()
    throw error
  }
  process.send?.('ready')
}

/** `run`; a failure is printed in the words of the operator, and ends the process. */
export async function runServer(): Promise<void> {
  await run().catch((error: NodeJS.ErrnoException) => {
    const taken =
      error.code === 'EADDRINUSE'
        ? new Error(
            `El puerto ${(error as { port?: number }).port} ya está en uso: elegí otro con PORT o METRICS_PORT.`,
          )
        : null
    process.stderr.write(cliErrorText(taken ?? error))
    process.exit(1)
  })
}
