import type { Client } from 'pg'
import { connectDb } from '#db/core/connection.ts'
import { withClient } from '#db/core/withClient.ts'
import { cardNumberScan } from '#db/invariants/cardNumberScan.ts'
import { checkInvariants } from '#db/invariants/checkInvariants.ts'
import type { Violation } from '#db/invariants/invariant.ts'
import { SECRET } from '#testing/harness/population.ts'

/** The checks of `npm run verify`; one entry per invariant, with the rows that violate it. */
export async function checkAllInvariants(databaseUrl: string): Promise<Violation[]> {
  const opened = await connectDb(databaseUrl, 1, SECRET, 0)
  try {
    const findings: Violation[] = []
    await checkInvariants(opened.db, {
      onFinding: (finding) => findings.push(finding),
      more: [cardNumberScan],
    })
    return findings
  } finally {
    await opened.close()
  }
}

/** Runs one query as the owner of the database. */
export const queryRows = <Row extends object>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> => withClient(url, async (client) => (await client.query<Row>(text, values)).rows)

/** Every row of every table as text, those of the job queues too. */
export async function storedTexts(owner: Client, without = ''): Promise<string> {
  const { rows } = await owner.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema') and tablename <> $1`,
    [without],
  )
  const texts: string[] = []
  for (const { name } of rows) {
    const all = await owner.query<{ text: string }>(`select t::text as text from ${name} t`)
    texts.push(...all.rows.map(({ text }) => text))
  }
  return texts.join('\n')
}
