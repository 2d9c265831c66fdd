import { openDb } from '#db/connection.ts'
import { reachDatabase } from '#db/cliConnection.ts'
import { reasonOf } from '#db/cliErrorMessage.ts'
import { dbSettings } from '#db/config.ts'
import { verifyCardNumbers } from '#db/invariants/cardNumberScan.ts'
import type { Finding } from '#db/invariants/invariant.ts'
import { verifyDb } from '#db/invariants/checkInvariants.ts'
import { holdsCardNumber } from '#server/http/cardNumberDetector.ts'

/** `npm run verify`: the promises of the ledger and the payments on the database of the settings. */
async function main(): Promise<number> {
  const database = await reachDatabase(dbSettings())
  try {
    const opened = await openDb(database.url, 1)
    try {
      const findings = await verifyDb(opened.db, tell)
      const cards = await verifyCardNumbers(opened.db, holdsCardNumber)
      tell(cards)
      return [...findings, cards].filter(({ rows }) => rows.length > 0).length
    } finally {
      await opened.close()
    }
  } finally {
    await database.close()
  }
}

/** One line per promise, and under a broken one the rows that break it. */
function tell({ promise, says, rows }: Finding): void {
  const verdict = rows.length === 0 ? 'bien' : 'ROTA'
  process.stdout.write(`${promise.padEnd(4)}${verdict}  ${says}\n`)
  for (const row of rows) process.stdout.write(`      ${JSON.stringify(row)}\n`)
}

main().then(
  (broken) => process.exit(broken > 0 ? 1 : 0),
  (error: unknown) => {
    process.stderr.write(`surtidor: ${reasonOf(error)}\n`)
    process.exit(1)
  },
)
