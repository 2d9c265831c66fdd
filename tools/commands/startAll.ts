import { setTimeout as sleep } from 'node:timers/promises'
import { cliErrorMessage, cliErrorText } from '#db/cliErrorMessage.ts'
import { withClient } from '#db/core/withClient.ts'
import { DEMO_SECOND_FACTOR } from '#db/demo/demoPeople.ts'
import { type Embedded, embeddedUrl } from '#db/postgres/embeddedPostgres.ts'
import { prepareDatabase } from '#db/prepareDatabase.ts'
import { seedDemo } from '#db/seed.ts'
import type { SandboxConfig } from '#sandbox/config.ts'
import type { Config } from '#server/config.ts'
import { hasDevMailbox } from '#server/mail/devMailbox.ts'
import { assertPortsFree } from '#tools/commands/checkPorts.ts'
import { lockFolder } from '#tools/commands/lockFolder.ts'
import { readStartSettings } from '#tools/commands/startSettings.ts'
import { ExitedBeforeReady, startProcess } from '#tools/startProcess.ts'
import { stopOnSignal } from '#tools/stopOnSignal.ts'
import { launchPostgres, postgresAnswers, supervise } from '#tools/supervise.ts'

/**
 * Milliseconds that each program gets to stop, before it is killed. With the database's 4 s all have
 * ended within 15 s.
 */
const STOP_TIMEOUTS_MS = { 'server/main.ts': 9_000, 'sandbox/main.ts': 1_000 }

/** Milliseconds for a program to serve; the database is migrated before. */
const START_TIMEOUT_MS = 60_000

/**
 * `npm start`: the database with its demo data, the gateway's sandbox and the server; in production
 * the database and the server only. Each is restarted when it ends or gives no answer. On a signal,
 * or when the parent process ends, they stop in reverse order: server, sandbox, database.
 */
async function startAll(): Promise<void> {
  let embedded: Embedded | null = null
  const started = await stopOnSignal()
  const { config, sandbox, environment } = readStartSettings(process.env)
  started.add({ stop: await lockFolder(config.dataDir) })
  await assertPortsFree([
    { setting: 'PORT', port: config.port, host: config.host },
    ...(sandbox ? [{ setting: 'SANDBOX_PORT', port: sandbox.port, host: sandbox.host }] : []),
    { setting: 'METRICS_PORT', port: config.metricsPort },
  ])
  const run = async (
    file: keyof typeof STOP_TIMEOUTS_MS,
    { host, port }: { host: string; port: number },
    env: NodeJS.ProcessEnv,
  ) => {
    // detached: this process stops its programs in order, whatever signal the terminal sends.
    const more = { ipc: true, detached: true, killAfterMs: STOP_TIMEOUTS_MS[file] }
    const launch = () => startProcess(file, { env, stdout: 'inherit', stderr: 'inherit', ...more })
    const program = supervise(launch, {
      name: file,
      startTimeoutMs: START_TIMEOUT_MS,
      health: { ask: (timeoutMs) => serverAnswers(host, port, timeoutMs) },
      onFailure: (error) => printError(error),
      onEnd: ({ child }) => printRestart(`${file} terminó (${child.signalCode ?? child.exitCode})`),
    })
    started.add(program)
    await program.serving()
  }
  const startPostgres = async () => {
    const postgres = supervise(() => launchPostgres(config.dataDir), {
      name: 'PostgreSQL',
      // Its start has a deadline of its own.
      health: { ask: (timeoutMs) => postgresAnswers(embeddedUrl(config.dataDir), timeoutMs) },
      onEnd: ({ ready }) => {
        printRestart('PostgreSQL terminó')
        void ready.then((ended) => (embedded = ended))
      },
      onFailure: (error) => printError(error, embedded?.logTail()),
    })
    await postgres.serving()
    started.add(postgres)
    return await postgres.current().ready
  }

  try {
    if (!config.databaseUrl) embedded = await startPostgres()
    const url = config.databaseUrl ?? embedded?.appUrl ?? ''
    const ownerUrl = embedded?.url ?? config.ownerUrl
    if (config.databaseUrl) await assertReachable(config.databaseUrl)
    await prepareDatabase({ databaseUrl: url, ownerUrl, production: config.production })
    if (config.demoData)
      await seedDemo(ownerUrl ?? url, {
        now: new Date(),
        secret: config.secret,
        seed: 1,
        atWork: true,
      })
    const env = { ...environment, DATABASE_URL: url, DATABASE_OWNER_URL: '' }
    if (sandbox) await run('sandbox/main.ts', sandbox, env)
    await run('server/main.ts', config, env)
    process.stdout.write(welcome(config, sandbox) + (config.demoData ? DEMO_PEOPLE : ''))
    process.send?.('ready')
  } catch (error) {
    if (started.isStopping()) return
    // A failing PostgreSQL closes its connections before it has written the reason to its log.
    if (embedded) await Promise.race([embedded.ended, sleep(500)])
    printError(error, embedded?.logTail())
    await started.stop(1)
  }
}

/** @throws when a program gives no answer in time on the port where it listens */
async function serverAnswers(host: string, port: number, timeoutMs: number): Promise<void> {
  // An address that listens everywhere is not one to call on every system.
  const called = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host
  const address = `http://${called.includes(':') ? `[${called}]` : called}:${port}/healthz`
  const answer = await fetch(address, { signal: AbortSignal.timeout(timeoutMs) })
  await answer.arrayBuffer()
}

/** @throws with the setting's name when the database refuses a connection */
async function assertReachable(url: string): Promise<void> {
  await withClient(url, async () => {}).catch((error: unknown) => {
    throw new Error(`no se pudo conectar con la base de DATABASE_URL: ${cliErrorMessage(error)}`)
  })
}

function printError(error: unknown, databaseLog?: string): void {
  // A program that ended by itself has printed its reason on the shared stderr.
  if (error instanceof ExitedBeforeReady && error.signal === null) return
  process.stderr.write(cliErrorText(error, databaseLog))
}

const printRestart = (end: string) => process.stderr.write(`surtidor: ${end}; se reinicia.\n`)

const welcome = (config: Config, sandbox: SandboxConfig | null) => `
  Surtidor está en marcha

  App        ${config.publicUrl}/
  Consola    ${config.publicUrl}/consola/
  Llamadas   ${config.publicUrl}/docs/
  Pasarela   ${sandbox ? `${sandbox.publicUrl}/  (de pruebas)` : config.gateway.url}
${hasDevMailbox(config) ? `  Correo     http://localhost:${config.port}/mailbox  (de pruebas)\n` : ''}  Métricas   http://127.0.0.1:${config.metricsPort}/metrics
`
const DEMO_PEOPLE = `
  Cuentas de demostración, contraseña demo-surtidor
  ana@demo.surtidor.uy     conductora: dos afiliaciones, puntos y deudas para pagar
  beto@demo.surtidor.uy    registrado, sin confirmar
  carla@demo.surtidor.uy   Uber
  diego@demo.surtidor.uy   Petrobras
  elena@demo.surtidor.uy   Administrador
  fede@demo.surtidor.uy    conductor recién llegado, todo vacío
  guido@demo.surtidor.uy   Administrador: confirma lo que propone Elena

  Carla, Diego, Elena y Guido trabajan en la consola, y además ingresan con un segundo factor.
  Clave para la app de códigos: ${DEMO_SECOND_FACTOR}

`

startAll().catch((error: unknown) => {
  printError(error)
  process.exit(1)
})
