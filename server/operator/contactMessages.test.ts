import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { toStamp } from '#contract/dates.ts'
import { MESSAGE_STATES } from '#contract/entities/contactMessage.ts'
import { type ContactMessage, contactMessages } from '#contract/operator/contactMessages.ts'
import { contact } from '#contract/user/contact.ts'
import { startForFile } from '#testing/harness/startFor.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'

const server = testServerForFile()
const elena = startForFile(() => server.as('elena'))

describe('contactMessages', () => {
  test('lists the messages, newest first, with sender and branch', async () => {
    const { rows } = await server.context.db.execute<{ code: string; name: string }>(
      sql`select code, name from branch limit 1`,
    )
    const [branch] = rows
    const ana = await server.as('ana')
    const fede = await server.as('fede')
    const fields = { title: 'Aire', text: 'No anda.\n¿Lo miran?', type: 'Reclamo' }
    await ana.call(contact, { ...fields, branchCode: branch?.code ?? '' })
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
      ...fields,
      id: expect.any(String),
      datetime,
      name: 'Ana Pereira',
      email: 'ana@demo.surtidor.uy',
      branchCode: branch?.code,
      branchName: branch?.name,
      state: 'RECEIVED',
      answer: '',
      answeredAt: '',
    })
  })

  test('filters by state; an empty state is all of them', async () => {
    const all = (await elena.call(contactMessages, { count: 200, state: '' })).messages
    for (const state of MESSAGE_STATES)
      expect((await elena.call(contactMessages, { count: 200, state })).messages).toEqual(
        all.filter((message) => message.state === state),
      )
    const answer = await elena.call(contactMessages, { state: 'OPEN' as never })
    expect(answer.responseHeader.responseDescription).toMatch(/ese estado no existe/i)
  })

  test('pages have no gap or overlap, also between messages of the same instant', async () => {
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
    ['an invalid cursor', { after: "1.1' or true" }],
    ['a cursor of another list', { after: '1788888888888.SOL-1' }],
    ['a count above the maximum', { count: 201 }],
    ['a count of 0', { count: 0 }],
  ])('rejects %s with a sentence', async (_name, ask) => {
    const answer = await elena.call(contactMessages, ask)
    expect(answer.status).toBe(200)
    expect(answer.responseHeader.responseCode).toBe('05')
    expect(answer.responseHeader.responseDescription).toMatch(/\.$/)
  })
})
