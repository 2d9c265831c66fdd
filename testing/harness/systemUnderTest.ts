import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { MERCHANT_ENDPOINTS } from '#contract/geopay.ts'
import { asAppRole } from '#db/embeddedPostgres.ts'
import { freePorts } from '#testing/harness/freePort.ts'
import type { KillableProcess } from '#testing/harness/killableProcess.ts'
import { SECRET } from '#testing/harness/population.ts'
import { type Cluster, startProgram } from '#testing/harness/processes.ts'

/** Where two servers and the gateway's sandbox of one run listen, and where they write. */
export interface SystemAddresses {
  folder: string
  ports: readonly [number, number]
  servers: readonly [string, string]
  sandboxPort: number
  sandbox: string
  /** Folder of the gateway's keys. */
  keysDir: string
}

/** Starts one program of a run. */
export type StartProgram = (
  name: string,
  file: string,
  env: NodeJS.ProcessEnv,
) => Promise<KillableProcess>

/** Chooses free ports, and creates the folder. */
export async function chooseAddresses(folder: string): Promise<SystemAddresses> {
  await mkdir(folder, { recursive: true })
  const [first = 0, second = 0, sandboxPort = 0] = await freePorts(3)
  return {
    folder,
    ports: [first, second],
    servers: [`http://127.0.0.1:${first}`, `http://127.0.0.1:${second}`],
    sandboxPort,
    sandbox: `http://127.0.0.1:${sandboxPort}`,
    keysDir: join(folder, 'sandbox', 'keys'),
  }
}

/** The programs do not inherit settings, so that a run is the same on every machine. */
export function programStarter(
  folder: string,
  onCrash: (program: string, exit: string, lastOutput: string) => void,
  onGivenUp: (reason: Error) => void,
): StartProgram {
  const { PATH, HOME, TMPDIR } = process.env
  return (name, file, env) =>
    startProgram({
      name,
      file,
      env: { PATH, HOME, TMPDIR, ...env },
      folder,
      onCrash: (exit, lastOutput) => onCrash(name, exit, lastOutput),
      onGivenUp,
    })
}

/** Starts the gateway's sandbox, whose webhooks go to both servers in turn. */
export const startSandbox = (
  { folder, sandbox, sandboxPort, servers }: SystemAddresses,
  start: StartProgram,
  env: NodeJS.ProcessEnv = {},
): Promise<KillableProcess> =>
  start('sandbox', 'sandbox/main.ts', {
    SANDBOX_PORT: String(sandboxPort),
    SANDBOX_DIR: join(folder, 'sandbox'),
    SANDBOX_PUBLIC_URL: sandbox,
    MERCHANT_URL: servers[0],
    MERCHANT_WEBHOOKS: servers.map((url) => url + MERCHANT_ENDPOINTS.webhook).join(),
    ...env,
  })

/** The two server processes. */
export interface Servers {
  'server 0': KillableProcess
  'server 1': KillableProcess
}

/** Starts two servers on one database. */
export async function startServers(
  { folder, ports, servers, sandbox, keysDir }: SystemAddresses,
  databaseUrl: string,
  start: StartProgram,
  { program = 'server/main.ts', env = {} }: { program?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<Servers> {
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
      ...env,
    })
  const [first, second] = await Promise.all([startServer(0), startServer(1)])
  return { 'server 0': first, 'server 1': second }
}

/** Creates an empty database in the cluster; its URL. */
export async function createDatabase(cluster: Cluster, name: string): Promise<string> {
  await runSql(cluster.urlOf('postgres'), `create database ${name}`)
  return cluster.urlOf(name)
}

export async function runSql(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
