import { join } from 'node:path'
import { migrateDb } from '#db/migrate.ts'
import type { KillableProcess } from '#testing/harness/killableProcess.ts'
import { type Population, populate } from '#testing/harness/population.ts'
import type { Cluster } from '#testing/harness/processes.ts'
import type { Watchdog } from '#testing/harness/runGuarded.ts'
import {
  chooseAddresses,
  createDatabase,
  programStarter,
  runSql,
  startSandbox,
  startServers,
} from '#testing/harness/systemUnderTest.ts'
import { type FaultyProxy, startFaultyProxy } from '#tools/faultInjection/faultyProxy.ts'
import type { Mutation } from '#tools/faultInjection/mutations.ts'
import type { FaultTarget } from '#tools/faultInjection/workload.ts'

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
  const { name, mutation, seed, cluster, watchdog } = options
  const addresses = await chooseAddresses(join(options.folder, name))
  const { servers, sandbox, keysDir, folder } = addresses
  const databaseUrl = await createDatabase(cluster, `faults_${name.replaceAll(/\W/g, '_')}`)
  await migrateDb(databaseUrl)
  watchdog.progress('la base migrada')
  const population = await populate(databaseUrl, { seed, debtCount: options.debts })
  if (mutation?.schemaChange) await runSql(databaseUrl, mutation.schemaChange)

  const proxy = await startFaultyProxy(seed, sandbox, GATEWAY_TIMEOUT_MS)
  const start = programStarter(folder, options.onCrash, watchdog.abort)
  const programs: Record<Exclude<FaultTarget, 'postgres'>, KillableProcess> = {
    sandbox: await startSandbox(addresses, start, SANDBOX_DELAYS),
    ...(await startServers(addresses, databaseUrl, start, {
      ...(mutation?.program ? { program: mutation.program } : {}),
      env: {
        GEOPAY_URL: proxy.url,
        GEOPAY_TIMEOUT: String(GATEWAY_TIMEOUT_MS),
        ...mutation?.env,
      },
    })),
  }

  return {
    servers,
    sandbox,
    keysDir,
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
