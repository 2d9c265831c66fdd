import { chown, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseEnv } from 'node:util'
import { withClient } from '#db/core/withClient.ts'
import { asNonRoot } from '#db/postgres/embeddedPostgres.ts'
import { stopLeftover } from '#db/postgres/leftoverPostgres.ts'
import {
  clusterFile,
  localValues,
  MACHINES,
  type Machine,
  type Restore,
} from '#tools/cluster/clusterFiles.ts'
import { clusterPrograms } from '#tools/cluster/clusterPrograms.ts'
import { launchProgram } from '#tools/cluster/launchProgram.ts'
import { supervise } from '#tools/supervise.ts'

/**
 * Milliseconds that each program gets to stop: PostgreSQL writes a checkpoint before. The last etcd waits
 * for a successor, and its log is on the disk.
 */
const STOP_TIMEOUTS_MS = { etcd: 3_000, patroni: 15_000, haproxy: 3_000 }
/** Milliseconds for an answer of a program about itself. */
const ANSWER_TIMEOUT_MS = 2_000
/** Milliseconds between two looks at the state of the cluster. */
const POLL_MS = 500

interface LocalCluster {
  addresses: Record<Machine, string>
  /** Where each machine has a folder with its files, its data and its logs. */
  folder: string
  /** Address at which the first machine's HAProxy takes calls. */
  httpBind: string
  secret: string
  /** The backup from which a new cluster makes its database. */
  restore?: Restore
  printLine: (line: string) => void
}

/** Starts etcd and PostgreSQL under Patroni on three machines, and HAProxy on the first two. */
export function startMachines(cluster: LocalCluster) {
  const { addresses, folder, httpBind, printLine } = cluster
  const started: { stop(): Promise<void>; serving(): Promise<void> }[][] = []
  const folderOf = (name: Machine) => join(folder, name)
  const valuesOf = (name: Machine) =>
    localValues({
      ...cluster,
      name,
      folder: folderOf(name),
      httpBind: name === 'a' ? httpBind : `${addresses[name]}:8080`,
    })
  const urlOf = (name: Machine, port: number) =>
    `postgres://postgres:${valuesOf(name).SUPERUSER_PASSWORD}@${addresses[name]}:${port}/postgres`
  const superuserUrl = (name: Machine) => urlOf(name, 5000)

  async function start(): Promise<void> {
    const programs = clusterPrograms()
    const as = await asNonRoot(folder)
    /** Starts a program on the machines, and waits until all serve. */
    const run = async (
      kind: keyof typeof STOP_TIMEOUTS_MS,
      machines: readonly Machine[],
      command: string[],
      serves: (name: Machine) => Promise<unknown>,
      env: (name: Machine) => NodeJS.ProcessEnv = () => ({}),
    ) => {
      const group = machines.map((name) => {
        const title = `${kind} ${name}`
        const launch = () =>
          launchProgram({
            name: title,
            command: command.map((word) => word.replace('FOLDER', folderOf(name))),
            env: env(name),
            log: join(folderOf(name), `${kind}.log`),
            as,
            serves: () => serves(name),
            killAfterMs: STOP_TIMEOUTS_MS[kind],
          })
        const onEnd = () => printLine(`${title} terminó; se reinicia.`)
        return supervise(launch, {
          name: title,
          onEnd,
          onFailure: (error) => printLine(error.message),
        })
      })
      started.push(group)
      await Promise.all(group.map((program) => program.serving()))
    }

    for (const name of MACHINES) {
      // PostgreSQL outlives a Patroni that was killed.
      await stopLeftover(valuesOf(name).POSTGRES_DATA ?? '')
      await mkdir(folderOf(name), { recursive: true, mode: 0o700 })
      for (const file of ['patroni.yml', 'haproxy.cfg']) {
        const path = join(folderOf(name), file)
        await writeFile(path, clusterFile(file, valuesOf(name)), { mode: 0o600 })
        if (as.uid !== undefined) await chown(path, as.uid, as.uid)
      }
      if (as.uid !== undefined) await chown(folderOf(name), as.uid, as.uid)
    }
    await run(
      'etcd',
      MACHINES,
      [programs.etcd],
      (name) => answers(`http://${addresses[name]}:2379/health`),
      (name) => parseEnv(clusterFile('etcd.env', valuesOf(name))),
    )
    await run('patroni', MACHINES, [programs.patroni, 'FOLDER/patroni.yml'], (name) =>
      answers(`http://${addresses[name]}:8008/health`),
    )
    await run(
      'haproxy',
      ['a', 'b'],
      [programs.haproxy, '-db', '-f', 'FOLDER/haproxy.cfg'],
      (name) => withClient(superuserUrl(name), async () => {}),
    )
    // Strict synchronous mode: until then a commit waits.
    while (!(await hasSynchronousReplica(addresses.a))) await sleep(POLL_MS)
  }

  const serving = start()
  return {
    /** Resolves when all serve and a replica is synchronous. @throws when a program does not start */
    serving: () => serving,
    /** The database `postgres` of the primary, as its superuser, through the HAProxy of a machine. */
    superuserUrl,
    /** The database `postgres` of a machine itself, as its superuser. */
    memberUrl: (name: Machine) => urlOf(name, 5432),
    /** The values of `machine.env` of a machine. */
    valuesOf,
    /** For `patronictl`. */
    patroniFile: join(folderOf('a'), 'patroni.yml'),
    /** Ends the programs in reverse order, those of one kind together. */
    async stop() {
      for (const group of started.toReversed())
        await Promise.all(group.map((program) => program.stop()))
      for (const name of MACHINES) await stopLeftover(valuesOf(name).POSTGRES_DATA ?? '')
    },
  }
}

/** @throws when the address does not answer 200 in time */
async function answers(url: string): Promise<Response> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) })
  if (answer.status !== 200) throw new Error(`${url}: ${answer.status}`)
  return answer
}

/** Whether a member of the cluster that Patroni at the address knows is its synchronous replica. */
async function hasSynchronousReplica(address: string): Promise<boolean> {
  const answer = await answers(`http://${address}:8008/cluster`)
  const { members } = (await answer.json()) as { members: { role: string }[] }
  return members.some(({ role }) => role === 'sync_standby')
}
