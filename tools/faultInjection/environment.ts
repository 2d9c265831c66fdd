import { mkdir } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { Client } from 'pg'
import { MERCHANT_ENDPOINTS } from '#contract/geopay.ts'
import { migrateDb } from '#db/migrate.ts'
import { type FaultyProxy, startFaultyProxy } from '#tools/faultInjection/faultyProxy.ts'
import { type Population, populate } from '#tools/faultInjection/population.ts'
import type { Victim } from '#tools/faultInjection/workload.ts'
import { type Cluster, type Killable, startProgram } from '#tools/faultInjection/processes.ts'
import type { Mutation } from '#tools/faultInjection/mutations.ts'

/** One database, one gateway, the line to it, and two servers: all real, all killable. */
export interface Environment {
  servers: readonly [string, string]
  sandbox: string
  keysDir: string
  databaseUrl: string
  population: Population
  line: FaultyProxy
  kill(victim: Victim): void
  /** Resolves when everything serves. */
  up(): Promise<void>
  close(): Promise<void>
}

/** How long our servers wait for the gateway here, in milliseconds. */
const GATEWAY_TIMEOUT = 3_000
/** The levers of the gateway, short: a campaign has many attempts. In milliseconds. */
const DELAYS = {
  SANDBOX_SLOW_MS: '1200',
  SANDBOX_ISSUER_DOWN_MS: '3000',
  SANDBOX_VOID_MS: '1500',
  SANDBOX_WEBHOOK_MS: '120',
}

/** What a world is made of. */
export interface EnvironmentOptions {
  name: string
  folder: string
  seed: number
  cluster: Cluster
  /** How many debts there are to pay. */
  debts: number
  sabotage: Mutation | null
  fell: (program: string, how: string, lastWords: string) => void
}

/** Makes a database, fills it, and starts everything on it. */
export async function createEnvironment(making: EnvironmentOptions): Promise<Environment> {
  const { sabotage, seed } = making
  const folder = join(making.folder, making.name)
  await mkdir(folder, { recursive: true })
  const databaseUrl = await newDatabase(making)
  await migrateDb(databaseUrl)
  const population = await populate(databaseUrl, seed, making.debts)
  if (sabotage?.weakens) await run(databaseUrl, sabotage.weakens)

  const [sandboxPort, ...ports] = await freePorts(3)
  const servers = ports.map((port) => `http://127.0.0.1:${port}`) as [string, string]
  const sandbox = `http://127.0.0.1:${sandboxPort}`
  const dir = join(folder, 'sandbox')
  const line = await startFaultyProxy(seed, sandbox, GATEWAY_TIMEOUT)
  // Nothing of the settings of whoever started us: a campaign is the same everywhere.
  const { PATH, HOME, TMPDIR } = process.env
  const env = { PATH, HOME, TMPDIR }
  const start = (name: string, file: string, own: NodeJS.ProcessEnv) =>
    startProgram({
      name,
      file,
      env: { ...env, ...own },
      folder,
      fell: (how, lastWords) => making.fell(name, how, lastWords),
    })

  const programs: Record<Exclude<Victim, 'postgres'>, Killable> = {
    sandbox: await start('sandbox', 'sandbox/main.ts', {
      SANDBOX_PORT: String(sandboxPort),
      SANDBOX_DIR: dir,
      SANDBOX_PUBLIC_URL: sandbox,
      MERCHANT_URL: servers[0],
      MERCHANT_WEBHOOKS: servers.map((url) => url + MERCHANT_ENDPOINTS.webhook).join(),
      ...DELAYS,
    }),
    ...(await startServers()),
  }
  async function startServers() {
    const [one, two] = await Promise.all(
      ports.map((port, place) =>
        start(`server ${place}`, sabotage?.program ?? 'server/main.ts', {
          PORT: String(port),
          METRICS_PORT: '0',
          PUBLIC_URL: servers[0],
          DATA_DIR: join(folder, 'data'),
          DATABASE_URL: databaseUrl,
          GEOPAY_URL: line.url,
          GEOPAY_PAGES_URL: sandbox,
          GEOPAY_KEYS: join(dir, 'keys'),
          GEOPAY_TIMEOUT: String(GATEWAY_TIMEOUT),
          CALLS_PER_MINUTE: '0',
          LOG_LEVEL: 'warn',
          ...sabotage?.env,
        }),
      ),
    )
    if (!one || !two) throw new Error('two servers were to start')
    return { 'server 0': one, 'server 1': two }
  }

  return {
    servers,
    sandbox,
    keysDir: join(dir, 'keys'),
    databaseUrl,
    population,
    line,
    kill: (victim) => (victim === 'postgres' ? making.cluster : programs[victim]).kill(),
    async up() {
      await making.cluster.up()
      for (const program of Object.values(programs)) await program.up()
    },
    async close() {
      await Promise.all([programs['server 0'].stop(), programs['server 1'].stop()])
      await programs.sandbox.stop()
      await line.close()
    },
  }
}

async function newDatabase({ name, cluster }: EnvironmentOptions): Promise<string> {
  const database = `campaign_${name.replaceAll(/\W/g, '_')}`
  await run(cluster.urlOf('postgres'), `create database ${database}`)
  return cluster.urlOf(database)
}

async function run(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Ports that nobody holds now: a program that is started again must find its own. */
async function freePorts(count: number): Promise<number[]> {
  const held = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer()
      await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
      return server
    }),
  )
  const ports = held.map((server) => (server.address() as AddressInfo).port)
  await Promise.all(held.map((server) => new Promise((done) => server.close(done))))
  return ports
}
