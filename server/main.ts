import { type Embedded, startEmbedded } from '#db/embeddedPostgres.ts'
import { prepareDatabase } from '#db/prepareDatabase.ts'
import { type Config, readConfig } from '#server/config.ts'
import { createLogger } from '#server/log.ts'
import { type RunningServer, startServer } from '#server/startServer.ts'

/** The program: reads the settings, migrates the database, serves until a signal stops it. */
async function main(): Promise<void> {
  const config = readConfig()
  const log = createLogger(config.logLevel)
  const embedded = config.databaseUrl ? null : await startEmbedded(config.dataDir)
  let server: RunningServer
  try {
    server = await startServer(await prepared(config, embedded), log)
  } catch (error) {
    await embedded?.stop()
    throw error
  }
  process.send?.('ready')

  let stopping = false
  const stop = async (reason: string) => {
    if (stopping) return
    stopping = true
    log.info({ event: 'server.stopping', reason }, 'The server is stopping.')
    await server.close()
    await embedded?.stop()
    process.exit(0)
  }
  process.on('SIGINT', () => void stop('SIGINT'))
  process.on('SIGTERM', () => void stop('SIGTERM'))
  // The parent process ended: without its supervisor the server would keep the port.
  process.on('disconnect', () => void stop('parent gone'))
}

async function prepared(
  config: Config,
  embedded: Embedded | null,
): Promise<Config & { databaseUrl: string }> {
  const databaseUrl = config.databaseUrl ?? embedded?.appUrl ?? ''
  const ownerUrl = embedded?.url ?? config.ownerUrl
  await prepareDatabase({ databaseUrl, ownerUrl, production: config.production })
  return { ...config, databaseUrl }
}

main().catch((error: NodeJS.ErrnoException) => {
  const taken =
    error.code === 'EADDRINUSE'
      ? `El puerto ${(error as { port?: number }).port} ya está en uso: elegí otro con PORT o METRICS_PORT.`
      : null
  const full = error.code === 'ENOSPC' ? 'No queda lugar en el disco.' : null
  process.stderr.write(`surtidor: ${taken ?? full ?? error.message}\n`)
  process.exit(1)
})
