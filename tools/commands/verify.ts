import { availableParallelism } from 'node:os'
import { readAuditHead } from '#db/audit/auditHeadFile.ts'
import { connectForCli } from '#db/cliConnection.ts'
import { cliErrorMessage } from '#db/cliErrorMessage.ts'
import { readDbConfig } from '#db/config.ts'
import { connectDb } from '#db/core/connection.ts'
import { scanCardNumbers } from '#db/invariants/cardNumberScan.ts'
import { checkInvariants } from '#db/invariants/checkInvariants.ts'
import type { Violation } from '#db/invariants/invariant.ts'
import { containsCardNumber } from '#server/http/cardNumberDetector.ts'

/** Checks at the same time: the database computes, one processor each. */
const CONNECTIONS = Math.max(2, Math.min(4, availableParallelism()))

/** `npm run verify`: checks the invariants on the database that the settings name. */
async function main(): Promise<number> {
  const config = readDbConfig()
  const database = await connectForCli(config)
  try {
    const opened = await connectDb(database.url, CONNECTIONS, config.secret)
    try {
      const results = await checkInvariants(opened.db, {
        onFinding: printResult,
        auditHead: await readAuditHead(config.dataDir),
        more: [(tx) => scanCardNumbers(tx, containsCardNumber)],
        connections: CONNECTIONS,
      })
      return results.filter(({ rows }) => rows.length > 0).length
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
