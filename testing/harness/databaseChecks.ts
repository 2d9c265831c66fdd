import { connectDb } from '#db/core/connection.ts'
import { withClient } from '#db/core/withClient.ts'
import { scanCardNumbers } from '#db/invariants/cardNumberScan.ts'
import { checkInvariants } from '#db/invariants/checkInvariants.ts'
import type { Violation } from '#db/invariants/invariant.ts'
import { containsCardNumber } from '#server/http/cardNumberDetector.ts'
import { SECRET } from '#testing/harness/population.ts'

/** The checks of `npm run verify`; one entry per invariant, with the rows that violate it. */
export async function checkAllInvariants(databaseUrl: string): Promise<Violation[]> {
  const opened = await connectDb(databaseUrl, 1, SECRET)
  try {
    const findings: Violation[] = []
    await checkInvariants(opened.db, {
      onFinding: (finding) => findings.push(finding),
      more: [(tx) => scanCardNumbers(tx, containsCardNumber)],
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
