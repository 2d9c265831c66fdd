import { describe, expect, onTestFinished, test } from 'vitest'
import type * as z from 'zod/mini'
import { GATEWAY_CALLS, type SettlementListResponse } from '#contract/geopay.ts'
import { cardNumber } from '#testing/harness/sandboxControl.ts'
import { manualClock, startTestSandbox } from '#testing/harness/testSandbox.ts'

const APPROVED_CARD = '9999000000030001'
const HOUR = 3_600_000
/** 23:58 of the 7th of September in Montevideo. */
const LATE = Date.UTC(2026, 8, 8, 2, 58)

async function startListing(start?: number) {
  const clock = manualClock(start)
  const sandbox = await startTestSandbox({}, clock)
  onTestFinished(() => sandbox.close())
  const list = async (day: string, from = 0) => {
    const message = sandbox.sign({ requestHeader: sandbox.header(), day, from })
    return (await sandbox.json(GATEWAY_CALLS.settlementList, message)) as z.infer<
      typeof SettlementListResponse
    >
  }
  const charge = async (amount: number, card = APPROVED_CARD) => {
    const token = await sandbox.open(amount)
    await sandbox.pay(token, card)
    return token
  }
  return { clock, sandbox, list, charge }
}

describe('settlementList', () => {
  test('lists the approved charges of the day only', async () => {
    const { clock, sandbox, list, charge } = await startListing(LATE)
    const first = await charge(100_00)
    await charge(200_00, cardNumber('Sin fondos'))
    const crossing = await sandbox.open(300_00)
    clock.advance(5 * 60_000)
    await sandbox.pay(crossing, APPROVED_CARD)
    await sandbox.open(400_00)

    const seventh = await list('20260907')
    expect(seventh).toMatchObject({ day: '20260907', from: 0, next: null })
    expect(seventh.payments.map(({ accessToken }) => accessToken)).toEqual([first])
    const eighth = await list('20260908')
    expect(eighth.payments).toMatchObject([
      { accessToken: crossing, amount: 300_00, dateTime: '2026-09-08 00:03:00', authorized: true },
    ])
    expect((await list('20260909')).payments).toEqual([])
  })

  test('lists a voided charge on the day of the charge and on the day of the void', async () => {
    const { clock, sandbox, list, charge } = await startListing()
    const token = await charge(100_00)
    clock.advance(50 * HOUR)
    await sandbox.void(token)
    for (const day of ['20260907', '20260909'])
      expect((await list(day)).payments).toMatchObject([{ accessToken: token, voided: true }])
    expect((await list('20260908')).payments).toEqual([])
  })

  test('pages list every charge once while others are made and voided', async () => {
    const { sandbox, list, charge } = await startListing()
    const tokens: string[] = []
    for (let count = 0; count < 101; count += 1) tokens.push(await charge(100_00))
    const first = await list('20260907')
    expect(first.payments).toHaveLength(100)
    await sandbox.void(tokens[0] ?? '')
    tokens.push(await charge(100_00))
    const second = await list('20260907', first.next ?? 0)
    const listed = [...first.payments, ...second.payments].map(({ accessToken }) => accessToken)
    expect(listed).toEqual(tokens)
    expect(second.next).toBeNull()
  })

  test('signs the answer, and refuses an unsigned request', async () => {
    const { sandbox, list, charge } = await startListing()
    await charge(100_00)
    const answer = await list('20260907')
    expect(sandbox.isGenuine(answer)).toBe(true)
    const refused = await sandbox.json(GATEWAY_CALLS.settlementList, {
      requestHeader: sandbox.header(),
      day: '20260907',
      from: 0,
    })
    expect(refused).toMatchObject({ responseHeader: { responseCode: '05' } })
    expect(refused).not.toHaveProperty('payments')
  })
})
