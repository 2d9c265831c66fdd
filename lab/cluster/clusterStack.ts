import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { processesOn } from '#db/postgres/leftoverPostgres.ts'
import { prepareDatabase } from '#db/prepareDatabase.ts'
import { loopbackNetwork, separateNetwork } from '#lab/cluster/machineNetwork.ts'
import { GATEWAY_TIMEOUT_MS, SANDBOX_DELAYS } from '#lab/processes/runFaults.ts'
import { untilNothing } from '#lab/processes/untilNothing.ts'
import { queryRows } from '#testing/harness/databaseChecks.ts'
import { freePort } from '#testing/harness/freePort.ts'
import {
  keysOf,
  programStarter,
  sandboxSettings,
  serverSettings,
} from '#testing/harness/killableStack.ts'
import { type PopulationSize, populate, SECRET } from '#testing/harness/population.ts'
import type { FolderContext } from '#testing/harness/runWithPostgres.ts'
import { MACHINES, type Machine } from '#tools/cluster/clusterFiles.ts'
import { createLogins } from '#tools/cluster/createLogins.ts'
import { FRONT_MACHINES, SERVER_PORT, startMachines } from '#tools/cluster/startMachines.ts'

export type FrontMachine = (typeof FRONT_MACHINES)[number]
export type ClusterStack = Awaited<ReturnType<typeof startClusterStack>>

/** Milliseconds after a fault within which everything works again; a former primary may be rewound. */
const WHOLE_TIMEOUT_MS = 150_000

interface ClusterStackOptions {
  population: PopulationSize
  /** Whether each machine gets a network of its own, which faults may cut. */
  isSeparate: boolean
  /** Of the mail server on the host. */
  smtpPort: number
  onCrash: (program: string, exit: string, lastOutput: string) => void
}

/**
 * The cluster of `npm run cluster` with a population, its servers on the first two machines, and the
 * gateway's sandbox on the host.
 */
export async function startClusterStack(run: FolderContext, options: ClusterStackOptions) {
  const port = await freePort()
  const network = options.isSeparate ? await separateNetwork(port & 255) : loopbackNetwork(port)
  const { addresses, host, within, proxies } = network
  const machines = startMachines({
    addresses,
    folder: join(run.folder, 'machines'),
    httpBind: `${addresses.a}:8080`,
    secret: SECRET,
    printLine: run.note,
    within,
  })
  run.atEnd(network.close)
  run.atEnd(() => machines.stop())
  await machines.serving()
  run.progress('las tres máquinas')
  const urls = await createLogins(machines.superuserUrl)
  const { ownerUrl } = urls('a')
  await prepareDatabase({ ...urls('a'), production: false })
  const { payers, debts } = await populate(ownerUrl, options.population)
  run.progress('la base con sus datos')

  const folder = join(run.folder, 'programs')
  await mkdir(folder, { recursive: true })
  const servers = [`http://${addresses.a}:8080`, `http://${addresses.b}:8080`] as const
  const sandbox = `http://${host}:${port}`
  const shared = { servers, sandbox, folder }
  const start = programStarter(folder, options.onCrash)
  await start('sandbox', 'sandbox/main.ts', {
    ...sandboxSettings(shared),
    SANDBOX_HOST: '0.0.0.0',
    SANDBOX_PORT: String(port),
    ...SANDBOX_DELAYS,
  })
  const startServer = (name: FrontMachine, env: NodeJS.ProcessEnv = {}) =>
    start(
      `server ${name}`,
      'server/main.ts',
      {
        ...serverSettings(shared),
        HOST: addresses[name],
        PORT: String(SERVER_PORT),
        TRUST_PROXY: proxies.join(),
        DATABASE_URL: urls(name).databaseUrl,
        SMTP_URL: `smtp://${host}:${options.smtpPort}`,
        GEOPAY_TIMEOUT: String(GATEWAY_TIMEOUT_MS),
        ...env,
      },
      within(name),
    )
  const [first, second] = await Promise.all([startServer('a'), startServer('b')])
  const running = { a: first, b: second }
  run.progress('los programas sirven')

  const server = {
    running,
    async up(name: FrontMachine, env?: NodeJS.ProcessEnv) {
      running[name] = await startServer(name, env)
    },
    async kill(name: FrontMachine) {
      running[name].kill('SIGKILL')
      await running[name].stop()
    },
  }
  const isFront = (name: Machine): name is FrontMachine => name !== 'c'
  const postgres = async (name: Machine, signal: NodeJS.Signals) => {
    for (const pid of await processesOn(machines.dataOf(name)))
      try {
        process.kill(pid, signal)
      } catch {
        // It ended with its postmaster.
      }
  }
  // A frozen PostgreSQL would not end in order.
  run.atEnd(() => Promise.all(MACHINES.map((name) => postgres(name, 'SIGCONT'))))
  /** What is not as it is without a fault. */
  const missing = async (): Promise<string> => {
    for (const name of MACHINES) {
      const roles = (await machines.members(name)).map(({ role }) => role)
      if (roles.toSorted().join() !== 'leader,replica,sync_standby') return roles.join()
      await machines.serves.etcd(name)
    }
    for (const name of FRONT_MACHINES) {
      const replicas = await queryRows<{ state: string; sync_state: string }>(
        machines.superuserUrl(name),
        `select state, sync_state from pg_stat_replication where application_name in ('a', 'b', 'c')`,
      )
      const states = replicas.map((each) => `${each.state} ${each.sync_state}`)
      if (states.toSorted().join() !== 'streaming async,streaming sync') return states.join()
      const ready = await fetch(`http://${addresses[name]}:${SERVER_PORT}/readyz`)
      await ready.text()
      if (!ready.ok) return `servidor ${name}`
    }
    return ''
  }
  return {
    network,
    machines,
    server,
    servers,
    // Its control answers to loopback alone.
    sandbox: `http://127.0.0.1:${port}`,
    keysDir: keysOf(folder),
    /** As the owner, through the HAProxy of a machine. */
    databaseUrl: ownerUrl,
    payers,
    debts,
    /** Sends a signal to all processes of a machine's PostgreSQL. */
    postgres,
    isFront,
    asSuperuser: (query: string) =>
      queryRows<Record<string, unknown>>(machines.superuserUrl('a'), query),
    atEnd: run.atEnd,
    /** The machine with a role. @throws when there is none, as during a fault; a late answer is asked for again */
    machineOf: async (role: 'leader' | 'sync_standby' | 'replica'): Promise<Machine> => {
      const deadline = performance.now() + WHOLE_TIMEOUT_MS
      for (;;) {
        const members = await machines.members('a').catch(() => null)
        const found = members?.find((each) => each.role === role)
        if (found) return found.name
        if (members || performance.now() > deadline) throw new Error(`el cluster no tiene ${role}`)
        await sleep(500)
      }
    },
    /** Resolves when all is as without a fault. @throws when that takes too long */
    whole: async (): Promise<void> => {
      const left = await untilNothing(
        () => missing().catch((error: Error) => error.message || error.name),
        WHOLE_TIMEOUT_MS,
        (missed) => run.progress(`el cluster se repone: ${missed}`),
      )
      if (left) throw new Error(`el cluster no se repone: ${left}`)
    },
  }
}
