import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toStamp } from '#contract/dates.ts'
import { type ContactMessage, contactMessages } from '#contract/operator/contactMessages.ts'
import { contact } from '#contract/user/contact.ts'
import { type TestServer, startTestServer, type Person } from '#testing/testServer.ts'

let server: TestServer
let elena: Person
beforeAll(async () => {
  server = await startTestServer()
  elena = await server.as('elena')
})
afterAll(() => server.close())

test('elena reads what ana and fede wrote, newest first, with who they are and of which station', async () => {
  const { rows } = await server.context.db.execute<{ code: string; name: string }>(
    sql`select code, name from branch limit 1`,
  )
  const [branch] = rows
  const ana = await server.as('ana')
  const fede = await server.as('fede')
  const hers = { title: 'Aire', text: 'No anda.\n¿Lo miran?', type: 'Reclamo' }
  await ana.call(contact, { ...hers, branchCode: branch?.code ?? '' })
  const datetime = toStamp(server.context.now())
  server.wait(60_000)
  await fede.call(contact, { title: 'Gracias', text: 'Todo bien.', type: 'Felicitación' })

  const { messages, next } = await elena.call(contactMessages, {})
  expect(next).toBe('')
  expect(messages.slice(0, 2).map(({ name, title }) => `${name}: ${title}`)).toEqual([
    'Federico Cabrera: Gracias',
    'Ana Pereira: Aire',
  ])
  expect(messages[0]).toMatchObject({ branchCode: '', branchName: '' })
  expect(messages[1]).toEqual({
    ...hers,
    id: expect.any(String),
    datetime,
    name: 'Ana Pereira',
    email: 'ana@demo.surtidor.uy',
    branchCode: branch?.code,
    branchName: branch?.name,
  })
})

test('pages chain without a gap or an overlap, also between messages of one instant', async () => {
  await server.context.db.execute(
    sql`insert into contact_message select gen_random_uuid(), id, 'Otro', 'T', 'T' || n, '', '2026-09-01T12:00:00Z'
      from person, generate_series(1, 3) n`,
  )
  const whole = (await elena.call(contactMessages, { count: 200 })).messages
  const chained: ContactMessage[] = []
  let after = ''
  do {
    const page = await elena.call(contactMessages, { count: 7, after })
    expect(page.messages.length).toBeLessThanOrEqual(7)
    chained.push(...page.messages)
    after = page.next
  } while (after !== '')
  expect(whole.length).toBeGreaterThan(30)
  expect(chained).toEqual(whole)
})

test.each([
  ['a cursor that we never gave', { after: "1.1' or true" }],
  ['a cursor of another list', { after: '1788888888888.SOL-1' }],
  ['more than fit in an answer', { count: 201 }],
  ['none at all', { count: 0 }],
])('%s is refused with a sentence', async (_what, ask) => {
  const answer = await elena.call(contactMessages, ask)
  expect(answer.status).toBe(200)
  expect(answer.responseHeader.responseCode).toBe('05')
  expect(answer.responseHeader.responseDescription).toMatch(/\.$/)
})

test('a session that has shown no second factor reads nothing', async () => {
  await server.context.db.execute(
    sql`update session set second_factor_at = null where token_hash = sha256(${elena.token}::text::bytea)`,
  )
  const answer = await elena.call(contactMessages, {})
  expect(answer.responseHeader.responseCode).toBe('05')
  expect(answer.messages).toBeUndefined()
})
