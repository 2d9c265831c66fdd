import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { type Embedded, startEmbedded } from '#db/embeddedPostgres.ts'
import { migrateDb } from '#db/migrate.ts'
import { cliErrorMessage } from '#db/cliErrorMessage.ts'
import { seedDemo } from '#db/seed.ts'
import { wantsDemoData } from '#db/config.ts'
import { DEMO_SECOND_FACTOR } from '#db/demo/demoPeople.ts'
import { readConfig as readSandbox } from '#sandbox/config.ts'
import { type Config, readConfig } from '#server/config.ts'
import { hasDevMailbox } from '#server/mail/devMailbox.ts'
import { assertPortsFree } from '#tools/commands/checkPorts.ts'
import { type SupervisedProcess, supervise, NotStarted } from '#tools/commands/supervisor.ts'

/**
 * `npm start`: the database, the demo town, the sandbox of the gateway and the server, each
 * started again by itself when it falls, all ended together in the order that loses nothing.
 */
async function up(): Promise<void> {
  const config = readConfig()
  const settled = settle(process.env, config)
  const sandbox = readSandbox(settled)
  const database = wantsDemoData()
  const release = await claim(config.dataDir)
  await assertPortsFree([
    { setting: 'PORT', port: config.port, host: config.host },
    { setting: 'SANDBOX_PORT', port: sandbox.port, host: sandbox.host },
    { setting: 'METRICS_PORT', port: config.metricsPort },
  ])

  let embedded: Embedded | null = null
  let stopping = false
  const kept: SupervisedProcess[] = []
  const stop = async (code: number) => {
    if (stopping) return
    stopping = true
    for (const one of kept.toReversed()) await one.stop()
    await embedded?.stop()
    await release()
    process.exit(code)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const)
    process.on(signal, () => void stop(0))

  try {
    if (!config.databaseUrl) embedded = await startEmbedded(config.dataDir)
    const url = config.databaseUrl ?? embedded?.url ?? ''
    if (config.databaseUrl) await reachable(config.databaseUrl)
    await migrateDb(url)
    if (database) await seedDemo(url, { now: new Date(), seed: 1 })
    if (embedded) embedded = keepPostgres(embedded, config.dataDir, () => stopping)
    const env = { ...settled, DATABASE_URL: url }
    for (const program of ['sandbox/main.ts', 'server/main.ts'])
      kept.push(await supervise(resolve(import.meta.dirname, '../..', program), env))
    process.stdout.write(welcome(config, sandbox.publicUrl) + (database ? PEOPLE : ''))
    process.send?.('ready')
  } catch (error) {
    if (stopping) return
    // A cluster that gave up says why at its own pace, behind the client that it hung up on.
    if (embedded) await Promise.race([embedded.ended, sleep(500)])
    if (!(error instanceof NotStarted)) complain(error, embedded?.logTail())
    await stop(1)
  }
}

/** The embedded PostgreSQL, started again when it falls; the servers' pools find it on the same socket. */
function keepPostgres(first: Embedded, folder: string, stopping: () => boolean): Embedded {
  let current = first
  const watch = async (one: Embedded): Promise<void> => {
    await one.ended
    while (!stopping()) {
      process.stderr.write('surtidor: PostgreSQL se cayó; lo levanto de nuevo.\n')
      try {
        current = await startEmbedded(folder)
        return await watch(current)
      } catch (error) {
        complain(error, current.logTail())
        await sleep(2_000)
      }
    }
  }
  void watch(first)
  return { ...first, logTail: () => current.logTail(), stop: () => current.stop() }
}

/** Two of us on one folder would stop each other's database: the second says so and leaves. */
async function claim(folder: string): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true })
  const file = join(folder, 'running.pid')
  const pid = existsSync(file) ? Number(await readFile(file, 'utf8')) : 0
  if (pid && pid !== process.pid && (await isUp(pid)))
    throw new Error(
      `ya hay un Surtidor andando sobre ${folder} (proceso ${pid}); usá otra DATA_DIR.`,
    )
  await writeFile(file, String(process.pid))
  return () => rm(file, { force: true })
}
/** A number in an old file may be anybody's by now: it counts only if it is this program. */
async function isUp(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0)
    return (
      process.platform !== 'linux' ||
      (await readFile(`/proc/${pid}/cmdline`, 'utf8')).includes('tools/commands/startAll.ts')
    )
  } catch {
    return false
  }
}

/** What the programs are told: what is given, and where they find each other. */
function settle(given: NodeJS.ProcessEnv, config: Config): NodeJS.ProcessEnv {
  const port = given.SANDBOX_PORT || '3100'
  return {
    ...given,
    DATA_DIR: config.dataDir,
    SANDBOX_PORT: port,
    SANDBOX_DIR: join(config.dataDir, 'sandbox'),
    MERCHANT_URL: given.MERCHANT_URL || config.publicUrl,
    GEOPAY_URL: given.GEOPAY_URL || `http://127.0.0.1:${port}`,
    GEOPAY_PAGES_URL: given.GEOPAY_PAGES_URL || `http://localhost:${port}`,
    GEOPAY_KEYS: given.GEOPAY_KEYS || join(config.dataDir, 'sandbox', 'keys'),
    LOG_LEVEL: given.LOG_LEVEL || 'warn',
  }
}

/** @throws with the setting's name when nobody answers there, or not to us */
async function reachable(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect().catch((error: unknown) => {
    throw new Error(`no pude entrar a la base de DATABASE_URL: ${cliErrorMessage(error)}`)
  })
  await client.end()
}

const complain = (error: unknown, said?: string) =>
  process.stderr.write(`surtidor: ${cliErrorMessage(error, said)}\n`)

const welcome = (config: Config, sandbox: string) => `
  Surtidor está andando

  App        ${config.publicUrl}/
  Consola    ${config.publicUrl}/consola/
  Llamadas   ${config.publicUrl}/api/
  Pasarela   ${sandbox}/  (de pruebas)
${hasDevMailbox(config) ? `  Correo     http://localhost:${config.port}/mailbox  (de pruebas)\n` : ''}  Métricas   http://127.0.0.1:${config.metricsPort}/metrics
`
const PEOPLE = `
  Gente de la demo, contraseña demo-surtidor
  ana@demo.surtidor.uy     conductora: dos afiliaciones, puntos y deudas para pagar
  beto@demo.surtidor.uy    registrado, sin confirmar
  carla@demo.surtidor.uy   Uber
  diego@demo.surtidor.uy   Petrobras
  elena@demo.surtidor.uy   Administrador
  fede@demo.surtidor.uy    conductor recién llegado, todo vacío

  Carla, Diego y Elena trabajan en la consola, y además ingresan con un segundo factor.
  Clave para la app de códigos: ${DEMO_SECOND_FACTOR}

`

up().catch((error: unknown) => {
  complain(error)
  process.exit(1)
})
