import { describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { GATEWAY_CALLS, type SettlementListResponse } from '#contract/geopay.ts'
import { CARDS } from '#sandbox/cards.ts'
import { manualClock, startTestSandbox } from '#testing/testSandbox.ts'
import { isSigned } from '#sandbox/signature.ts'

const plain = '9999000000030001'
const HOUR = 3_600_000
/** 23:58 of 2026-09-07 in Montevideo. */
const LATE = Date.UTC(2026, 8, 8, 2, 58)

async function openListing(start?: number) {
  const clock = manualClock(start)
  const sandbox = await startTestSandbox({}, clock)
  const ask = async (day: string, from = 0) => {
    const message = sandbox.sign({ requestHeader: sandbox.header(), day, from })
    return (await sandbox.json(GATEWAY_CALLS.settlementList, message)) as z.infer<
      typeof SettlementListResponse
    >
  }
  const buy = async (amount: number, card = plain) => {
    const token = await sandbox.open(amount)
    await sandbox.pay(token, card)
    return token
  }
  return { clock, sandbox, ask, buy }
}

describe('settlementList', () => {
  test('lists the approved charges of the day, and no decline, open page or charge of another day', async () => {
    const { clock, sandbox, ask, buy } = await openListing(LATE)
    const first = await buy(100_00)
    await buy(200_00, CARDS.find(({ code }) => code === '51')?.number)
    const crossing = await sandbox.open(300_00)
    clock.advance(5 * 60_000)
    await sandbox.pay(crossing, plain)
    await sandbox.open(400_00)

    const seventh = await ask('20260907')
    expect(seventh).toMatchObject({ day: '20260907', from: 0, next: null })
    expect(seventh.payments.map(({ accessToken }) => accessToken)).toEqual([first])
    const eighth = await ask('20260908')
    expect(eighth.payments).toMatchObject([
      { accessToken: crossing, amount: 300_00, dateTime: '2026-09-08 00:03:00', authorized: true },
    ])
    expect((await ask('20260909')).payments).toEqual([])
    await sandbox.close()
  })

  test('lists a charge that is returned days later on both days, in its current state', async () => {
    const { clock, sandbox, ask, buy } = await openListing()
    const token = await buy(100_00)
    clock.advance(50 * HOUR)
    await sandbox.void(token)
    for (const day of ['20260907', '20260909'])
      expect((await ask(day)).payments).toMatchObject([{ accessToken: token, voided: true }])
    expect((await ask('20260908')).payments).toEqual([])
    await sandbox.close()
  })

  test('pages through a long day without repeats while charges are made and voided', async () => {
    const { sandbox, ask, buy } = await openListing()
    const tokens: string[] = []
    for (let made = 0; made < 101; made += 1) tokens.push(await buy(100_00))
    const first = await ask('20260907')
    expect(first.payments).toHaveLength(100)
    await sandbox.void(tokens[0] ?? '')
    tokens.push(await buy(100_00))
    const second = await ask('20260907', first.next ?? 0)
    const told = [...first.payments, ...second.payments].map(({ accessToken }) => accessToken)
    expect(told).toEqual(tokens)
    expect(second.next).toBeNull()
    await sandbox.close()
  })

  test('signs its answer, and gives no list to an unknown sender', async () => {
    const { sandbox, ask, buy } = await openListing()
    await buy(100_00)
    const answer = await ask('20260907')
    const { kid, publicKey } = sandbox.keys.gateway
    expect(isSigned(answer, 'responseHeader', { kid, key: publicKey })).toBe(true)
    const refused = await sandbox.json(GATEWAY_CALLS.settlementList, {
      requestHeader: sandbox.header(),
      day: '20260907',
      from: 0,
    })
    expect(refused).toMatchObject({ responseHeader: { responseCode: '05' } })
    expect(refused).not.toHaveProperty('payments')
    await sandbox.close()
  })
})
