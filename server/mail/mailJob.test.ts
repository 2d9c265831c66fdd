import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { resetPassword } from '#contract/user/resetPassword.ts'
import { uuidOf } from '#db/core/uuid.ts'
import { insertMail, type Mail, newestMail } from '#db/messaging/mailOutbox.ts'
import { type JobRunner, startJobs } from '#server/jobs/jobRunner.ts'
import { mailJob } from '#server/mail/mailJob.ts'
import { createSmtpTransport, type MailTransport } from '#server/mail/smtpTransport.ts'
import { ageJobs, runDueJobs } from '#testing/harness/jobSteps.ts'
import { codesIn, testServerForEachTest } from '#testing/harness/testServer.ts'
import { startTestSmtpServer, type TestSmtpServer } from '#testing/harness/testSmtpServer.ts'
import { killJobProcess } from '#testing/programs/killedJobProcess.ts'

const FROM = 'Surtidor <avisos@surtidor.uy>'
const ANA = 'ana@demo.surtidor.uy'
const HALF_HOUR = 30 * 60_000
let runners: JobRunner[] = []
let smtp: TestSmtpServer
const server = testServerForEachTest()
beforeEach(async () => {
  smtp = await startTestSmtpServer()
})
afterEach(async () => {
  await Promise.all(runners.map((runner) => runner.stop()))
  runners = []
  await smtp.close()
})

const transportTo = (smtpUrl: string, timeoutMs = 20_000) =>
  createSmtpTransport({ smtpUrl, from: FROM, requireTls: false }, timeoutMs)
/** Starts a process's mail workers. */
async function startSending(
  transport: MailTransport = transportTo(smtp.url),
  context = server.context,
): Promise<void> {
  const quiet = { ...context, log: pino({ level: 'silent' }) }
  runners.push(await startJobs(quiet, [mailJob(transport)]))
}
const sendDue = () => runDueJobs([server.context])
/** Stores an email and its job. */
const put = (recipient: string, event = recipient, at = server.context.now()) =>
  server.context.db.transaction(async (tx) => {
    const id = uuidOf(event)
    const text = `para ${recipient}`
    await insertMail(tx, {
      id,
      event,
      recipient,
      subject: 'Aviso',
      text,
      html: `<p>${text}</p>`,
      at,
    })
    await server.context.jobs.add(tx, 'mail', { mail: id }, { id })
  })
const all = () => newestMail(server.context.db, 1000)
const sentTo = async (recipient: string) =>
  (await all()).find((one) => one.recipient === recipient) as Mail
/** Sends what is due every half hour, for so many hours. */
async function letPass(hours: number): Promise<void> {
  for (let passed = 0; passed < hours; passed += 0.5) {
    await sendDue()
    server.wait(HALF_HOUR)
    await ageJobs(server.context, HALF_HOUR)
  }
  await sendDue()
}

describe('the mail job', () => {
  test('sends a reset code over SMTP, as text and HTML, and then clears the body', async () => {
    await server.stranger.call(resetPassword, { user: ANA })
    const waiting = await sentTo(ANA)
    await startSending()
    await sendDue()
    const [received, ...more] = smtp.received
    expect(more).toEqual([])
    expect(received).toMatchObject({
      from: { name: 'Surtidor', address: 'avisos@surtidor.uy' },
      to: [{ address: ANA }],
      subject: 'Elegí una contraseña nueva',
      messageId: `<${waiting.id}@surtidor.uy>`,
    })
    const { code, token } = codesIn({ text: received?.text ?? '' })
    expect(code).toMatch(/^\w{4}-\w{4}$/)
    expect(received?.html).toContain(code)
    expect(received?.html).toContain(token)
    const stored = await sentTo(ANA)
    expect(stored).toMatchObject({ text: '', html: '', lastError: '' })
    expect(stored.sentAt).toEqual(server.context.now())
  })

  test('does not send an email again when the database is down after the SMTP server took it', async () => {
    await put('ana@x.uy')
    const { db } = server.context
    let isDown = false
    const failing = new Proxy(db, {
      get: (target, name) => {
        if (isDown && name === 'update') throw new Error('Connection terminated unexpectedly')
        return Reflect.get(target, name) as unknown
      },
    })
    const transport = transportTo(smtp.url)
    const sendBeforeOutage: MailTransport = {
      async send(email) {
        await transport.send(email)
        isDown = true
        setTimeout(() => (isDown = false), 800)
      },
    }
    await startSending(sendBeforeOutage, { ...server.context, db: failing })
    await sendDue()
    await letPass(1)
    expect(smtp.received).toHaveLength(1)
    expect(await sentTo('ana@x.uy')).toMatchObject({ tries: 1, deadAt: null })
    expect((await sentTo('ana@x.uy')).sentAt).not.toBeNull()
  })

  test('gives up a refused recipient at once, and tries a busy one again', async () => {
    smtp.faults.set('nadie@x.uy', 'refuse').set('luego@x.uy', 'busy')
    await put('nadie@x.uy')
    await put('luego@x.uy')
    await startSending()
    await sendDue()
    expect(await sentTo('nadie@x.uy')).toMatchObject({
      tries: 1,
      lastError: 'EENVELOPE 550',
    })
    expect((await sentTo('nadie@x.uy')).deadAt).not.toBeNull()
    expect(await sentTo('luego@x.uy')).toMatchObject({ tries: 1, deadAt: null, sentAt: null })
    smtp.faults.clear()
    await letPass(1)
    expect((await sentTo('luego@x.uy')).sentAt).not.toBeNull()
    expect(smtp.received).toHaveLength(1)
  })

  test('gives up an email that never goes through, and clears its body', async () => {
    smtp.faults.set('nunca@x.uy', 'busy')
    await put('nunca@x.uy')
    await startSending()
    await letPass(30)
    const dead = await sentTo('nunca@x.uy')
    expect(dead).toMatchObject({ sentAt: null, text: '', html: '' })
    expect(dead.deadAt).not.toBeNull()
    expect(dead.tries).toBeGreaterThan(10)
  })

  test('sends the others while some emails stall or lose their connection (X5)', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) {
      smtp.faults.set(`${name}@stall.uy`, 'stall')
      await put(`${name}@stall.uy`)
    }
    smtp.faults.set('z@die.uy', 'disconnect')
    await put('z@die.uy')
    for (let i = 0; i < 10; i++) await put(`${i}@good.uy`)
    const [patient, hasty] = [20_000, 500].map((timeout) => transportTo(smtp.url, timeout))
    await startSending({
      send: async (email) => (smtp.faults.has(email.recipient) ? hasty : patient)?.send(email),
    })
    await sendDue()
    const good = (await all()).filter(({ recipient }) => recipient.endsWith('@good.uy'))
    expect(good.filter(({ sentAt }) => sentAt)).toHaveLength(10)
    const bad = (await all()).filter(({ recipient }) => !recipient.endsWith('@good.uy'))
    expect(bad.every(({ tries, lastError }) => tries === 1 && lastError !== '')).toBe(true)
    smtp.faults.clear()
    await letPass(1)
    expect((await all()).every(({ sentAt }) => sentAt)).toBe(true)
  })

  test('sends everything when the SMTP server is back after hours', async () => {
    const { url } = smtp
    await smtp.close()
    await put('a@x.uy')
    await put('b@x.uy')
    const current = { transport: transportTo(url) }
    await startSending({ send: (email) => current.transport.send(email) })
    await letPass(5)
    expect((await all()).every(({ sentAt, deadAt }) => !sentAt && !deadAt)).toBe(true)
    smtp = await startTestSmtpServer()
    current.transport = transportTo(smtp.url)
    await letPass(3)
    const recipients = smtp.received.map((email) => email.to?.[0]?.address ?? '')
    expect(new Set(recipients)).toEqual(new Set(['a@x.uy', 'b@x.uy']))
    expect(recipients).toHaveLength(2)
  })

  test('sends each email once from several processes', async () => {
    for (let i = 0; i < 60; i++) await put(`${i}@x.uy`)
    const second = await server.second()
    const transport = transportTo(smtp.url)
    for (const context of [server.context, second.context]) await startSending(transport, context)
    await runDueJobs([server.context, second.context])
    const recipients = smtp.received.map((email) => email.to?.[0]?.address)
    expect(recipients).toHaveLength(60)
    expect(new Set(recipients).size).toBe(60)
  })

  test('sends the email of a process that was killed half-way, and not before', async () => {
    await put('a@x.uy')
    await killJobProcess(server.databaseUrl, 'mail')
    await startSending()
    const { boss } = server.context.jobs
    await boss.supervise('mail')
    await put('b@x.uy')
    await expect.poll(async () => (await sentTo('b@x.uy')).sentAt).not.toBeNull()
    expect((await sentTo('a@x.uy')).sentAt).toBeNull()
    await ageJobs(server.context, 60_000)
    await boss.supervise('mail')
    await ageJobs(server.context, 60_000)
    await sendDue()
    expect((await sentTo('a@x.uy')).sentAt).not.toBeNull()
    expect(smtp.received).toHaveLength(2)
  })

  test('stops only after the email that is being sent', async () => {
    await put('a@x.uy')
    const sending = Promise.withResolvers<void>()
    const accepted = Promise.withResolvers<void>()
    await startSending({
      send: async () => {
        sending.resolve()
        await accepted.promise
      },
    })
    await sending.promise
    const stopped = Promise.all(runners.map((runner) => runner.stop()))
    expect(await Promise.race([stopped, all()])).toHaveLength(1)
    expect((await sentTo('a@x.uy')).sentAt).toBeNull()
    accepted.resolve()
    await stopped
    expect((await sentTo('a@x.uy')).sentAt).not.toBeNull()
  })

  test('does not send an email that is older than a day', async () => {
    await put('a@x.uy', 'old', new Date(server.context.now().getTime() - 25 * 3_600_000))
    await startSending()
    await sendDue()
    expect(smtp.received).toEqual([])
    expect(await sentTo('a@x.uy')).toMatchObject({ lastError: 'too old' })
    expect((await sentTo('a@x.uy')).deadAt).not.toBeNull()
  })

  test('waits between tries from seconds to two hours, with jitter', async () => {
    const { db } = server.context
    smtp.faults.set('a@x.uy', 'busy')
    await put('a@x.uy')
    await startSending()
    const waits: number[] = []
    for (let tries = 1; tries < 20; tries++) {
      await sendDue()
      const { rows } = await db.execute<{ wait: number }>(
        sql`select extract(epoch from start_after - now())::float as wait from jobs.job where name = 'mail'`,
      )
      waits.push(rows[0]?.wait ?? 0)
      await ageJobs(server.context, 7_200_000)
    }
    const [first = 0, second = 0, third = 0] = waits
    for (const [wait, least, most] of [
      [first, 4, 10],
      [second, 9, 20],
      [third, 19, 40],
      [waits.at(-1) ?? 0, 3_600, 7_200],
    ] as const) {
      expect(wait).toBeGreaterThan(least)
      expect(wait).toBeLessThanOrEqual(most)
    }
  })
})
