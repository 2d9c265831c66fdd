import { openSync } from 'node:fs'
import { chown, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseEnv } from 'node:util'
import { withClient } from '#db/core/withClient.ts'
import { asNonRoot } from '#db/postgres/embeddedPostgres.ts'
import { endingWithParent } from '#db/postgres/endWithParentCommand.ts'
import { stopLeftover } from '#db/postgres/leftoverPostgres.ts'
import {
  clusterFile,
  localValues,
  MACHINES,
  type Machine,
  type Restore,
} from '#tools/cluster/clusterFiles.ts'
import { clusterPrograms } from '#tools/cluster/clusterPrograms.ts'
import { startProgram } from '#tools/startProcess.ts'
import { supervise } from '#tools/supervise.ts'

/** The machines that have HAProxy and a server. */
export const FRONT_MACHINES = ['a', 'b'] as const

/** Port of a server on its machine, as in `deploy/cluster/haproxy.cfg`. */
export const SERVER_PORT = 3000

/**
 * Milliseconds that each program gets to stop: PostgreSQL writes a checkpoint before. The last etcd waits
 * for a successor, and its log is on the disk.
 */
const STOP_TIMEOUTS_MS = { etcd: 3_000, patroni: 15_000, haproxy: 3_000 }
export type ClusterProgram = keyof typeof STOP_TIMEOUTS_MS
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
  /** Words in front of the commands of a machine, which give it a network of its own. */
  within?: (name: Machine) => readonly string[]
}

/** A PostgreSQL with its Patroni, as Patroni's `/cluster` names it. */
interface Member {
  name: Machine
  role: 'leader' | 'sync_standby' | 'replica'
  state: string
}

export type Machines = ReturnType<typeof startMachines>

/** Starts etcd and PostgreSQL under Patroni on three machines, and HAProxy on the first two. */
export function startMachines(cluster: LocalCluster) {
  const { addresses, folder, httpBind, printLine, within = () => [] } = cluster
  const programs = new Map<string, ReturnType<typeof supervise<ReturnType<typeof startProgram>>>>()
  const folderOf = (name: Machine) => join(folder, name)
  const valuesOf = (name: Machine) =>
    localValues({
      ...cluster,
      name,
      folder: folderOf(name),
      httpBind: name === 'a' ? httpBind : `${addresses[name]}:8080`,
    })
  const logOf = (kind: ClusterProgram, name: Machine) => join(folderOf(name), `${kind}.log`)
  const dataOf = (name: Machine) => valuesOf(name).POSTGRES_DATA ?? ''
  const urlOf = (name: Machine, port: number) =>
    `postgres://postgres:${valuesOf(name).SUPERUSER_PASSWORD}@${addresses[name]}:${port}/postgres`
  const superuserUrl = (name: Machine) => urlOf(name, 5000)
  let as: Awaited<ReturnType<typeof asNonRoot>>

  const commandOf = (kind: ClusterProgram, name: Machine) => {
    const { etcd, patroni, haproxy } = clusterPrograms()
    return {
      etcd: [etcd],
      patroni: [patroni, join(folderOf(name), 'patroni.yml')],
      haproxy: [haproxy, '-db', '-f', join(folderOf(name), 'haproxy.cfg')],
    }[kind]
  }
  const serves: Record<ClusterProgram, (name: Machine) => Promise<unknown>> = {
    etcd: (name) => answers(`http://${addresses[name]}:2379/health`),
    patroni: (name) => answers(`http://${addresses[name]}:8008/health`),
    haproxy: (name) => withClient(superuserUrl(name), async () => {}),
  }
  /** Starts a program, and waits until it serves. */
  const up = async (kind: ClusterProgram, name: Machine) => {
    const title = `${kind} ${name}`
    const killAfterMs = STOP_TIMEOUTS_MS[kind]
    const launch = () => {
      const [shell = '', ...script] = endingWithParent(commandOf(kind, name), killAfterMs)
      const output = openSync(logOf(kind, name), 'a')
      const env = kind === 'etcd' ? parseEnv(clusterFile('etcd.env', valuesOf(name))) : {}
      return startProgram(title, [...within(name), ...as.command(shell, script).flat()], {
        ...as.options,
        env: { PATH: process.env.PATH, LANG: 'C.UTF-8', ...env },
        stdin: 'pipe',
        stdout: output,
        stderr: output,
        // Ctrl-C does not reach it before the servers have finished their calls.
        detached: true,
        killAfterMs,
        serves: () => serves[kind](name),
      })
    }
    const onEnd = () => printLine(`${title} terminó; se reinicia.`)
    const onFailure = ({ message }: Error) =>
      printLine(`${message} Su registro: ${logOf(kind, name)}`)
    const program = supervise(launch, { name: title, onEnd, onFailure })
    programs.set(title, program)
    await program.serving()
  }
  const program = (kind: ClusterProgram, name: Machine) => {
    const found = programs.get(`${kind} ${name}`)
    if (!found) throw new Error(`no hay ${kind} en ${name}`)
    return found
  }
  const members = async (name: Machine): Promise<Member[]> => {
    const answer = await answers(`http://${addresses[name]}:8008/cluster`)
    return ((await answer.json()) as { members: Member[] }).members
  }

  async function start(): Promise<void> {
    as = await asNonRoot(folder)
    for (const name of MACHINES) {
      // PostgreSQL outlives a Patroni that was killed.
      await stopLeftover(dataOf(name))
      await mkdir(folderOf(name), { recursive: true, mode: 0o700 })
      for (const file of ['patroni.yml', 'haproxy.cfg']) {
        const path = join(folderOf(name), file)
        await writeFile(path, clusterFile(file, valuesOf(name)), { mode: 0o600 })
        if (as.uid !== undefined) await chown(path, as.uid, as.uid)
      }
      if (as.uid !== undefined) await chown(folderOf(name), as.uid, as.uid)
    }
    await Promise.all(MACHINES.map((name) => up('etcd', name)))
    await Promise.all(MACHINES.map((name) => up('patroni', name)))
    await Promise.all(FRONT_MACHINES.map((name) => up('haproxy', name)))
    // Strict synchronous mode: until then a commit waits.
    const known = () => members('a').catch(() => [])
    while (!(await known()).some(({ role }) => role === 'sync_standby')) await sleep(POLL_MS)
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
    /** Where a machine's PostgreSQL has its data. */
    dataOf,
    /** The file that has the output of a program, that of PostgreSQL in its Patroni's. */
    logOf,
    /** The members of the cluster as the Patroni of a machine knows them. @throws without an answer */
    members,
    serves,
    program,
    up,
    /** Ends a program as a crash does; it stays down. */
    async kill(kind: ClusterProgram, name: Machine): Promise<void> {
      program(kind, name).kill('SIGKILL')
      await program(kind, name).stop()
    },
    /** Asks a machine's Patroni for a change, such as `restart`. @throws when it refuses */
    async ask(name: Machine, change: string, fields: object): Promise<void> {
      const login = Buffer.from(`patroni:${valuesOf(name).REST_PASSWORD}`).toString('base64')
      const answer = await fetch(`http://${addresses[name]}:8008/${change}`, {
        method: 'POST',
        headers: { authorization: `Basic ${login}`, 'content-type': 'application/json' },
        body: JSON.stringify(fields),
      })
      const text = await answer.text()
      if (!answer.ok) throw new Error(`${change} en ${name}: ${answer.status} ${text}`)
    },
    /** Ends the programs in reverse order, those of one kind together. */
    async stop() {
      for (const kind of ['haproxy', 'patroni', 'etcd'] as const) {
        const group = [...programs].filter(([title]) => title.startsWith(kind))
        await Promise.all(group.map(([, each]) => each.stop()))
      }
      for (const name of MACHINES) await stopLeftover(dataOf(name))
    },
  }
}

/** @throws when the address does not answer 200 in time */
async function answers(url: string): Promise<Response> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) })
  if (answer.status !== 200) throw new Error(`${url}: ${answer.status}`)
  return answer
}
