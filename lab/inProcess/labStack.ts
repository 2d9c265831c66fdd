import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Client } from 'pg'
import { withClient, withoutTimeout } from '#db/core/withClient.ts'
import { createRandom, type SeededRandom } from '#db/demo/seededRandom.ts'
import { LabClock } from '#lab/inProcess/labClock.ts'
import {
  GATEWAY_URL,
  gatewayAnswers,
  interleaveRequests,
  SERVER_URL,
  startLabGateway,
} from '#lab/inProcess/labGateway.ts'
import { type LabReplica, withLabReplica } from '#lab/inProcess/labReplica.ts'
import { serverAnswers, startLabServer } from '#lab/inProcess/labServer.ts'
import { interleaveStatements } from '#lab/interleaving/interleavedStatements.ts'
import { Interleaver } from '#lab/interleaving/interleaver.ts'
import type { Mutation } from '#lab/mutation.ts'
import type { Context as Gateway } from '#sandbox/context.ts'
import type { RunningServer } from '#server/startServer.ts'

export interface LabRun {
  seed: number
  /** How much the callers do: windows in which a debt is paid, sales that are reported, tasks of the console. */
  attempts: number
  /** The share of the steps that meet a fault. */
  faultRate: number
  mutation?: Mutation
  /** Ends after so many rounds of the same plan; left out: after all. */
  rounds?: number
  /** Called now and then with how many attempts were made. */
  onProgress?: (attempts: number) => void
}

/** The programs of a run, in this process. */
export interface LabStack {
  server: RunningServer
  gateway: Gateway
  clock: LabClock
  interleaver: Interleaver
  /** Draws of the run itself. */
  random: SeededRandom
  /** A connection as the owner. */
  monitor: Client
  /** Lets the replica of the server have everything that was committed. */
  replay: () => Promise<void>
  /** The keys of the gateway. */
  keysDir: string
}

/** When a run begins, whatever the day. */
export const START = new Date('2026-09-07T15:00:00Z')
/** A lock that waits for itself is found at once. */
const DEADLOCK = `do $$ begin execute format('alter database %I set deadlock_timeout = 1', current_database()); end $$;`

/** Starts the programs on a populated database, without the defence that the run removes, and stops them after the work. */
export async function onLabStack<Result>(
  databaseUrl: string,
  { seed, faultRate, mutation }: LabRun,
  work: (stack: LabStack) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'surtidor-lab-'))
  const clock = new LabClock(START, createRandom(seed, 'bytes'))
  const keysDir = join(folder, 'keys')
  const onStack = async (monitor: Client, { replica, replay, seams }: LabReplica) => {
    await monitor.query(DEADLOCK + (mutation?.schemaChange ?? ''))
    const gateway = await startLabGateway(folder, clock)
    const random = createRandom(seed, 'order')
    const interleaver = new Interleaver(random, monitor, faultRate)
    const programs = { folder, keysDir, clock, replica, interleaver }
    const server = await startLabServer(databaseUrl, programs)
    const restore = [
      interleaveStatements(interleaver, {
        ...seams,
        rewrite: (text, options) => seams.rewrite(mutation?.rewrite?.(text) ?? text, options),
      }),
      interleaveRequests(interleaver, {
        [GATEWAY_URL]: gatewayAnswers(gateway),
        [SERVER_URL]: serverAnswers(server),
      }),
      ...(mutation?.patch ? [mutation.patch()] : []),
    ]
    try {
      return await work({ server, gateway, clock, interleaver, random, monitor, replay, keysDir })
    } finally {
      for (const one of restore) one()
      await server.close()
      await rm(folder, { recursive: true, force: true })
    }
  }
  return await withClient(withoutTimeout(databaseUrl), (monitor) =>
    withLabReplica(databaseUrl, clock, (replica) => onStack(monitor, replica)),
  )
}
