import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { uuidOf } from '#db/core/uuid.ts'
import { mail } from '#db/tables/messaging.ts'
import { type JobRunner, startJobs } from '#server/jobs/jobRunner.ts'
import { adoptScheduledMails } from '#server/mail/adoptScheduledMails.ts'
import { mailJob } from '#server/mail/mailJob.ts'
import { ageJobs, runDueJobs } from '#testing/harness/jobSteps.ts'
import { startTestServer, type TestServer } from '#testing/harness/testServer.ts'

const HOUR = 3_600_000
const sent: string[] = []
let server: TestServer
let runner: JobRunner
beforeAll(async () => {
  server = await startTestServer()
  const transport = {
    send: async (email: { recipient: string }) => void sent.push(email.recipient),
  }
  runner = await startJobs(server.context, [mailJob(transport)])
})
afterAll(async () => {
  await runner.stop()
  await server.close()
})

describe('adoptScheduledMails', () => {
  test('adds one job for each unsent email of the previous version, at its time', async () => {
    const { context } = server
    const row = { subject: 'Aviso', text: 'x', html: 'x', at: context.now() }
    const inAnHour = new Date(Date.now() + HOUR)
    await context.db.insert(mail).values([
      { ...row, id: uuidOf('due'), event: 'due', recipient: 'due@x.uy', dueAt: context.now() },
      { ...row, id: uuidOf('leased'), event: 'leased', recipient: 'leased@x.uy', dueAt: inAnHour },
      { ...row, id: uuidOf('sent'), event: 'sent', recipient: 'sent@x.uy', sentAt: context.now() },
    ])
    await Promise.all([adoptScheduledMails(context), adoptScheduledMails(context)])
    await adoptScheduledMails(context)
    await runDueJobs([context])
    expect(sent).toEqual(['due@x.uy'])
    await ageJobs(context, HOUR)
    await runDueJobs([context])
    expect(sent).toEqual(['due@x.uy', 'leased@x.uy'])
  })
})
