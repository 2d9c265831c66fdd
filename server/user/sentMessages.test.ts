import { describe, expect, test } from 'vitest'
import { toStamp } from '#contract/dates.ts'
import type { SentMessage } from '#contract/entities/contactMessage.ts'
import { branches } from '#contract/info/branches.ts'
import { contact } from '#contract/user/contact.ts'
import { sentMessages } from '#contract/user/sentMessages.ts'
import { startForFile } from '#testing/harness/startForTests.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'

const server = testServerForFile()
const fede = startForFile(() => server.as('fede'))

describe('sentMessages', () => {
  test('lists the own messages only, newest first, with state and branch', async () => {
    expect((await fede.call(sentMessages, {})).messages).toEqual([])
    const [branch] = (await fede.call(branches, {})).branches
    const fields = { title: 'Aire', text: 'No anda.', type: 'Reclamo' }
    await fede.call(contact, { ...fields, branchCode: branch?.code ?? '' })
    const datetime = toStamp(server.context.now())
    server.wait(60_000)
    await fede.call(contact, { ...fields, title: 'Gracias', branchCode: '' })
    const { messages, next } = await fede.call(sentMessages, {})
    expect(next).toBe('')
    expect(messages.map(({ title, branchName }) => [title, branchName])).toEqual([
      ['Gracias', ''],
      ['Aire', branch?.name],
    ])
    expect(messages[1]).toEqual({
      ...fields,
      id: expect.any(String),
      datetime,
      branchCode: branch?.code,
      branchName: branch?.name,
      state: 'RECEIVED',
      answer: '',
      answeredAt: '',
    })
    const ana = await server.as('ana')
    const others = (await ana.call(sentMessages, { count: 200 })).messages
    expect(others.filter(({ id }) => messages.some((own) => own.id === id))).toEqual([])
  })

  test('pages have no gap or overlap', async () => {
    for (let sent = 0; sent < 5; sent++) {
      server.wait(1_800_000)
      await fede.call(contact, { title: `N${sent}`, text: 'x', type: 'Otro', branchCode: '' })
    }
    const whole = (await fede.call(sentMessages, { count: 200 })).messages
    const chained: SentMessage[] = []
    let after = ''
    do {
      const page = await fede.call(sentMessages, { count: 2, after })
      chained.push(...page.messages)
      after = page.next
    } while (after !== '')
    expect(whole.length).toBeGreaterThanOrEqual(5)
    expect(chained).toEqual(whole)
  })

  test('rejects an invalid cursor', async () => {
    const answer = await fede.call(sentMessages, { after: "1.1' or true" })
    expect(answer.responseHeader.responseCode).toBe('05')
  })
})
