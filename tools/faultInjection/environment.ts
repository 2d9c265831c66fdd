import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { MERCHANT_ENDPOINTS } from '#contract/geopay.ts'
import { asAppRole } from '#db/embeddedPostgres.ts'
import { migrateDb } from '#db/migrate.ts'
import { freePorts } from '#testing/freePort.ts'
import { type FaultyProxy, startFaultyProxy } from '#tools/faultInjection/faultyProxy.ts'
import type { Mutation } from '#tools/faultInjection/mutations.ts'
import { type Population, populate, SECRET } from '#tools/faultInjection/population.ts'
import type { FaultTarget } from '#tools/faultInjection/workload.ts'
import type { KillableProcess } from '#tools/stack/killableProcess.ts'
import { type Cluster, startProgram } from '#tools/stack/processes.ts'
import type { Watchdog } from '#tools/stack/runGuarded.ts'

/** The system under test: a database, the gateway's sandbox, a faulty proxy to it, and two servers. */
export interface Environment {
  servers: readonly [string, string]
  sandbox: string
  /** Folder of the gateway's keys. */
  keysDir: string
  databaseUrl: string
  population: Population
  proxy: FaultyProxy
  kill(target: FaultTarget): void
  /** Resolves when every process serves. */
  allServing(): Promise<void>
  close(): Promise<void>
}

/** How long our servers wait for the gateway. */
const GATEWAY_TIMEOUT_MS = 3_000
/** Delays of the sandbox's test cards, shorter than by default because a run has many attempts. */
const SANDBOX_DELAYS = {
  SANDBOX_SLOW_MS: '1200',
  SANDBOX_ISSUER_DOWN_MS: '3000',
  SANDBOX_VOID_MS: '1500',
  SANDBOX_WEBHOOK_MS: '120',
}

export interface EnvironmentOptions {
  /** Name of the run: of its database and of its folder inside `folder`. */
  name: string
  folder: string
  seed: number
  cluster: Cluster
  /** Number of debts to create. */
  debts: number
  mutation: Mutation | null
  watchdog: Watchdog
  onCrash: (program: string, exit: string, lastOutput: string) => void
}

/** Creates and fills the database, and starts every process. */
export async function createEnvironment(options: EnvironmentOptions): Promise<Environment> {
  const { mutation, seed, cluster } = options
  const folder = join(options.folder, options.name)
  await mkdir(folder, { recursive: true })
  const databaseUrl = await createDatabase(options)
  await migrateDb(databaseUrl)
  options.watchdog.progress('la base migrada')
  const population = await populate(databaseUrl, seed, options.debts)
  if (mutation?.schemaChange) await runSql(databaseUrl, mutation.schemaChange)

  const [sandboxPort, ...ports] = await freePorts(3)
  const servers = ports.map((port) => `http://127.0.0.1:${port}`) as [string, string]
  const sandbox = `http://127.0.0.1:${sandboxPort}`
  const sandboxDir = join(folder, 'sandbox')
  const proxy = await startFaultyProxy(seed, sandbox, GATEWAY_TIMEOUT_MS)
  // The programs do not inherit settings, so that a run is the same on every machine.
  const { PATH, HOME, TMPDIR } = process.env
  const start = (name: string, file: string, env: NodeJS.ProcessEnv) =>
    startProgram({
      name,
      file,
      env: { PATH, HOME, TMPDIR, ...env },
      folder,
      onCrash: (exit, lastOutput) => options.onCrash(name, exit, lastOutput),
      onGivenUp: options.watchdog.abort,
    })

  const programs: Record<Exclude<FaultTarget, 'postgres'>, KillableProcess> = {
    sandbox: await start('sandbox', 'sandbox/main.ts', {
      SANDBOX_PORT: String(sandboxPort),
      SANDBOX_DIR: sandboxDir,
      SANDBOX_PUBLIC_URL: sandbox,
      MERCHANT_URL: servers[0],
      MERCHANT_WEBHOOKS: servers.map((url) => url + MERCHANT_ENDPOINTS.webhook).join(),
      ...SANDBOX_DELAYS,
    }),
    ...(await startServers()),
  }
  async function startServers() {
    const [first, second] = await Promise.all(
      ports.map((port, index) =>
        start(`server ${index}`, mutation?.program ?? 'server/main.ts', {
          PORT: String(port),
          METRICS_PORT: '0',
          PUBLIC_URL: servers[0],
          DATA_DIR: join(folder, 'data'),
          DATABASE_URL: asAppRole(databaseUrl),
          SECRET,
          GEOPAY_URL: proxy.url,
          GEOPAY_PAGES_URL: sandbox,
          GEOPAY_KEYS: join(sandboxDir, 'keys'),
          GEOPAY_TIMEOUT: String(GATEWAY_TIMEOUT_MS),
          CALLS_PER_MINUTE: '0',
          LOG_LEVEL: 'warn',
          ...mutation?.env,
        }),
      ),
    )
    if (!first || !second) throw new Error('two servers are needed')
    return { 'server 0': first, 'server 1': second }
  }

  return {
    servers,
    sandbox,
    keysDir: join(sandboxDir, 'keys'),
    databaseUrl,
    population,
    proxy,
    kill: (target) => (target === 'postgres' ? cluster : programs[target]).kill(),
    async allServing() {
      await cluster.serving()
      for (const program of Object.values(programs)) await program.serving()
    },
    async close() {
      await Promise.all([programs['server 0'].stop(), programs['server 1'].stop()])
      await programs.sandbox.stop()
      await proxy.close()
    },
  }
}

async function createDatabase({ name, cluster }: EnvironmentOptions): Promise<string> {
  const database = `faults_${name.replaceAll(/\W/g, '_')}`
  await runSql(cluster.urlOf('postgres'), `create database ${database}`)
  return cluster.urlOf(database)
}

async function runSql(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
