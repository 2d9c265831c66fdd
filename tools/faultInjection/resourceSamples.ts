import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import type { KillableProcess } from '#testing/harness/killableProcess.ts'

/** The resources that the servers use at one moment. */
export interface ResourceSample {
  at: number
  /** Megabytes of each server's resident memory; NaN where the system does not report it. */
  memory: number[]
  /** Connections to the database; null while it does not serve. */
  connections: number | null
}

const INTERVAL_MS = 2_000

/** Samples until the signal aborts. */
export async function sampleResources(
  programs: readonly KillableProcess[],
  databaseUrl: string,
  signal: AbortSignal,
): Promise<ResourceSample[]> {
  const samples: ResourceSample[] = []
  while (!signal.aborted) {
    const memory = await Promise.all(programs.map((program) => residentMegabytes(program.pid())))
    samples.push({
      at: performance.now(),
      memory,
      connections: await countConnections(databaseUrl),
    })
    await sleep(INTERVAL_MS, undefined, { signal }).catch(() => {})
  }
  return samples
}

/** Reads Linux's /proc. */
async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? Number.NaN) / 1024
}

/** The connections of others to the database. */
async function countConnections(databaseUrl: string): Promise<number | null> {
  const client = new Client({ connectionString: databaseUrl, connectionTimeoutMillis: 2_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity
       where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
    )
    return rows[0]?.count ?? null
  } catch {
    return null
  } finally {
    await client.end().catch(() => {})
  }
}
