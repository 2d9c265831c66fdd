import { openSync, readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { MERCHANT_ENDPOINTS } from '#contract/geopay.ts'
import { migrateDb } from '#db/migrate.ts'
import { asAppRole } from '#db/postgres/embeddedPostgres.ts'
import { queryRows } from '#testing/harness/databaseChecks.ts'
import { freePorts } from '#testing/harness/freePort.ts'
import { startKillable } from '#testing/harness/killableProcess.ts'
import { type PopulationSize, populate, SECRET } from '#testing/harness/population.ts'
import type { RunContext } from '#testing/harness/runWithPostgres.ts'
import { startProcess } from '#tools/startProcess.ts'

const STOP_TIMEOUT_MS = 15_000

export type ProcessName = 'server 0' | 'server 1' | 'sandbox' | 'postgres'

export interface StackOptions {
  /** Name of its database, and of its folder inside the run's. */
  name: string
  population: PopulationSize
  serverEnv: NodeJS.ProcessEnv
  sandboxEnv?: NodeJS.ProcessEnv
  onCrash: (program: string, exit: string, lastOutput: string) => void
}

/** Where the programs of a stack meet: the addresses that a browser calls, and a folder. */
interface StackAddresses {
  servers: readonly [string, string]
  sandbox: string
  folder: string
}
export const keysOf = (folder: string) => join(folder, 'sandbox', 'keys')

/** The settings that all servers of a stack share. */
export const serverSettings = ({ servers, sandbox, folder }: StackAddresses) => ({
  METRICS_PORT: '0',
  PUBLIC_URL: servers[0],
  DATA_DIR: join(folder, 'data'),
  SECRET,
  GEOPAY_URL: sandbox,
  GEOPAY_PAGES_URL: sandbox,
  GEOPAY_KEYS: keysOf(folder),
  CALLS_PER_MINUTE: '0',
  LOG_LEVEL: 'warn',
})

/** The settings of a stack's gateway, whose webhooks go to both servers in turn. */
export const sandboxSettings = ({ servers, sandbox, folder }: StackAddresses) => ({
  SANDBOX_DIR: join(folder, 'sandbox'),
  SANDBOX_PUBLIC_URL: sandbox,
  MERCHANT_URL: servers[0],
  MERCHANT_WEBHOOKS: servers.map((url) => url + MERCHANT_ENDPOINTS.webhook).join(),
})

/**
 * Starts programs of ours that may be killed. They do not inherit settings, so that a run is the same on
 * every machine.
 * @param folder of their logs
 */
export const programStarter =
  (folder: string, onCrash: StackOptions['onCrash']) =>
  (name: string, file: string, settings: NodeJS.ProcessEnv, within: readonly string[] = []) => {
    const { PATH, HOME, TMPDIR } = process.env
    const log = join(folder, `${name}.log`)
    const output = openSync(log, 'a')
    // Most of a start is the compilation.
    const NODE_COMPILE_CACHE = join(folder, '..', 'compiled')
    const env = { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE, ...settings }
    const streams = {
      within,
      stdout: output,
      stderr: output,
      ipc: true,
      detached: true,
      killAfterMs: STOP_TIMEOUT_MS,
    }
    return startKillable({
      name,
      launch: () => startProcess(file, { env, ...streams }),
      output: () => readFileSync(log, 'utf8'),
      onCrash: ({ child }, lastOutput) =>
        onCrash(name, child.signalCode ?? `código ${child.exitCode}`, lastOutput),
    })
  }

/** Two servers on one populated database, and the gateway's sandbox, each in a process that may be killed. */
export type KillableStack = Awaited<ReturnType<typeof startKillableStack>>

export async function startKillableStack(run: RunContext, options: StackOptions) {
  const { name, population, serverEnv, sandboxEnv } = options
  const { cluster } = run
  const folder = join(run.folder, name)
  await mkdir(folder, { recursive: true })
  const [first = 0, second = 0, sandboxPort = 0] = await freePorts(3)
  const addressOf = (port: number) => `http://127.0.0.1:${port}`
  const servers = [addressOf(first), addressOf(second)] as const
  const sandbox = addressOf(sandboxPort)
  const database = name.replaceAll(/\W/g, '_')
  /** As the owner. */
  const databaseUrl = cluster.urlOf(database)
  await queryRows(cluster.urlOf('postgres'), `create database ${database}`)
  await migrateDb(databaseUrl)
  const { payers, debts } = await populate(databaseUrl, population)
  run.progress('la base con sus datos')

  const start = programStarter(folder, options.onCrash)
  const appUrl = asAppRole(databaseUrl)
  const addresses = { servers, sandbox, folder }
  const startServer = (name: ProcessName, port: number) =>
    start(name, 'server/main.ts', {
      ...serverSettings(addresses),
      PORT: String(port),
      DATABASE_URL: appUrl,
      ...serverEnv,
    })
  const startGateway = () =>
    start('sandbox', 'sandbox/main.ts', {
      ...sandboxSettings(addresses),
      SANDBOX_PORT: String(sandboxPort),
      ...sandboxEnv,
    })
  const [server0, server1, gateway] = await Promise.all([
    startServer('server 0', first),
    startServer('server 1', second),
    startGateway(),
  ])
  run.progress('los programas sirven')
  return {
    servers,
    sandbox,
    keysDir: keysOf(folder),
    databaseUrl,
    payers,
    debts,
    processes: { 'server 0': server0, 'server 1': server1, sandbox: gateway, postgres: cluster },
    /** Resolves when every process serves. */
    async allServing() {
      for (const each of [cluster, server0, server1, gateway]) await each.serving()
    },
    /** Ends all but the cluster. */
    async close() {
      await Promise.all([server0.stop(), server1.stop()])
      await gateway.stop()
    },
  }
}
