import { Client } from 'pg'
import { describe, expect, test, vi } from 'vitest'
import { getGEOPayAccessToken } from '#contract/payments/getGEOPayAccessToken.ts'
import { processGEOPayResponse } from '#contract/payments/processGEOPayResponse.ts'
import { startForFile } from '#testing/harness/startForTests.ts'
import { startPayment, startTestPaymentServer } from '#testing/harness/testPaymentServer.ts'
import type { Person } from '#testing/harness/testServer.ts'

const server = startForFile(startTestPaymentServer)
const ana = startForFile(() => server.as('ana'))

const WRITES =
  /\binsert into|\bupdate "|\bdelete from|\bfor (update|no key update|share|key share)/i
const sent = vi.spyOn(Client.prototype, 'query')
/** The transactions of this process so far that wrote or locked something. */
function writingTransactions(): number {
  const wrote = new Map<unknown, boolean>()
  let count = 0
  for (const [index, [statement]] of sent.mock.calls.entries()) {
    const client = sent.mock.contexts[index]
    const { text } = typeof statement === 'string' ? { text: statement } : statement
    const isWrite = WRITES.test(text)
    if (text === 'begin') wrote.set(client, false)
    else if (text === 'commit' || text === 'rollback') {
      if (text === 'commit' && wrote.get(client)) count += 1
      wrote.delete(client)
    } else if (isWrite && wrote.has(client)) wrote.set(client, true)
    else if (isWrite) count += 1
  }
  return count
}
const open = (person: Person, reference: string, auditNumber: string) =>
  person.call(getGEOPayAccessToken, { debtData: { reference } }, { header: { auditNumber } })

describe('a paid attempt', () => {
  test('writes three transactions: the attempt, its token, its outcome', async () => {
    const counts: number[] = []
    for (let round = 0; round < 5; round += 1) {
      const reference = await server.addDebt(215_264)
      const before = writingTransactions()
      const { accessToken } = await startPayment(ana, reference)
      const geopayResponse = (await server.pay(accessToken)) ?? ''
      const { payment } = await ana.call(processGEOPayResponse, { geopayResponse })
      expect(payment.state).toBe('PAID')
      counts.push(writingTransactions() - before)
    }
    // Background work, which other rounds do not have, may add to one.
    expect(Math.min(...counts)).toBe(3)
  })

  test('of one audit number and two debts at once is of one of them', async () => {
    const references = [await server.addDebt(215_264), await server.addDebt(215_264)]
    const { owner } = server
    await owner.query('begin')
    await owner.query('lock table idempotent_request in exclusive mode')
    const calls = references.map((reference) => open(ana, reference, 'one-number'))
    // Both have read that the number is new.
    const waiting = `select from pg_locks
      where not granted and relation = 'idempotent_request'::regclass`
    await expect.poll(async () => (await owner.query(waiting)).rowCount).toBe(2)
    await owner.query('commit')
    const answers = await Promise.all(calls)
    expect(answers.map(({ responseHeader }) => responseHeader.responseCode).sort()).toEqual([
      '00',
      '05',
    ])
    const attempts = await Promise.all(references.map((reference) => server.attemptsOf(reference)))
    expect(attempts.flat()).toHaveLength(1)
  })
})
