import { sql } from 'drizzle-orm'
import { connectReplica } from '#db/core/connection.ts'
import type { Db } from '#db/core/db.ts'
import { prepared } from '#db/core/preparedStatement.ts'
import { sqlState } from '#db/core/sqlErrors.ts'

/** Milliseconds for which the primary answers after a replica that could not be asked. */
const AVOIDED_MS = 5_000

/** Reads on replicas. */
export type Replica = Awaited<ReturnType<typeof createReplica>>

/**
 * The sessions of a person and how many answers each has stored. Where a replica says the same as the
 * primary, it has what the person's answered calls changed, in all sessions and by all servers.
 */
const ownChanges = sql`(
  select coalesce(string_agg(concat_ws(' ', encode(s.token_hash, 'hex'), extract(epoch from s.revoked_at), (
    select concat_ws(' ', count(*), count(r.answer), extract(epoch from max(r.at)))
    from idempotent_request r where r.caller_id = s.id
  )), ',' order by s.token_hash), '')
  from session s where s.person_id = ${sql.placeholder('personId')})`

const findPrimary = prepared(
  'state_of_primary',
  (db) =>
    db
      .select({
        position: sql<string>`pg_current_wal_flush_lsn()::text`,
        at: sql<string>`extract(epoch from clock_timestamp())::text`,
        changes: sql<string>`${ownChanges}`,
      })
      .from(sql`(select) as nothing`),
  'session',
)

/** An idle primary commits nothing: then the replica is at its position, however old its last commit. */
const compareReplica = prepared('state_of_replica', (db) =>
  db
    .select({
      isCurrent: sql<boolean | null>`${ownChanges} = ${sql.placeholder('changes')}::text
        and (pg_last_wal_replay_lsn() >= ${sql.placeholder('position')}::pg_lsn
          or ${sql.placeholder('at')}::float8 - extract(epoch from pg_last_xact_replay_timestamp())
            < ${sql.placeholder('maxLag')}::float8)`,
    })
    .from(sql`(select) as nothing`),
)

interface ReplicaOptions {
  /** Connections to the replicas. */
  size: number
  /** Receives the error of a replica that could not be asked. */
  report: (error: unknown) => void
  /** Seconds of the primary's commits that an answer may lack. */
  maxLag?: number
  /** Milliseconds that only grow. */
  clock?: { now: () => number }
}

/**
 * Reads on replicas what may be stale. The primary answers instead, without an error, while a replica
 * lacks a change of the caller's own, is too far behind, or fails.
 * @param url of the replicas
 */
export async function createReplica(
  url: string,
  primaryUrl: string,
  { size, report, maxLag = 10, clock = performance }: ReplicaOptions,
) {
  const replica = await connectReplica(url, primaryUrl, size)
  let avoidedUntil = 0
  return {
    /**
     * Runs `work` in a transaction of a replica that has the person's own changes; else on the primary.
     * What it throws on a replica does not count: it may be due to what the replica lacks.
     * @param work reads only
     */
    async read<T>(primary: Db, personId: string, work: (db: Db) => Promise<T>): Promise<T> {
      if (clock.now() < avoidedUntil) return await work(primary)
      // A primary that does not answer, or has just become a replica, fails in `work` too.
      const [state] = await findPrimary(primary)
        .execute({ personId })
        .catch(() => [])
      if (!state) return await work(primary)
      let isAsked = false
      try {
        const answer = await replica.db.transaction(async (tx) => {
          const [compared] = await compareReplica(tx).execute({ ...state, personId, maxLag })
          isAsked = true
          return compared?.isCurrent ? { fields: await work(tx) } : undefined
        })
        if (answer) return answer.fields
      } catch (error) {
        if (sqlState(error) === '25006') throw writeDefect(error)
        if (!isAsked) {
          avoidedUntil = clock.now() + AVOIDED_MS
          report(error)
        }
      }
      return await work(primary)
    },
    close: () => replica.close(),
  }
}

/** Without the refusal as its cause, which would count as an outage: the call would be repeated. */
const writeDefect = (refusal: unknown) =>
  new Error(`A call whose answer may be stale writes: ${String(refusal)}`)
