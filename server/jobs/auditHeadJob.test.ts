import { rm } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, describe, expect, test } from 'vitest'
import { readAuditHead } from '#db/audit/auditHeadFile.ts'
import { appendAuditEntry, newestAuditEntry } from '#db/audit/auditLog.ts'
import { inTransaction } from '#db/core/connection.ts'
import { checkInvariants } from '#db/invariants/checkInvariants.ts'
import { auditHeadJob } from '#server/jobs/auditHeadJob.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'

const lines: Record<string, unknown>[] = []
const log = pino(
  { level: 'info' },
  { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
)
const server = testServerForFile({ given: { log } })
afterAll(async () => {
  const { dataDir } = server.context.config
  await rm(dataDir, { recursive: true, force: true })
})

const runJob = () => auditHeadJob.run(server.context, {}, new AbortController().signal)
const eventsOf = (event: string) => lines.filter((line) => line.event === event)
const stored = () => readAuditHead(server.context.config.dataDir)
const brokenCodes = async () =>
  (await checkInvariants(server.context.db, { auditHead: await stored() })).map(({ code }) => code)

describe('auditHeadJob', () => {
  test('AUD: records the newest entry, and keeps it when the owner deletes that and sets audit_head back', async () => {
    const { db, now } = server.context
    expect(await stored()).toBeNull()
    await inTransaction(db, (tx) =>
      appendAuditEntry(tx, {
        actorId: '5d0ca5e0-0000-8000-a000-000000000003',
        action: 'testEntry',
        subject: 'x',
        detail: {},
        at: now(),
      }),
    )
    const newest = await newestAuditEntry(db)
    await runJob()
    await runJob()
    expect(await stored()).toEqual(newest)
    expect(eventsOf('audit.head')).toEqual([expect.objectContaining({ ...newest, level: 30 })])
    expect(await brokenCodes()).toEqual([])

    const { owner } = server
    await owner.query('set session_replication_role = replica')
    await owner.query(`delete from audit where action = 'testEntry'`)
    await owner.query(`update audit_head h set seq = a.seq, hash = a.hash
      from (select seq, hash from audit order by seq desc limit 1) a`)
    await runJob()
    expect(await stored()).toEqual(newest)
    expect(eventsOf('audit.head_lost')).toEqual([
      expect.objectContaining({ seq: newest?.seq, level: 50 }),
    ])
    expect(await brokenCodes()).toEqual(['AUD'])
    expect((await db.execute(sql`select from audit where action = 'testEntry'`)).rowCount).toBe(0)
  })
})
