import { randomUUID } from 'node:crypto'
import type { Client } from 'pg'
import type { ItemResult, ReportedItem } from '#contract/entities/reportedItem.ts'
import { inTransaction } from '#db/core/connection.ts'
import type { Db } from '#db/core/db.ts'
import { createRrnGenerator } from '#db/core/rrn.ts'
import { applyGroup, groupsOf } from '#db/stations/applyReport.ts'
import type { ReportingTerminal } from '#db/stations/saleHistory.ts'
import { FIXED_DATE } from '#testing/harness/fixedDate.ts'
import { noJobs } from '#testing/harness/jobSteps.ts'

/** Three terminals without a key: two of a station, and one of another. */
export async function insertTills(owner: Client): Promise<ReportingTerminal[]> {
  const { rows } = await owner.query<{ code: string }>(
    'select code from branch order by code limit 2',
  )
  const [one = '', other = ''] = rows.map(({ code }) => code)
  const tills = [one, one, other].map((branchCode) => ({ terminalId: randomUUID(), branchCode }))
  for (const { terminalId, branchCode } of tills)
    await owner.query(
      `insert into terminal (id, branch_code, name, created_at, code_hash, code_expires_at)
      values ($1, $2, $3, now(), $4, now())`,
      [terminalId, branchCode, terminalId, Buffer.from(terminalId)],
    )
  return tills
}

/** Reports items as a terminal whose signature was verified. */
export function reporter(db: Db) {
  const rrns = createRrnGenerator(db)
  return async (
    terminal: ReportingTerminal | undefined,
    items: ReportedItem[],
    now = FIXED_DATE,
  ) => {
    if (!terminal) throw new Error('no such till')
    const report = { terminal, now, nextRrn: () => rrns.next(), jobs: noJobs }
    const results: ItemResult[] = []
    for (const group of groupsOf(items))
      results.push(...(await inTransaction(db, (tx) => applyGroup(tx, report, group))))
    return results
  }
}
