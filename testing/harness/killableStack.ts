import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { MERCHANT_ENDPOINTS } from '#contract/geopay.ts'
import { migrateDb } from '#db/migrate.ts'
import { asAppRole } from '#db/postgres/embeddedPostgres.ts'
import { queryRows } from '#testing/harness/databaseChecks.ts'
import { freePorts } from '#testing/harness/freePort.ts'
import {
  type Cluster,
  type KillableProcess,
  startKillableProgram,
} from '#testing/harness/killableProcess.ts'
import { SECRET } from '#testing/harness/population.ts'

/** The processes of a stack. */
export const PROCESSES = ['server 0', 'server 1', 'sandbox', 'postgres'] as const
export type ProcessName = (typeof PROCESSES)[number]

/** Two servers on one database, and the gateway's sandbox, each in a process that may be killed. */
export interface KillableStack extends StackAddresses {
  processes: Record<ProcessName, KillableProcess>
  /** Resolves when every process serves. */
  allServing: () => Promise<void>
  /** Ends all but the cluster. */
  close: () => Promise<void>
}
export interface StackAddresses {
  servers: readonly [string, string]
  sandbox: string
  /** Folder of the gateway's keys. */
  keysDir: string
  /** As the owner. */
  databaseUrl: string
}

export interface StackOptions {
  /** Name of its database, and of its folder inside `folder`. */
  name: string
  folder: string
  cluster: Cluster
  /** Fills the migrated database. @returns further settings of the servers */
  prepare: (addresses: StackAddresses) => Promise<NodeJS.ProcessEnv>
  sandboxEnv?: NodeJS.ProcessEnv
  /** The servers' program, by default the product's. */
  program?: string | undefined
  onCrash: (program: string, exit: string, lastOutput: string) => void
  /** Called when a program does not start again in time. */
  onGivenUp: (reason: Error) => void
}

/** Creates the database and starts every process. */
export async function startKillableStack(options: StackOptions): Promise<KillableStack> {
  const { name, cluster, prepare, program = 'server/main.ts' } = options
  const folder = join(options.folder, name)
  await mkdir(folder, { recursive: true })
  const [first = 0, second = 0, sandboxPort = 0] = await freePorts(3)
  const ports = [first, second] as const
  const database = name.replaceAll(/\W/g, '_')
  await queryRows(cluster.urlOf('postgres'), `create database ${database}`)
  const addresses: StackAddresses = {
    servers: [`http://127.0.0.1:${first}`, `http://127.0.0.1:${second}`],
    sandbox: `http://127.0.0.1:${sandboxPort}`,
    keysDir: join(folder, 'sandbox', 'keys'),
    databaseUrl: cluster.urlOf(database),
  }
  const { servers, sandbox, keysDir, databaseUrl } = addresses
  await migrateDb(databaseUrl)
  const serverEnv = await prepare(addresses)

  // The programs do not inherit settings, so that a run is the same on every machine.
  const { PATH, HOME, TMPDIR } = process.env
  const start = (name: ProcessName, file: string, env: NodeJS.ProcessEnv) =>
    startKillableProgram({
      name,
      file,
      env: { PATH, HOME, TMPDIR, ...env },
      folder,
      onCrash: (exit, lastOutput) => options.onCrash(name, exit, lastOutput),
      onGivenUp: options.onGivenUp,
    })
  const startServer = (index: 0 | 1) =>
    start(`server ${index}`, program, {
      PORT: String(ports[index]),
      METRICS_PORT: '0',
      PUBLIC_URL: servers[0],
      DATA_DIR: join(folder, 'data'),
      DATABASE_URL: asAppRole(databaseUrl),
      SECRET,
      GEOPAY_URL: sandbox,
      GEOPAY_PAGES_URL: sandbox,
      GEOPAY_KEYS: keysDir,
      CALLS_PER_MINUTE: '0',
      LOG_LEVEL: 'warn',
      ...serverEnv,
    })
  // Its webhooks go to both servers in turn.
  const gateway = await start('sandbox', 'sandbox/main.ts', {
    SANDBOX_PORT: String(sandboxPort),
    SANDBOX_DIR: join(folder, 'sandbox'),
    SANDBOX_PUBLIC_URL: sandbox,
    MERCHANT_URL: servers[0],
    MERCHANT_WEBHOOKS: servers.map((url) => url + MERCHANT_ENDPOINTS.webhook).join(),
    ...options.sandboxEnv,
  })
  const [server0, server1] = await Promise.all([startServer(0), startServer(1)])
  const processes = {
    'server 0': server0,
    'server 1': server1,
    sandbox: gateway,
    postgres: cluster,
  }
  return {
    ...addresses,
    processes,
    async allServing() {
      await cluster.serving()
      for (const started of Object.values(processes)) await started.serving()
    },
    async close() {
      await Promise.all([server0.stop(), server1.stop()])
      await gateway.stop()
    },
  }
}
