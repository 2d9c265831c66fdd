import type { AddressInfo, Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import type { Certificate } from '#testing/programs/selfSignedCertificate.ts'

/** An SMTP server on a real socket that a test may make fail. */
export type TestSmtpServer = Awaited<ReturnType<typeof startTestSmtpServer>>

/** @param certificate of its STARTTLS, which it does not offer without one */
export async function startTestSmtpServer(certificate?: Certificate, host = '127.0.0.1') {
  const received: Email[] = []
  /**
   * How it fails, by recipient: a permanent refusal, a temporary one, no answer, or a connection that
   * ends in the middle of the email.
   */
  const faults = new Map<string, 'refuse' | 'busy' | 'stall' | 'disconnect'>()
  const sockets = new Map<number | undefined, Socket>()
  const receive = async (stream: Readable, done: () => void) => {
    // A stream of a lost connection fails; its email was not received.
    const email = await buffer(stream).catch(() => null)
    if (email) received.push(await PostalMime.parse(email))
    done()
  }
  const server = new SMTPServer({
    ...(certificate ?? { disabledCommands: ['STARTTLS'] }),
    authOptional: true,
    allowInsecureAuth: true,
    onAuth: (_given, _session, done) => done(null, { user: 'surtidor' }),
    logger: false,
    onRcptTo: ({ address }, _session, done) => {
      const fault = faults.get(address)
      if (fault === 'refuse')
        return done(Object.assign(new Error('no such mailbox'), { responseCode: 550 }))
      if (fault === 'busy') return done(Object.assign(new Error('busy'), { responseCode: 451 }))
      if (fault === 'stall') return
      done()
    },
    onData: (stream, session, done) => {
      const { rcptTo } = session.envelope
      if (rcptTo.some(({ address }) => faults.get(address) === 'disconnect'))
        sockets.get(session.remotePort)?.destroy()
      else void receive(stream, done)
    },
  })
  server.on('error', () => {})
  server.server.on('connection', (socket: Socket) => sockets.set(socket.remotePort, socket))
  await new Promise<void>((done) => server.listen(0, host, done))
  const { port } = server.server.address() as AddressInfo
  return {
    port,
    url: `smtp://${host}:${port}`,
    received,
    faults,
    close: () =>
      new Promise<void>((done) => {
        for (const socket of sockets.values()) socket.destroy()
        server.close(() => done())
      }),
  }
}
