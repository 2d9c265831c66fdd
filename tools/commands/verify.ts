import { readAuditHead } from '#db/audit/auditHeadFile.ts'
import { scanCardNumbers } from '#db/invariants/cardNumberScan.ts'
import { checkInvariants } from '#db/invariants/checkInvariants.ts'
import type { Violation } from '#db/invariants/invariant.ts'
import { containsCardNumber } from '#server/http/cardNumberDetector.ts'
import { runCommand, withDatabase } from '#tools/commands/runCommand.ts'

/** `npm run verify`: checks the invariants on the database that the settings name. */
runCommand(() =>
  withDatabase({ writes: false }, async ({ db }, { dataDir }) => {
    const violated = await checkInvariants(db, {
      onFinding: printResult,
      auditHead: await readAuditHead(dataDir),
      more: [(tx) => scanCardNumbers(tx, containsCardNumber)],
    })
    return violated.length > 0 ? 1 : 0
  }),
)

/** One line per invariant, followed by the rows that violate it. */
function printResult({ code, description, rows }: Violation): void {
  const result = rows.length === 0 ? 'bien' : 'ROTA'
  process.stdout.write(`${code.padEnd(4)}${result}  ${description}\n`)
  for (const row of rows) process.stdout.write(`      ${JSON.stringify(row)}\n`)
}
