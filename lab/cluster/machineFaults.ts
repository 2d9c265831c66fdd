import { execFile } from 'node:child_process'
import { cp, readFile, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { processesOn } from '#db/postgres/leftoverPostgres.ts'
import { type BeginFault, type ClusterFault, fault } from '#lab/cluster/clusterFault.ts'
import type { Way } from '#lab/cluster/machineNetwork.ts'
import { installedProgram } from '#testing/programs/installedProgram.ts'
import { MACHINES } from '#tools/cluster/clusterFiles.ts'

const execute = promisify(execFile)

const ETCD_PORTS = [2379, 2380]
const POSTGRES_PORTS = [5432]

/** Cuts the primary's machine from the other two, and where it says so from the host with its clients. */
const cutPrimary =
  (way: Way, { ports, host = false }: { ports?: number[]; host?: boolean } = {}): BeginFault =>
  async ({ network, machineOf }) => {
    const leader = await machineOf('leader')
    const others = MACHINES.filter((name) => name !== leader).map((name) => network.addresses[name])
    await network.cut(leader, [...others, ...(host ? [network.host] : [])], way, ports)
    return network.mend
  }

/** Debian's library that changes the time of a program. */
const fakeTime = () =>
  installedProgram({
    name: 'faketime',
    usualPaths: [
      `/usr/lib/${process.arch === 'x64' ? 'x86_64' : 'aarch64'}-linux-gnu/faketime/libfaketime.so.1`,
    ],
    packages: ['faketime'],
  })

/** Megabytes that the log of a replica may still grow by. */
const LEFT_MB = 24

/** Moves the log of the synchronous replica to a file system in memory, which its next segments fill. */
const fillDisk: BeginFault = async (stack) => {
  const { machines, postgres, machineOf, atEnd } = stack
  const name = await machineOf('sync_standby')
  const folder = join(machines.dataOf(name), 'pg_wal')
  const aside = `${folder}.aside`
  await machines.kill('patroni', name)
  await postgres(name, 'SIGKILL')
  await cp(folder, aside, { recursive: true })
  const { stdout } = await execute('du', ['-sm', folder])
  const size = (megabytes: number) => `size=${Number.parseInt(stdout, 10) + megabytes}m,mode=700`
  await execute('mount', ['-t', 'tmpfs', '-o', size(LEFT_MB), 'tmpfs', folder])
  atEnd(() => execute('umount', ['--lazy', folder]))
  await cp(aside, folder, { recursive: true })
  await rm(aside, { recursive: true })
  await machines.up('patroni', name)
  const isFull = async () => {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize < 16 * 2 ** 20
  }
  const log = async () => await readFile(machines.logOf('patroni', name), 'utf8')
  const logged = (await log()).length
  const until = async (isSo: () => Promise<boolean>) => {
    while (!(await isSo())) {
      await stack.asSuperuser('select pg_switch_wal()')
      await sleep(500)
    }
  }
  await until(isFull)
  await writeFile(join(folder, 'filler'), Buffer.alloc(16 * 2 ** 20)).catch(() => {})
  await until(async () => (await log()).slice(logged).includes('No space left on device'))
  return async () => {
    await rm(join(folder, 'filler'), { force: true })
    await execute('mount', ['-o', `remount,${size(4096)}`, folder])
  }
}

/** The synchronous replica stores the log and does not apply it. */
const stopApplying: BeginFault = async ({ machines, machineOf }) => {
  for (const pid of await processesOn(machines.dataOf(await machineOf('sync_standby')))) {
    const title = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    if (!title.includes('startup')) continue
    process.kill(pid, 'SIGSTOP')
    return async () => process.kill(pid, 'SIGCONT')
  }
  throw new Error('la réplica no tiene el proceso que aplica el registro')
}

const advanceClock: BeginFault = async ({ server }) => {
  const restart = async (env?: NodeJS.ProcessEnv) => {
    await server.running.a.stop()
    await server.up('a', env)
  }
  await restart({ LD_PRELOAD: fakeTime(), FAKETIME: '+5m', FAKETIME_DONT_FAKE_MONOTONIC: '1' })
  return restart
}

const cutFault = (name: string, title: string, ...cut: Parameters<typeof cutPrimary>) =>
  fault(name, 28, title, cutPrimary(...cut), { needsNetwork: true, mayHang: cut[1]?.host ?? false })

/** Faults of what a machine consists of: its network, its disk, its clock. They need root. */
export const MACHINE_FAULTS: readonly ClusterFault[] = [
  cutFault('cut-from-etcd', 'la primaria, separada de los otros etcd', 'both', {
    ports: ETCD_PORTS,
  }),
  cutFault('cut-from-replicas', 'la primaria, separada de sus réplicas', 'both', {
    ports: POSTGRES_PORTS,
  }),
  cutFault('cut-from-machines', 'la máquina de la primaria, separada de las otras', 'both'),
  cutFault('cut-from-all', 'la máquina de la primaria, separada de todos', 'both', { host: true }),
  cutFault('sends-nothing', 'de la máquina de la primaria no sale nada', 'out', { host: true }),
  cutFault('receives-nothing', 'a la máquina de la primaria no llega nada', 'in', { host: true }),
  fault(
    'replica-lagging',
    20,
    'la réplica síncrona guarda el registro y no lo aplica',
    stopApplying,
  ),
  fault('replica-disk-full', 20, 'el disco de la réplica síncrona, lleno', fillDisk),
  fault('clock-off', 25, 'un servidor, con el reloj cinco minutos adelantado', advanceClock),
]
