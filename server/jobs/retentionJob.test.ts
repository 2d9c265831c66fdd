import { expect, test } from 'vitest'
import { idempotentRequest } from '#db/tables/sessions.ts'
import { startRetentionJob } from '#server/jobs/retentionJob.ts'
import { startTestServer } from '#testing/testServer.ts'

test('what is overdue is forgotten without anybody asking, and a house that closes waits for no hour', async () => {
  const server = await startTestServer()
  const { context } = server
  const old = { sessionHash: Buffer.alloc(32), auditNumber: '1', bodyHash: Buffer.alloc(32) }
  await context.db.insert(idempotentRequest).values({ ...old, at: new Date(0) })
  const chores = startRetentionJob(context, 0)
  await expect.poll(() => context.db.select().from(idempotentRequest)).toEqual([])
  // It sleeps for an hour, and is woken to be told to stop.
  await chores.stop()
  await server.close()
})
