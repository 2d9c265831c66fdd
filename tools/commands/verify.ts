import { readAuditHead } from '#db/auditHeadFile.ts'
import { connectForCli } from '#db/cliConnection.ts'
import { cliErrorMessage } from '#db/cliErrorMessage.ts'
import { readDbConfig } from '#db/config.ts'
import { connectDb } from '#db/connection.ts'
import { scanCardNumbers } from '#db/invariants/cardNumberScan.ts'
import { checkInvariants } from '#db/invariants/checkInvariants.ts'
import type { Violation } from '#db/invariants/invariant.ts'
import { containsCardNumber } from '#server/http/cardNumberDetector.ts'

/** `npm run verify`: checks the invariants on the database that the settings name. */
async function main(): Promise<number> {
  const config = readDbConfig()
  const database = await connectForCli(config)
  try {
    const opened = await connectDb(database.url, 1, config.secret)
    try {
      const violations = await checkInvariants(opened.db, {
        told: printResult,
        auditHead: await readAuditHead(config.dataDir),
      })
      const cards = await scanCardNumbers(opened.db, containsCardNumber)
      printResult(cards)
      return [...violations, cards].filter(({ rows }) => rows.length > 0).length
    } finally {
      await opened.close()
    }
  } finally {
    await database.close()
  }
}

/** One line per invariant, followed by the rows that violate it. */
function printResult({ code, description, rows }: Violation): void {
  const result = rows.length === 0 ? 'bien' : 'ROTA'
  process.stdout.write(`${code.padEnd(4)}${result}  ${description}\n`)
  for (const row of rows) process.stdout.write(`      ${JSON.stringify(row)}\n`)
}

main().then(
  (violated) => process.exit(violated > 0 ? 1 : 0),
  (error: unknown) => {
    process.stderr.write(`surtidor: ${cliErrorMessage(error)}\n`)
    process.exit(1)
  },
)
