import type { AddressInfo, Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { Client } from 'pg'
import { pino } from 'pino'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { contact } from '#contract/user/contact.ts'
import { resetPassword } from '#contract/user/resetPassword.ts'
import { type Mail, newestMail, queueMail } from '#db/messaging/mailOutbox.ts'
import { uuidOf } from '#db/core/uuid.ts'
import { codesIn, type TestServer, startTestServer } from '#testing/testServer.ts'
import { type OutboxWorker, startOutboxWorker, retryDelay } from '#server/mail/outboxWorker.ts'
import { createSmtpTransport, type MailTransport } from '#server/mail/smtpTransport.ts'

/** A post office on a real socket, that a test may make behave badly. */
interface Office {
  url: string
  got: Email[]
  /** What it does with whom; nothing special by default. */
  moods: Map<string, 'refuse' | 'later' | 'stall' | 'die'>
  close(): Promise<void>
}

async function openOffice(): Promise<Office> {
  const got: Email[] = []
  const moods: Office['moods'] = new Map()
  const sockets = new Map<number | undefined, Socket>()
  const take = async (stream: Readable, done: () => void) => {
    got.push(await PostalMime.parse(await buffer(stream)))
    done()
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onRcptTo: ({ address }, _session, done) => {
      const mood = moods.get(address)
      if (mood === 'refuse')
        return done(Object.assign(new Error('nobody here'), { responseCode: 550 }))
      if (mood === 'later') return done(Object.assign(new Error('busy'), { responseCode: 451 }))
      if (mood === 'stall') return
      done()
    },
    onData: (stream, session, done) => {
      const dies = session.envelope.rcptTo.some(({ address }) => moods.get(address) === 'die')
      if (dies) sockets.get(session.remotePort)?.destroy()
      else void take(stream, done)
    },
  })
  server.on('error', () => {})
  server.server.on('connection', (socket: Socket) => sockets.set(socket.remotePort, socket))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    got,
    moods,
    close: () =>
      new Promise((done) => {
        for (const socket of sockets.values()) socket.destroy()
        server.close(() => done())
      }),
  }
}

const FROM = 'Surtidor <avisos@surtidor.uy>'
const ANA = 'ana@demo.surtidor.uy'
let senders: OutboxWorker[] = []
let testServer: TestServer
let office: Office
beforeEach(async () => {
  testServer = await startTestServer()
  office = await openOffice()
})
afterEach(async () => {
  await Promise.all(senders.map((sender) => sender.stop()))
  senders = []
  await office.close()
  await testServer.close()
})

/** A sender on the house's clock: it tries again when the test lets time pass. */
function senderOf(
  post: MailTransport = createSmtpTransport(office.url, FROM, 20_000),
  context = testServer.context,
) {
  const sender = startOutboxWorker({ ...context, log: pino({ level: 'silent' }) }, post)
  senders.push(sender)
  return sender
}
/** Until nothing is due and nothing under way. */
const settled = async () => {
  for (const sender of senders) await sender.now()
}
const put = (recipient: string, event = recipient, at = testServer.context.now()) =>
  queueMail(testServer.context.db, {
    id: uuidOf(event),
    event,
    recipient,
    subject: 'Aviso',
    text: `para ${recipient}`,
    html: `<p>para ${recipient}</p>`,
    at,
  })
const all = () => newestMail(testServer.context.db, 1000)
const of = async (recipient: string) =>
  (await all()).find((mail) => mail.recipient === recipient) as Mail
/** Lets the clock run until nothing is due any more, or `hours` have gone by. */
async function letPass(hours: number) {
  for (let minutes = 0; minutes < hours * 60; minutes += 30) {
    await settled()
    testServer.wait(30 * 60_000)
  }
  await settled()
}
test('a reset code travels over real SMTP, in text and HTML, and is then wiped here', async () => {
  await testServer.stranger.call(resetPassword, { user: ANA })
  const waiting = await of(ANA)
  senderOf()
  await settled()
  const [mail, ...more] = office.got
  expect(more).toEqual([])
  expect(mail).toMatchObject({
    from: { name: 'Surtidor', address: 'avisos@surtidor.uy' },
    to: [{ address: ANA }],
    subject: 'Elegí una contraseña nueva',
    messageId: `<${waiting.id}@surtidor.uy>`,
  })
  const { code, token } = codesIn({ text: mail?.text ?? '' })
  expect(code).toMatch(/^\w{4}-\w{4}$/)
  expect(mail?.html).toContain(code)
  expect(mail?.html).toContain(token)
  const kept = await of(ANA)
  expect(kept).toMatchObject({ text: '', html: '', dueAt: null, lastError: '' })
  expect(kept.sentAt).toEqual(testServer.context.now())
})

test('what a person wrote is shown, not obeyed', async () => {
  const ana = await testServer.as('ana')
  const title = '</p><script>alert(1)</script> {{code}} & «ñandú»'
  await ana.call(contact, { text: 'x', title, type: 'Otro' })
  senderOf()
  await settled()
  expect(office.got[0]?.text).toContain(`«${title}»`)
  expect(office.got[0]?.html).not.toContain('<script>')
  expect(office.got[0]?.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; {{code}} &amp;')
})

test('an address that does not exist is given up at once, and a busy one is tried again', async () => {
  office.moods.set('nadie@x.uy', 'refuse').set('luego@x.uy', 'later')
  await put('nadie@x.uy')
  await put('luego@x.uy')
  senderOf()
  await settled()
  expect(await of('nadie@x.uy')).toMatchObject({
    dueAt: null,
    tries: 1,
    lastError: 'EENVELOPE 550',
  })
  expect((await of('nadie@x.uy')).deadAt).not.toBeNull()
  expect(await of('luego@x.uy')).toMatchObject({ tries: 1, deadAt: null, sentAt: null })
  office.moods.clear()
  await letPass(1)
  expect((await of('luego@x.uy')).sentAt).not.toBeNull()
  expect(office.got).toHaveLength(1)
})

test('one that never goes through ends as a dead letter, with its text for who looks into it', async () => {
  office.moods.set('nunca@x.uy', 'later')
  await put('nunca@x.uy')
  senderOf()
  await letPass(30)
  const dead = await of('nunca@x.uy')
  expect(dead).toMatchObject({ dueAt: null, sentAt: null, text: 'para nunca@x.uy' })
  expect(dead.deadAt).not.toBeNull()
  expect(dead.tries).toBeGreaterThan(10)
})

test('mails that stall or break the line hold up nobody else', async () => {
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) {
    office.moods.set(`${name}@stall.uy`, 'stall')
    await put(`${name}@stall.uy`)
  }
  office.moods.set('z@die.uy', 'die')
  await put('z@die.uy')
  testServer.wait(10)
  for (let i = 0; i < 10; i++) await put(`${i}@good.uy`)
  const [patient, hasty] = [20_000, 500].map((patience) =>
    createSmtpTransport(office.url, FROM, patience),
  )
  senderOf({
    send: async (mail) => (office.moods.has(mail.recipient) ? hasty : patient)?.send(mail),
  })
  await settled()
  const good = (await all()).filter(({ recipient }) => recipient.endsWith('@good.uy'))
  expect(good.filter(({ sentAt }) => sentAt)).toHaveLength(10)
  const bad = (await all()).filter(({ recipient }) => !recipient.endsWith('@good.uy'))
  expect(bad.every(({ tries, lastError }) => tries === 1 && lastError !== '')).toBe(true)
  office.moods.clear()
  await letPass(1)
  expect((await all()).every(({ sentAt }) => sentAt)).toBe(true)
})

test('an office that is closed for hours gets it all when it opens again', async () => {
  const { url } = office
  await office.close()
  await put('a@x.uy')
  await put('b@x.uy')
  const open = { now: createSmtpTransport(url, FROM, 20_000) }
  senderOf({ send: (mail) => open.now.send(mail) })
  await letPass(5)
  expect((await all()).every(({ sentAt, deadAt }) => !sentAt && !deadAt)).toBe(true)
  office = await openOffice()
  open.now = createSmtpTransport(office.url, FROM, 20_000)
  await letPass(3)
  const to = office.got.map((mail) => mail.to?.[0]?.address ?? '')
  expect(new Set(to)).toEqual(new Set(['a@x.uy', 'b@x.uy']))
  expect(to).toHaveLength(2)
})

test('several processes send each mail once', async () => {
  for (let i = 0; i < 60; i++) await put(`${i}@x.uy`)
  const second = await testServer.second()
  const post = createSmtpTransport(office.url, FROM, 20_000)
  for (const context of [testServer.context, second.context, second.context])
    senderOf(post, context)
  await Promise.all(senders.map((sender) => sender.now()))
  const to = office.got.map((mail) => mail.to?.[0]?.address)
  expect(to).toHaveLength(60)
  expect(new Set(to).size).toBe(60)
})

test('what a process that died was about to send is sent by another when the lease is over', async () => {
  await put('a@x.uy')
  const dead = senderOf({ send: () => new Promise(() => {}) })
  senders = []
  await expect.poll(async () => (await of('a@x.uy')).tries).toBe(1)
  // It takes no more, and what it was sending is never over.
  void dead.stop()
  senderOf()
  await settled()
  expect(office.got).toEqual([])
  testServer.wait(60_000)
  await settled()
  expect(office.got).toHaveLength(1)
})

test('who asks for all that is due waits also for a mail that is just being taken', async () => {
  const owner = new Client({ connectionString: testServer.databaseUrl })
  await owner.connect()
  // Whoever takes a mail, or says what became of it, stands still before it is written.
  await owner.query(`select pg_advisory_lock(1);
    create function stand_still() returns trigger language plpgsql
      as 'begin perform pg_advisory_xact_lock(1); return new; end';
    create trigger still before update on mail for each row execute function stand_still()`)
  const standing = async () =>
    (await owner.query('select from pg_locks where not granted')).rows.length
  await put('a@x.uy')
  const sender = senderOf()
  await expect.poll(standing).toBe(1)
  const everything = sender.now()
  // By then its own places have found nothing: the mail is locked by who is taking it.
  for (let i = 0; i < 20; i++) await all()
  await owner.query('select pg_advisory_unlock(1)')
  await everything
  await owner.end()
  expect(office.got).toHaveLength(1)
})

test('a mail of another day is of no use to anybody: it is not sent', async () => {
  await put('a@x.uy', 'old', new Date(testServer.context.now().getTime() - 25 * 3_600_000))
  senderOf()
  await settled()
  expect(office.got).toEqual([])
  expect(await of('a@x.uy')).toMatchObject({ lastError: 'too old' })
})

const luck = (byte: number) => (tries: number) => retryDelay(tries, () => Buffer.alloc(4, byte))
test('the waits grow from seconds to hours and never fall together', () => {
  expect([1, 2, 3, 20].map(luck(0))).toEqual([2500, 5000, 10_000, 3_600_000])
  expect([1, 2, 3, 20].map(luck(0xff))).toEqual([5000, 10_000, 20_000, 7_200_000])
})
