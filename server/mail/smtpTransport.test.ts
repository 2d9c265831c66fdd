import { pino } from 'pino'
import { describe, expect, onTestFinished, test } from 'vitest'
import { resetPassword } from '#contract/user/resetPassword.ts'
import type { Mail } from '#db/messaging/mailOutbox.ts'
import { startJobs } from '#server/jobs/jobRunner.ts'
import { mailJob } from '#server/mail/mailJob.ts'
import { createSmtpTransport } from '#server/mail/smtpTransport.ts'
import { runDueJobs } from '#testing/harness/jobSteps.ts'
import { startTcpProxy } from '#testing/harness/tcpProxy.ts'
import { codesIn, testServerForEachTest } from '#testing/harness/testServer.ts'
import { startTestSmtpServer } from '#testing/harness/testSmtpServer.ts'
import { createSelfSignedCertificate } from '#testing/programs/selfSignedCertificate.ts'

const ANA = 'ana@demo.surtidor.uy'
const server = testServerForEachTest()
const emailToAna = async () => (await server.mailsTo(ANA))[0] as Mail

describe('an SMTP server from which TLS is required', () => {
  const PASSWORD = 'clave-del-correo'
  const certificate = createSelfSignedCertificate()
  const unchanged = (bytes: Buffer) => bytes
  const stripped = (bytes: Buffer) =>
    Buffer.from(bytes.toString('latin1').replaceAll('STARTTLS', 'XXXXXXXX'), 'latin1')
  /** Sends one email through a proxy that changes what passes. */
  async function send(offered: typeof certificate | undefined, change: typeof unchanged) {
    const secure = await startTestSmtpServer(offered)
    const sent: Buffer[] = []
    const proxy = await startTcpProxy(secure.port, (bytes, isSent) => {
      if (isSent) sent.push(bytes)
      return change(bytes)
    })
    onTestFinished(async () => {
      proxy.close()
      await secure.close()
    })
    const url = new URL(`smtp://127.0.0.1:${proxy.port}`)
    url.username = 'surtidor'
    url.password = PASSWORD
    url.searchParams.set('tls.ca', certificate.cert)
    await server.stranger.call(resetPassword, { user: ANA })
    const { code, token } = codesIn(await emailToAna())
    const lines: object[] = []
    const log = pino({ base: null }, { write: (line) => lines.push(JSON.parse(line) as object) })
    const settings = { smtpUrl: url.href, from: 'avisos@surtidor.uy', requireTls: true }
    const job = mailJob(createSmtpTransport(settings, 20_000))
    const runner = await startJobs({ ...server.context, log }, [job])
    await runDueJobs([server.context])
    await runner.stop()
    const secrets = [PASSWORD, code, token, ANA]
    const readable = secrets.flatMap((secret) => [secret, btoa(secret)])
    readable.push(btoa(`\0surtidor\0${PASSWORD}`))
    const clear = Buffer.concat(sent).toString('latin1')
    return {
      received: secure.received.length,
      leaked: readable.filter((secret) => clear.includes(secret)),
      lines,
    }
  }

  test('gets an email encrypted, and the password too', async () => {
    expect(await send(certificate, unchanged)).toEqual({ received: 1, leaked: [], lines: [] })
  })

  test.each([
    ['offers no STARTTLS', undefined, unchanged],
    ['has its offer stripped on the way', certificate, stripped],
  ])('gets nothing in clear when it %s, and the email waits', async (_case, offered, change) => {
    expect(await send(offered, change)).toEqual({
      received: 0,
      leaked: [],
      lines: [
        expect.objectContaining({
          event: 'job.failed',
          job: 'mail',
          reason: 'ETLS: the SMTP server offers no TLS that this machine trusts',
        }),
      ],
    })
    const waiting = await emailToAna()
    expect(waiting).toMatchObject({ sentAt: null, deadAt: null, tries: 1 })
    expect(codesIn(waiting).code).not.toBe('')
  })
})
