import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { idempotentRequest } from '#db/tables/sessions.ts'
import type { JobRunner } from '#server/jobs/jobRunner.ts'
import { startBackgroundJobs } from '#server/registeredJobs.ts'
import { ageJobs, runDueJobs } from '#testing/harness/jobSteps.ts'
import { testServerForEachTest } from '#testing/harness/testServer.ts'

let runner: JobRunner
const server = testServerForEachTest()
beforeEach(async () => {
  const { context } = server
  runner = await startBackgroundJobs({ ...context, config: { ...context.config, jobs: true } })
})
afterEach(() => runner.stop())

const NO_SESSION = '00000000-0000-0000-0000-000000000000'

describe('retentionJob', () => {
  test('deletes expired rows a minute after the start of a server', async () => {
    const { db } = server.context
    const expired = { callerId: NO_SESSION, auditNumber: '1', bodyHash: Buffer.alloc(32) }
    await db.insert(idempotentRequest).values({ ...expired, at: new Date(0) })
    await runDueJobs([server.context])
    expect(await db.select().from(idempotentRequest)).toHaveLength(1)
    await ageJobs(server.context, 60_000)
    await runDueJobs([server.context])
    expect(await db.select().from(idempotentRequest)).toEqual([])
  })

  test('is scheduled once an hour', async () => {
    const [schedule] = await server.context.jobs.boss.getSchedules('retention')
    expect(schedule?.cron).toBe('17 * * * *')
  })
})
