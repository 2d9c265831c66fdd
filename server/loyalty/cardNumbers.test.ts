import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { loyalties } from '#contract/loyalty/loyalties.ts'
import { membershipRequest } from '#contract/loyalty/membershipRequest.ts'
import { removeMembership } from '#contract/loyalty/removeMembership.ts'
import { validateMembershipRequest } from '#contract/loyalty/validateMembershipRequest.ts'
import { newCardNumber } from '#db/loyalty/loyaltyCardNumbers.ts'
import { createPersonLike } from '#testing/harness/createPerson.ts'
import { startForFile } from '#testing/harness/startForTests.ts'
import { type Person, testServerForFile } from '#testing/harness/testServer.ts'

const DRAFT = {
  programme: 'surtidor',
  vehicle: { mark: 'fiat', plate: 'HBC4521', fuel: 'super' },
  clientRUT: '',
  clientCardNumber: '',
}
const UNUSABLE = {
  responseCode: '05',
  responseDescription: 'Esa tarjeta no se puede usar: dejá el número vacío y te damos una nueva.',
}
/** 88, eleven digits and their check digit (Luhn). */
function isCardNumber(card: string): boolean {
  const sum = Array.from(card)
    .toReversed()
    .reduce((total, digit, place) => {
      const weighted = Number(digit) * (place % 2 === 1 ? 2 : 1)
      return total + Math.floor(weighted / 10) + (weighted % 10)
    }, 0)
  return /^88\d{12}$/.test(card) && sum % 10 === 0
}

let created = 0
const server = testServerForFile()
const diego = startForFile(() => server.as('diego'))

const newDriver = () => createPersonLike(server, `cards${created++}`, 'fede')
const ask = (driver: Person, programme: string, clientCardNumber = '') =>
  driver.call(membershipRequest, { request: { ...DRAFT, programme, clientCardNumber } })
const authorise = async (reference: string) =>
  (await diego.call(validateMembershipRequest, { reference, authorized: true })).responseHeader
/** Joins the programme, with the sponsor's decision where it needs one. */
async function join(driver: Person, programme: string, card = ''): Promise<string> {
  const { reference } = await ask(driver, programme, card)
  await server.context.db.execute(sql`update membership_request set state = 'STATE_UBER_AUTHORIZED',
    sponsor_id = '5d0ca5e0-0000-8000-a000-000000000003', sponsor_at = at
    where reference = ${reference} and programme = 'uber'`)
  return reference
}
const cardsOf = async (driver: Person) => (await driver.call(loyalties, {})).loyalties

describe('A9: card numbers', () => {
  test('a new loyalty gets a random number with a check digit, not derived from its code', async () => {
    const cards = new Set<string>()
    for (let index = 0; index < 3; index++) {
      const driver = await newDriver()
      expect((await authorise(await join(driver, 'surtidor'))).responseCode).toBe('00')
      const [loyalty] = await cardsOf(driver)
      expect(isCardNumber(loyalty?.clientCardNumber ?? '')).toBe(true)
      expect(loyalty?.clientCardNumber).not.toContain(loyalty?.loyaltyCode.slice(-6))
      cards.add(loyalty?.clientCardNumber ?? '')
    }
    expect(cards.size).toBe(3)
  })

  test('every byte of the generator counts', () => {
    const numbers = Array.from({ length: 200 }, () => newCardNumber(server.context.random))
    expect(numbers.filter((number) => !isCardNumber(number))).toEqual([])
    expect(new Set(numbers).size).toBe(200)
  })

  test('a coming number, one in force and one of another person get the same refusal', async () => {
    const other = await newDriver()
    await authorise(await join(other, 'surtidor'))
    const [inForce] = await cardsOf(other)
    const former = await newDriver()
    await authorise(await join(former, 'surtidor'))
    const [ended] = await cardsOf(former)
    await former.call(removeMembership, { loyaltyCode: ended?.loyaltyCode ?? '' })

    const driver = await newDriver()
    const next = await server.context.rrn()
    const refused = [
      inForce?.clientCardNumber ?? '',
      ended?.clientCardNumber ?? '',
      newCardNumber(server.context.random),
      ...Array.from(
        { length: 5 },
        (_, ahead) => `88${String(Number(next) + ahead).padStart(12, '0')}`,
      ),
    ]
    for (const card of refused)
      expect((await ask(driver, 'surtidor', card)).responseHeader).toMatchObject(UNUSABLE)
  })

  test('the card of an ended loyalty is given again to its person only, and once', async () => {
    const driver = await newDriver()
    await authorise(await join(driver, 'surtidor'))
    const [before] = await cardsOf(driver)
    const card = before?.clientCardNumber ?? ''
    expect((await ask(driver, 'uber', card)).responseHeader).toMatchObject(UNUSABLE)
    await driver.call(removeMembership, { loyaltyCode: before?.loyaltyCode ?? '' })
    expect((await authorise(await join(driver, 'surtidor', card))).responseCode).toBe('00')
    expect((await cardsOf(driver)).map(({ clientCardNumber }) => clientCardNumber)).toEqual([card])
  })

  test('one of two loyalties that are authorised at once with one card takes effect', async () => {
    for (let round = 0; round < 3; round++) {
      const driver = await newDriver()
      await authorise(await join(driver, 'surtidor'))
      const [before] = await cardsOf(driver)
      const card = before?.clientCardNumber ?? ''
      await driver.call(removeMembership, { loyaltyCode: before?.loyaltyCode ?? '' })
      const references = [await join(driver, 'surtidor', card), await join(driver, 'uber', card)]
      const answers = await Promise.all(references.map(authorise))
      expect(answers.map(({ responseCode }) => responseCode).toSorted()).toEqual(['00', '05'])
      expect((await cardsOf(driver)).map(({ clientCardNumber }) => clientCardNumber)).toEqual([
        card,
      ])
      const refused = answers.find(({ responseCode }) => responseCode === '05')
      expect(refused?.responseDescription).toMatch(/no se puede usar/)
    }
  })
})
