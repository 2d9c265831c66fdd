import { connectDb } from '#db/connection.ts'
import { connectForCli } from '#db/cliConnection.ts'
import { cliErrorMessage } from '#db/cliErrorMessage.ts'
import { readDbConfig } from '#db/config.ts'
import { scanCardNumbers } from '#db/invariants/cardNumberScan.ts'
import type { Violation } from '#db/invariants/invariant.ts'
import { checkInvariants } from '#db/invariants/checkInvariants.ts'
import { containsCardNumber } from '#server/http/cardNumberDetector.ts'

/** `npm run verify`: the promises of the ledger and the payments on the database of the settings. */
async function main(): Promise<number> {
  const database = await connectForCli(readDbConfig())
  try {
    const opened = await connectDb(database.url, 1)
    try {
      const findings = await checkInvariants(opened.db, tell)
      const cards = await scanCardNumbers(opened.db, containsCardNumber)
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
function tell({ code, description, rows }: Violation): void {
  const verdict = rows.length === 0 ? 'bien' : 'ROTA'
  process.stdout.write(`${code.padEnd(4)}${verdict}  ${description}\n`)
  for (const row of rows) process.stdout.write(`      ${JSON.stringify(row)}\n`)
}

main().then(
  (broken) => process.exit(broken > 0 ? 1 : 0),
  (error: unknown) => {
    process.stderr.write(`surtidor: ${cliErrorMessage(error)}\n`)
    process.exit(1)
  },
)
