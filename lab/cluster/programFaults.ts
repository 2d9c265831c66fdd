import { setTimeout as sleep } from 'node:timers/promises'
import { type BeginFault, type ClusterFault, fault } from '#lab/cluster/clusterFault.ts'
import type { ClusterStack } from '#lab/cluster/clusterStack.ts'
import { MACHINES, type Machine } from '#tools/cluster/clusterFiles.ts'
import { FRONT_MACHINES } from '#tools/cluster/startMachines.ts'

type Role = Parameters<ClusterStack['machineOf']>[0]

const done = async () => {}

/** Ends all programs of a machine as the loss of its power does. @returns starts them again */
async function loseMachine({ machines, server, postgres, isFront }: ClusterStack, name: Machine) {
  const kinds = (['etcd', 'patroni', 'haproxy'] as const).filter(
    (kind) => kind !== 'haproxy' || isFront(name),
  )
  const ended = kinds.map((kind) => machines.kill(kind, name))
  if (isFront(name)) ended.push(server.kill(name))
  await postgres(name, 'SIGKILL')
  await Promise.all(ended)
  // A child that its postmaster was just starting.
  await postgres(name, 'SIGKILL')
  return async () => {
    for (const kind of kinds) await machines.up(kind, name)
    if (isFront(name)) await server.up(name)
  }
}

const lost =
  (role: Role): BeginFault =>
  async (stack) =>
    await loseMachine(stack, await stack.machineOf(role))

/** Stops PostgreSQL, and where it says so its Patroni, without ending them. */
const frozen =
  (role: Role, { withPatroni = false } = {}): BeginFault =>
  async ({ machines, postgres, machineOf }) => {
    const name = await machineOf(role)
    const send = async (signal: NodeJS.Signals) => {
      if (withPatroni) machines.program('patroni', name).current().kill(signal)
      await postgres(name, signal)
    }
    await send('SIGSTOP')
    return () => send('SIGCONT')
  }

const killPostgres: BeginFault = async ({ postgres, machineOf }) => {
  await postgres(await machineOf('leader'), 'SIGKILL')
  return done
}

/** The primary is lost with commits on its disk alone, which wait and are not acknowledged. */
const loseUnreplicatedCommit: BeginFault = async (stack) => {
  const leader = await stack.machineOf('leader')
  const replicas = MACHINES.filter((name) => name !== leader)
  for (const name of replicas) await stack.postgres(name, 'SIGSTOP')
  const waiting = `select pid from pg_stat_activity where wait_event = 'SyncRep'`
  while ((await stack.asSuperuser(waiting)).length === 0) await sleep(50)
  const restart = await loseMachine(stack, leader)
  for (const name of replicas) await stack.postgres(name, 'SIGCONT')
  return restart
}

const freezeReplicas: BeginFault = async (stack) => {
  const thaws = [await frozen('sync_standby')(stack), await frozen('replica')(stack)]
  return () => Promise.all(thaws.map((thaw) => thaw()))
}

const killEtcdLeader: BeginFault = async ({ machines, network }) => {
  for (const name of MACHINES) {
    const answer = await fetch(`http://${network.addresses[name]}:2379/v2/stats/self`)
    const { state } = (await answer.json()) as { state: string }
    if (state !== 'StateLeader') continue
    await machines.kill('etcd', name)
    return () => machines.up('etcd', name)
  }
  throw new Error('etcd no tiene líder')
}

const killMostEtcd: BeginFault = async ({ machines }) => {
  await Promise.all(FRONT_MACHINES.map((name) => machines.kill('etcd', name)))
  return () => Promise.all(FRONT_MACHINES.map((name) => machines.up('etcd', name)))
}

const killHaproxy: BeginFault = async ({ machines }) => {
  await machines.kill('haproxy', 'a')
  return () => machines.up('haproxy', 'a')
}

const killServer: BeginFault = async ({ server }) => {
  await server.kill('a')
  return () => server.up('a')
}

const freezeServer: BeginFault = async ({ server }) => {
  const process = server.running.b.current()
  process.kill('SIGSTOP')
  return async () => process.kill('SIGCONT')
}

/** Switches over to the synchronous replica. */
const switchOver: BeginFault = async ({ machines, machineOf }) => {
  const [leader, candidate] = [await machineOf('leader'), await machineOf('sync_standby')]
  await machines.ask(leader, 'switchover', { leader, candidate })
  return done
}

/** As for a new minor version: the replicas, a switchover, the former primary. */
const restartEachPostgres: BeginFault = async (stack) => {
  const { machines, whole } = stack
  const primary = await stack.machineOf('leader')
  const restart = async (name: Machine) => {
    await machines.ask(name, 'restart', {})
    await whole()
  }
  for (const name of MACHINES) if (name !== primary) await restart(name)
  await switchOver(stack)
  await whole()
  await restart(primary)
  return done
}

const restartEachServer: BeginFault = async ({ server, whole }) => {
  for (const name of FRONT_MACHINES) {
    await server.running[name].stop()
    await server.up(name)
    await whole()
  }
  return done
}

const withPatroni = { withPatroni: true }

/** Faults of programs, which need no right but to end them. */
export const PROGRAM_FAULTS: readonly ClusterFault[] = [
  fault('none', 15, 'sin falla', async () => done),
  fault('primary-lost', 25, 'la máquina de la primaria, perdida', lost('leader')),
  fault('postgres-killed', 15, 'PostgreSQL de la primaria, terminado', killPostgres),
  fault(
    'primary-frozen',
    32,
    'la primaria con su Patroni, congelada',
    frozen('leader', withPatroni),
  ),
  fault('postgres-frozen', 32, 'PostgreSQL de la primaria, congelado', frozen('leader')),
  fault(
    'commit-unreplicated',
    25,
    'la primaria, perdida con commits que ninguna réplica tiene',
    loseUnreplicatedCommit,
  ),
  fault(
    'sync-replica-lost',
    20,
    'la máquina de la réplica síncrona, perdida',
    lost('sync_standby'),
  ),
  fault('sync-replica-frozen', 20, 'la réplica síncrona, congelada', frozen('sync_standby')),
  fault('replica-lost', 20, 'la máquina de la otra réplica, perdida', lost('replica')),
  fault('replicas-frozen', 40, 'las dos réplicas, congeladas', freezeReplicas),
  fault('etcd-leader-killed', 15, 'el líder de etcd, terminado', killEtcdLeader),
  fault('etcd-majority-killed', 30, 'dos de tres etcd, terminados', killMostEtcd),
  fault('haproxy-killed', 10, 'un HAProxy, terminado', killHaproxy),
  fault('server-killed', 10, 'un servidor, terminado', killServer),
  fault('server-frozen', 20, 'un servidor, congelado', freezeServer, { mayHang: true }),
  fault('switchover', 10, 'cambio de primaria a propósito', switchOver),
  fault('rolling-postgres', 0, 'PostgreSQL, reiniciado en una por una', restartEachPostgres),
  fault('rolling-servers', 0, 'los servidores, reiniciados uno por uno', restartEachServer),
]
