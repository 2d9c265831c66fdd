import { connectionLoss } from '#db/core/sqlErrors.ts'
import { withClient, withoutTimeout } from '#db/core/withClient.ts'
import { asAppRole } from '#db/postgres/embeddedPostgres.ts'
import { createReplica, type Replica } from '#db/replica.ts'
import type { LabClock } from '#lab/inProcess/labClock.ts'
import type { StatementSeams } from '#lab/interleaving/interleavedStatements.ts'

/** Connections of the server to the replica: no read waits for one. */
const POOL = 12

/** A replica that shows the database as it was at the last replay. */
export interface LabReplica {
  replica: Replica
  /** Replays everything. */
  replay: () => Promise<void>
  /** Let the statements of its connections read as a replica does. */
  seams: StatementSeams
}

/**
 * A transaction of the replica reads a snapshot of the primary and is told the position at which it was taken, so
 * that the run decides what the replica has. Its lag in time is none: the caller's own changes alone decide.
 */
export async function withLabReplica<Result>(
  databaseUrl: string,
  clock: LabClock,
  work: (given: LabReplica) => Promise<Result>,
): Promise<Result> {
  return await withClient(withoutTimeout(databaseUrl), async (exporter) => {
    let reading = ''
    const url = asAppRole(databaseUrl)
    const report = (error: unknown) => {
      // The call fails: the primary would answer, and the run would not read the replica.
      if (!connectionLoss(error)) throw error
    }
    const replica = await createReplica(url, url, { size: POOL, report, clock })
    const replay = async () => {
      await exporter.query('rollback; begin isolation level repeatable read')
      const { rows } = await exporter.query<{ snapshot: string; position: string }>(
        'select pg_export_snapshot() as snapshot, pg_current_wal_flush_lsn()::text as position',
      )
      const [{ snapshot, position } = { snapshot: '', position: '' }] = rows
      reading = `set transaction isolation level repeatable read; set transaction snapshot '${snapshot}'; set local lab.position = '${position}'`
    }
    const isOfReplica = (options: string) => options.includes('default_transaction_read_only=on')
    const seams: StatementSeams = {
      following: (text, options) => (isOfReplica(options) && /^begin\b/.test(text) ? reading : ''),
      rewrite: (text, options) =>
        isOfReplica(options)
          ? text
              .replace('pg_last_wal_replay_lsn()', `current_setting('lab.position')::pg_lsn`)
              .replace('pg_last_xact_replay_timestamp()', 'clock_timestamp()')
          : text,
    }
    try {
      await replay()
      return await work({ replica, replay, seams })
    } finally {
      await replica.close()
    }
  })
}
