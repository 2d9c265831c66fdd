import { truncateSync, writeFileSync } from 'node:fs'
import type { Client } from 'pg'

/** Tables with fewer rows do not grow with drivers, sales or time. */
const FEW = 900
/** Bytes of a page, and pages of one file of a table. */
const [PAGE, SEGMENT] = [8_192, 131_072]

/**
 * Makes PostgreSQL's planner take each table with many rows, and its indexes, for so many times their size.
 * The planner scales the statistics of `analyze` by the length of the files: these grow by sparse, empty
 * pages, which no index leads to.
 * @returns the names of the tables with many rows
 */
export async function scaleStatistics(client: Client, times: number): Promise<Set<string>> {
  await client.query('vacuum analyze')
  const { rows } = await client.query<{ name: string; kind: string; path: string; pages: number }>(
    `select c.relname as name, c.relkind as kind, current_setting('data_directory') || '/' || pg_relation_filepath(c.oid) as path, c.relpages as pages
      from pg_class t left join pg_index i on i.indrelid = t.oid join pg_class c on c.oid in (t.oid, i.indexrelid)
      where t.relkind = 'r' and t.reltuples >= ${FEW} and t.relnamespace = 'public'::regnamespace group by c.oid`,
  )
  for (const { name, kind, path, pages } of rows) {
    const length = pages * times
    for (let segment = 0; segment * SEGMENT < length; segment += 1) {
      const file = segment === 0 ? path : `${path}.${segment}`
      if (segment > 0) writeFileSync(file, '')
      truncateSync(file, Math.min(SEGMENT, length - segment * SEGMENT) * PAGE)
    }
    if (kind === 'r') await client.query(`alter table "${name}" set (autovacuum_enabled = false)`)
  }
  return new Set(rows.flatMap(({ name, kind }) => (kind === 'r' ? [name] : [])))
}
