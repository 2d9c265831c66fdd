import { describe, expect, test } from 'vitest'
import { contact } from '#contract/user/contact.ts'
import { contactMessages } from '#db/messaging/contactMessages.ts'
import { startForEachTest } from '#testing/harness/startForTests.ts'
import { testServerForEachTest } from '#testing/harness/testServer.ts'

const server = testServerForEachTest()
const ana = startForEachTest(() => server.as('ana'))

const ANA = 'ana@demo.surtidor.uy'
const message = {
  text: 'El aire de la estación no anda.\n¿Lo pueden mirar?',
  title: 'Aire <b>comprimido</b> & "agua"',
  type: 'Reclamo',
  branchCode: '',
}
const storedMessages = () => contactMessages(server.context.db, {}, { count: 100 }).read()

describe('contact', () => {
  test('stores the message with its branch and sends an acknowledgement', async () => {
    const { rows } = await server.context.db.execute<{ code: string }>(
      'select code from branch limit 1',
    )
    const code = rows[0]?.code ?? ''
    const answer = await ana.call(contact, { ...message, branchCode: code })
    expect(answer.responseHeader.responseCode).toBe('00')
    expect((await storedMessages())[0]).toMatchObject({
      ...message,
      branchCode: code,
      branchName: expect.any(String),
      email: ANA,
      firstName: 'Ana',
      firstSurname: 'Pereira',
    })
    const [mail] = await server.mailsTo(ANA)
    expect(mail?.subject).toBe('Recibimos tu mensaje')
    expect(mail?.text).toContain(message.title)
    expect(mail?.html).toContain('Aire &lt;b&gt;comprimido&lt;/b&gt; &amp; &quot;agua&quot;')
    expect(mail?.html).not.toContain('<b>comprimido')
  })

  test('stores a message with an id of its sender once, whatever the session', async () => {
    const before = [(await storedMessages()).length, (await server.mailsTo(ANA)).length]
    const own = { ...message, clientMessageId: 'a1b2c3d4e5f60718293a4b5c6d7e8f90' }
    const [phone, browser] = [await server.as('ana'), await server.as('ana')]
    const raced = await Promise.all(
      Array.from({ length: 8 }, (_, i) => (i % 2 ? phone : browser).call(contact, own)),
    )
    expect(new Set(raced.map(({ responseHeader }) => responseHeader.responseCode))).toEqual(
      new Set(['00']),
    )
    // The answer was lost, the session ended, and the person signed in again.
    const later = await server.as('ana')
    expect((await later.call(contact, own)).responseHeader.responseCode).toBe('00')
    expect([(await storedMessages()).length, (await server.mailsTo(ANA)).length]).toEqual(
      before.map((count) => count + 1),
    )
    const changed = await later.call(contact, { ...own, text: 'Otro texto' })
    expect(changed.responseHeader.responseCode).toBe('05')
    // The id is the sender's: another person's message with it is another message.
    await (await server.as('fede')).call(contact, own)
    expect((await storedMessages()).length).toBe((before[0] ?? 0) + 2)
  })

  test('answers 429 to the sixth message of a user, and takes one more each twelve minutes', async () => {
    server.wait(3_600_001)
    for (let i = 0; i < 5; i++) {
      expect((await ana.call(contact, message)).status).toBe(200)
      server.wait(60_000)
    }
    const sixth = await ana.call(contact, message)
    expect([sixth.status, sixth.headers.get('retry-after')]).toEqual([429, String(7 * 60)])
    expect((await (await server.as('fede')).call(contact, message)).status).toBe(200)
    server.wait(7 * 60_000)
    expect((await ana.call(contact, message)).responseHeader.responseCode).toBe('00')
    expect((await ana.call(contact, message)).status).toBe(429)
  })

  test('accepts five of many concurrent messages', async () => {
    server.wait(3_600_001)
    const answers = await Promise.all(Array.from({ length: 12 }, () => ana.call(contact, message)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
  })
})

describe('contact with invalid fields', () => {
  test('rejects each', async () => {
    const cases = [
      ['no text', { text: ' ' }, /Escribí tu mensaje/],
      ['no title', { title: '' }, /Escribí un título/],
      ['an unknown branch', { branchCode: 'NADA' }, /estación no existe/],
      ['a title of two lines', { title: 'Hola\nBcc: x@y.uy' }, /título tiene caracteres/],
      ['a short id', { clientMessageId: 'abc' }, /El id del mensaje tiene de 16 a 64/],
      ['a text of 4001 characters', { text: 'x'.repeat(4001) }, /como mucho 4000/],
    ] as const
    for (const [what, bent, sentence] of cases) {
      server.wait(3_600_001)
      const answer = await ana.call(contact, { ...message, ...bent })
      expect.soft(answer.responseHeader.responseDescription, what).toMatch(sentence)
    }
  })
})
