import { readAuditHead, writeAuditHead } from '#db/audit/auditHeadFile.ts'
import { auditHashAt, newestAuditEntry } from '#db/audit/auditLog.ts'
import type { Job } from '#server/jobs/job.ts'

/**
 * Records the newest audit entry outside the database, every ten minutes and a minute after a start:
 * in the log and in the data folder. The owner of the database can delete the last entries, and set
 * `audit_head` back, but reaches neither.
 */
export const auditHeadJob: Job = {
  queue: 'audit_head',
  schedule: { cron: '*/10 * * * *', secondsAfterStart: 60 },
  run: async ({ db, config, log }) => {
    const stored = await readAuditHead(config.dataDir)
    if (stored && (await auditHashAt(db, stored.seq)) !== stored.hash) {
      log.error(
        { event: 'audit.head_lost', seq: stored.seq },
        'The audit does not contain the entry that the data folder remembers as its newest.',
      )
      return
    }
    const newest = await newestAuditEntry(db)
    if (!newest || newest.seq === stored?.seq) return
    log.info({ event: 'audit.head', ...newest }, 'The newest entry of the audit.')
    await writeAuditHead(config.dataDir, newest)
  },
}
