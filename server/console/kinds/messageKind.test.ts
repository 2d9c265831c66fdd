import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { MESSAGE_STATES } from '#contract/entities/contactMessage.ts'
import { objects } from '#contract/operator/objects.ts'
import { contact } from '#contract/user/contact.ts'
import { dataViews } from '#contract/user/dataViews.ts'
import { factOf, objectSteps } from '#testing/console/objectSteps.ts'
import { startForFile } from '#testing/harness/startForTests.ts'
import { accepted } from '#testing/harness/testClient.ts'
import { type Person, testServerForFile } from '#testing/harness/testServer.ts'

const server = testServerForFile()
const ana = startForFile(() => server.as('ana'))
let operator: Person
let elena: ReturnType<typeof objectSteps>
beforeAll(async () => {
  operator = await server.as('elena')
  elena = objectSteps(operator, 'message')
})

describe('the list of messages', () => {
  test('is newest first, with masked sender and branch', async () => {
    const fields = { title: 'Aire', text: 'No anda.\n¿Lo miran?', type: 'Reclamo' }
    await ana.call(contact, { ...fields, branchCode: 'E004' })
    server.wait(60_000)
    const fede = await server.as('fede')
    await fede.call(contact, { title: 'Gracias', text: 'Todo bien.', type: 'Felicitación' })
    const rows = (await elena.list()).slice(0, 2)
    expect(rows.map(({ cells }) => cells.slice(0, 2).map(({ text }) => text))).toEqual([
      ['Gracias', 'Federico C.'],
      ['Aire', 'Ana P.'],
    ])
    const [first, last] = rows.map(({ cells }) => cells)
    expect(first?.[2]).toEqual({ text: '' })
    expect(last?.[2]?.text).not.toBe('')
    expect(last?.[4]).toEqual({ text: 'Sin responder', tone: 'warn' })
  })

  test('filters by state and by type', async () => {
    const all = await elena.list()
    const states = await Promise.all(MESSAGE_STATES.map((state) => elena.list({ state })))
    expect(
      states
        .flat()
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(all.map(({ id }) => id).toSorted())
    for (const rows of states) expect(new Set(rows.map(({ cells }) => cells[4]?.text)).size).toBe(1)
    expect(await elena.list({ type: 'Felicitación' })).toHaveLength(
      all.filter(({ cells }) => cells[6]?.text === 'Felicitación').length,
    )
  })

  test('has pages without gap or overlap, also between messages of the same instant', async () => {
    await server.context.db.execute(
      sql`insert into contact_message select gen_random_uuid(), id, 'Otro', 'T', 'T' || n, '', '2026-09-01T12:00:00Z'
      from person, generate_series(1, 3) n`,
    )
    const whole = (await elena.list()).map(({ id }) => id)
    expect(whole.length).toBeGreaterThan(30)
    expect(await elena.paged(7)).toEqual(whole)
  })

  test.each(["1.1' or true", '1788888888888.SOL-1'])('refuses the cursor %s', async (after) => {
    const { responseHeader } = await operator.call(objects, { kind: 'message', after })
    expect(responseHeader.responseDescription).toMatch(/\.$/)
    expect(responseHeader.responseCode).toBe('05')
  })
})

describe('the page of a message', () => {
  test('has the text, and shows the sender on demand, of which the sender is told', async () => {
    server.wait(60_000)
    await ana.call(contact, { title: 'Ducha', text: 'Fría.\nSiempre.', type: 'Reclamo' })
    const id = (await elena.list())[0]?.id ?? ''
    const masked = await elena.page(id)
    expect(masked.conversation).toMatchObject([
      { side: 'driver', by: 'Ana P.', text: 'Fría.\nSiempre.' },
    ])
    accepted(await elena.act(id, 'note', { text: 'La llamo.' }))
    const { conversation, timeline } = await elena.page(id)
    expect(conversation?.[1]).toMatchObject({
      side: 'note',
      by: 'Elena Rodríguez',
      text: 'La llamo.',
    })
    expect(timeline.map(({ title }) => title)).not.toContain('Nota')
    expect(factOf(masked, 'De')).toMatchObject({ text: 'Ana P.', link: { kind: 'driver' } })
    expect(factOf(masked, 'Correo')?.text).toBe('a•••@demo.surtidor.uy')
    expect(masked.masked).toBe(true)
    const shown = await elena.page(id, true)
    expect(factOf(shown, 'De')?.text).toBe('Ana Pereira')
    expect(factOf(shown, 'Correo')?.text).toBe('ana@demo.surtidor.uy')
    expect(accepted(await ana.call(dataViews, {})).days).toHaveLength(1)
  })

  test('leads to the next that waits: behind it, from the last one to the oldest, and none of others', async () => {
    const waits = async () => (await elena.list({ state: 'RECEIVED' })).map(({ id }) => id)
    for (const id of await waits()) accepted(await elena.act(id, 'close'))
    const sent: string[] = []
    for (const title of ['Uno', 'Dos', 'Tres']) {
      server.wait(60_000)
      await ana.call(contact, { title, text: 'Hola.', type: 'Reclamo' })
      sent.push((await waits())[0] ?? '')
    }
    const [one = '', two = '', three = ''] = sent
    const nextOf = async (id: string) => (await elena.page(id)).next?.id
    expect([await nextOf(one), await nextOf(two), await nextOf(three)]).toEqual([two, three, one])
    const { actions } = await elena.page(one)
    expect(actions.filter(({ inline }) => inline).map(({ name }) => name)).toEqual(['answer'])
    // Another operator has the second one.
    await server.owner.query(
      `update contact_message set assigned_to = gen_random_uuid() where id = $1`,
      [two],
    )
    expect(await nextOf(one)).toBe(three)
    accepted(await elena.act(one, 'answer', { answer: 'Ya está.' }))
    expect([await nextOf(one), await nextOf(three)]).toEqual([three, undefined])
  })
})
