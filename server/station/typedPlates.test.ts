import { beforeAll, describe, expect, test } from 'vitest'
import { movements } from '#contract/financial/movements.ts'
import { addVehicle } from '#contract/loyalty/addVehicle.ts'
import { loyalties } from '#contract/loyalty/loyalties.ts'
import { getDebts } from '#contract/payments/getDebts.ts'
import { memberStatus } from '#contract/station/memberStatus.ts'
import { reportSales } from '#contract/station/reportSales.ts'
import { reportedSale } from '#testing/fixtures/reportedItems.ts'
import { accepted } from '#testing/harness/testClient.ts'
import { type Person, testServerForFile } from '#testing/harness/testServer.ts'
import { enrolTestTerminal } from '#testing/station/testTerminal.ts'

const ALWAYS = { dateFrom: '20240101000000', dateTo: '20270101235959' }
const TYPED = 'SZZ9876'
const ANA = '60000001'
const server = testServerForFile({ checked: true })
let thief: Person
let till: Awaited<ReturnType<typeof enrolTestTerminal>>
/** The loyalty of the driver who types the plates of others. */
let loyaltyCode = ''
beforeAll(async () => {
  till = await enrolTestTerminal(server)
  thief = await server.as('driver00001')
  loyaltyCode = (await thief.call(loyalties, {})).loyalties[0]?.loyaltyCode ?? ''
  for (const plate of ['SAB1234', TYPED]) {
    const vehicle = { mark: 'fiat', plate, fuel: 'super' }
    accepted(await thief.call(addVehicle, { loyaltyCode, vehicle }))
  }
})

/** What the driver sees: purchases, points and debts. */
const seen = async () => [
  (await thief.call(movements, { loyaltyCode, ...ALWAYS })).movements,
  (await thief.call(loyalties, {})).loyalties,
  (await thief.call(getDebts, { type: '2' })).debts,
]
const pointsOfAna = async () => {
  const own = (await (await server.as('ana')).call(loyalties, {})).loyalties
  return own.find((one) => one.loyaltyCode === ANA)?.points ?? 0
}
const greeting = async (plate: string) => (await till.call(memberStatus, { plate })).greeting

describe('a plate that a driver typed', () => {
  test('shows no purchase, point or debt of a stranger, and takes nothing from who proved it', async () => {
    const [before, points] = [await seen(), await pointsOfAna()]
    expect(before[0]).not.toEqual([])
    const payments = [{ means: 'account' as const, amount: 76_880, rrn: '', lastFour: '' }]
    const items = [
      reportedSale('P1', 10, { plate: 'SAB1234' }),
      reportedSale('P2', 10, { plate: TYPED }),
      reportedSale('P3', 10, { plate: TYPED, payments }),
    ]
    const { results } = accepted(await till.call(reportSales, { items }))
    expect(results.map(({ result }) => result)).toEqual(['accepted', 'unmatched', 'unmatched'])
    expect(await seen()).toEqual(before)
    expect(await pointsOfAna()).toBe(points + 30)
  })

  test('is greeted by nobody’s name at the till', async () => {
    expect(await greeting('SAB1234')).toBe('Hola, Ana.')
    expect(await greeting(TYPED)).toBeUndefined()
  })
})
