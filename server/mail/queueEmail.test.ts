import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { Db } from '#db/core/db.ts'
import { RESET_PASSWORD } from '#server/mail/emailTemplates.ts'
import { queueEmail } from '#server/mail/queueEmail.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'

const server = testServerForFile()

const queueReset = (tx: Db, recipient: string) =>
  queueEmail(server.context, tx, RESET_PASSWORD, {
    recipient,
    event: `reset ${recipient}`,
    values: { code: 'ABCD-1234', link: 'x' },
  })
/** The stored jobs for an email, whole. */
const jobsOf = async (mail: string | undefined) => {
  const { rows } = await server.context.db.execute<{ job: object }>(
    sql`select to_jsonb(job) as job from jobs.job where name = 'mail' and data->>'mail' = ${mail}`,
  )
  return rows.map(({ job }) => job)
}
const countJobs = async () =>
  (await server.context.db.execute(sql`select from jobs.job where name = 'mail'`)).rowCount

describe('queueEmail', () => {
  test('stores neither the email nor its job when the transaction rolls back', async () => {
    const before = await countJobs()
    const failing = server.context.db.transaction(async (tx) => {
      await queueReset(tx, 'rolled@x.uy')
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    expect(await server.mailsTo('rolled@x.uy')).toEqual([])
    expect(await countJobs()).toBe(before)
  })

  test('stores one email and one job for an event', async () => {
    for (let times = 0; times < 2; times++)
      await server.context.db.transaction((tx) => queueReset(tx, 'once@x.uy'))
    const [email, ...more] = await server.mailsTo('once@x.uy')
    expect(more).toEqual([])
    expect(await jobsOf(email?.id)).toHaveLength(1)
  })

  test('names the email in the job, and neither the person nor the code', async () => {
    await server.context.db.transaction((tx) => queueReset(tx, 'person@x.uy'))
    const [email] = await server.mailsTo('person@x.uy')
    const stored = JSON.stringify(await jobsOf(email?.id))
    expect(stored).not.toContain('person@x.uy')
    expect(stored).not.toContain('ABCD')
  })
})
