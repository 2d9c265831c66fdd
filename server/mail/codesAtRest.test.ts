import { describe, expect, test } from 'vitest'
import { requestEmailChange } from '#contract/user/requestEmailChange.ts'
import { resetPassword } from '#contract/user/resetPassword.ts'
import { insertMail } from '#db/messaging/mailOutbox.ts'
import { startJobs } from '#server/jobs/jobRunner.ts'
import { mailJob } from '#server/mail/mailJob.ts'
import { Undeliverable } from '#server/mail/smtpTransport.ts'
import { storedTexts } from '#testing/harness/databaseChecks.ts'
import { ageJobs, runDueJobs } from '#testing/harness/jobSteps.ts'
import { codesIn, PASSWORD, testServerForEachTest } from '#testing/harness/testServer.ts'

const MINUTE_MS = 60_000
const server = testServerForEachTest()
const email = (name: string) => `${name}@demo.surtidor.uy`

/** The codes and the tokens of the links of the emails that wait. */
async function waitingSecrets(...recipients: string[]): Promise<string[]> {
  const mails = await Promise.all(recipients.map((recipient) => server.mailsTo(recipient)))
  const secrets = mails.flat().flatMap((mail) => Object.values(codesIn(mail)))
  return secrets.filter((secret) => secret !== '')
}
/** Those of some secrets that stand in any table. */
async function stored(secrets: readonly string[]): Promise<string[]> {
  const texts = await storedTexts(server.owner)
  return secrets.filter((secret) => texts.includes(secret))
}
/** Runs the mail job every half hour, or every few minutes, for a while. */
async function letPass(times: number, minutes: number): Promise<void> {
  for (let passed = 0; passed < times; passed++) {
    await runDueJobs([server.context])
    server.wait(minutes * MINUTE_MS)
    await ageJobs(server.context, minutes * MINUTE_MS)
  }
  await runDueJobs([server.context])
}
/** Runs the mail job with an SMTP server that refuses some recipients and is busy for all others. */
async function withRefusals(refused: readonly string[], work: () => Promise<void>): Promise<void> {
  const send = ({ recipient }: { recipient: string }) =>
    Promise.reject(refused.includes(recipient) ? new Undeliverable('550') : new Error('busy'))
  const runner = await startJobs(server.context, [mailJob({ send })])
  await work().finally(() => runner.stop())
}

describe('codes and links in the database', () => {
  test('a code that another one replaces leaves the email that waits', async () => {
    const ask = () => server.stranger.call(resetPassword, { user: email('ana') })
    await ask()
    const replaced = await waitingSecrets(email('ana'))
    expect(await stored(replaced)).toEqual(replaced)
    await ask()
    expect(await stored(replaced)).toEqual([])
    expect(await waitingSecrets(email('ana'))).toHaveLength(2)
  })

  test('an email that is refused, or that waits for longer than its code is valid, keeps none', async () => {
    const [ana, fede, nova] = [email('ana'), email('fede'), 'nova@x.uy']
    await server.stranger.call(resetPassword, { user: ana })
    await server.stranger.call(resetPassword, { user: fede })
    const change = { email: nova, password: PASSWORD }
    await (await server.as('fede')).call(requestEmailChange, change)
    const secrets = await waitingSecrets(ana, fede, nova)
    expect(secrets).toHaveLength(7)
    await withRefusals([ana], async () => {
      await letPass(1, 1)
      expect(await stored(await waitingSecrets(ana))).toEqual([])
      expect(await stored(await waitingSecrets(fede, nova))).toHaveLength(5)
      await letPass(4, 6)
      expect(await stored(secrets)).toEqual([])
    })
  })

  test('an email that is refused for a day keeps nothing of its text', async () => {
    const { db, jobs, now } = server.context
    await db.transaction(async (tx) => {
      const link = 'https://surtidor.uy/#/resetPwdWeb?code=deshacer'
      const id = '7f1f0f5c-0a46-4a7f-9d52-0d5b61b7d0c1'
      const mail = { id, event: id, recipient: 'a@x.uy', subject: 'Aviso', at: now() }
      await insertMail(tx, { ...mail, text: link, html: `<a href="${link}">` })
      await jobs.add(tx, 'mail', { mail: id }, { id })
    })
    await withRefusals([], async () => {
      await letPass(20, 30)
      expect(await stored(['deshacer'])).toEqual(['deshacer'])
      await letPass(40, 30)
      expect(await stored(['deshacer'])).toEqual([])
    })
  })
})
