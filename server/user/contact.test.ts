import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditNumber } from '#contract/header.ts'
import { contact } from '#contract/user/contact.ts'
import { contactMessages } from '#db/messaging/contactMessages.ts'
import { type TestServer, startTestServer, type Person } from '#testing/testServer.ts'

let server: TestServer
let ana: Person
beforeAll(async () => {
  server = await startTestServer()
  ana = await server.as('ana')
})
afterAll(() => server.close())

const ANA = 'ana@demo.surtidor.uy'
const message = {
  text: 'El aire de la estación no anda.\n¿Lo pueden mirar?',
  title: 'Aire <b>comprimido</b> & "agua"',
  type: 'Reclamo',
  branchCode: '',
}
const kept = () => contactMessages(server.context.db, 100)

test('ana writes about a station: an operator can read it, and she is told that it arrived', async () => {
  const { rows } = await server.context.db.execute<{ code: string }>(
    'select code from branch limit 1',
  )
  const code = rows[0]?.code ?? ''
  const answer = await ana.call(contact, { ...message, branchCode: code })
  expect(answer.responseHeader.responseCode).toBe('00')
  expect((await kept())[0]).toMatchObject({
    ...message,
    branchCode: code,
    branchName: expect.any(String),
    email: ANA,
    name: 'Ana Pereira',
  })
  const [mail] = await server.mailsTo(ANA)
  expect(mail?.subject).toBe('Recibimos tu mensaje')
  expect(mail?.text).toContain(message.title)
  expect(mail?.html).toContain('Aire &lt;b&gt;comprimido&lt;/b&gt; &amp; &quot;agua&quot;')
  expect(mail?.html).not.toContain('<b>comprimido')
})

test('sent twice by a phone in a tunnel, it is one message and one mail', async () => {
  const before = [(await kept()).length, (await server.mailsTo(ANA)).length]
  const header = { auditNumber: auditNumber(server.context.now(), 0.77) }
  for (let i = 0; i < 3; i++) await ana.call(contact, message, { header })
  await Promise.all([
    ana.call(contact, message, { header }),
    ana.call(contact, message, { header }),
  ])
  expect([(await kept()).length, (await server.mailsTo(ANA)).length]).toEqual(
    before.map((count) => count + 1),
  )
})

test('five in an hour are plenty; the sixth is told when to come back, and fede is not concerned', async () => {
  server.wait(3_600_001)
  for (let i = 0; i < 5; i++) {
    expect((await ana.call(contact, message)).status).toBe(200)
    server.wait(60_000)
  }
  const sixth = await ana.call(contact, message)
  expect([sixth.status, sixth.headers.get('retry-after')]).toEqual([429, String(55 * 60)])
  expect((await (await server.as('fede')).call(contact, message)).status).toBe(200)
  server.wait(55 * 60_000)
  expect((await ana.call(contact, message)).responseHeader.responseCode).toBe('00')
})

test('many at once are no way around the limit', async () => {
  server.wait(3_600_001)
  const answers = await Promise.all(Array.from({ length: 12 }, () => ana.call(contact, message)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
})

test.each([
  ['no text', { text: ' ' }, /Escribí tu mensaje/],
  ['no title', { title: '' }, /Escribí un título/],
  ['a station of nowhere', { branchCode: 'NADA' }, /estación no existe/],
  ['a title of two lines', { title: 'Hola\nBcc: x@y.uy' }, /título tiene caracteres/],
  ['a novel', { text: 'x'.repeat(4001) }, /como mucho 4000/],
])('a message with %s is refused', async (_what, bent, sentence) => {
  server.wait(3_600_001)
  const answer = await ana.call(contact, { ...message, ...bent })
  expect(answer.responseHeader.responseDescription).toMatch(sentence)
})
