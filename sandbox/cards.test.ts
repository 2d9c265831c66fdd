import { describe, expect, test } from 'vitest'
import { CARDS, findCard, maskOf, passesLuhn } from '#sandbox/cards.ts'
import { cardNumber } from '#testing/harness/sandboxControl.ts'
import { startForFile } from '#testing/harness/startForTests.ts'
import { manualClock, startTestSandbox, until } from '#testing/harness/testSandbox.ts'

const clock = manualClock()
const sandbox = startForFile(() => startTestSandbox({}, clock))

/** Pays with a card by name and queries the payment at once and a minute later. */
async function payWith(name: string, amount = 122_000, change: object = {}) {
  const token = await sandbox.open(amount, change)
  const paying = sandbox.pay(token, cardNumber(name))
  if (name === 'Lenta') {
    await until(() => sandbox.decided(token))
    clock.advance(60_000)
  }
  const outcome = await paying
  const first = (await sandbox.query(token)).payments[0]
  clock.advance(60_000)
  const last = (await sandbox.query(token)).payments[0]
  if (!first || !last) throw new Error('the gateway has no payment')
  return { token, outcome, first, last, data: JSON.parse(outcome.data ?? 'null') }
}

describe('test cards', () => {
  test('the cards have unique names and numbers, which pass Luhn and belong to no bank', () => {
    for (const { number } of CARDS)
      expect([passesLuhn(number), number]).toEqual([
        true,
        expect.stringMatching(/^99990[01]\d{10}$/),
      ])
    for (const field of ['number', 'name'] as const)
      expect(new Set(CARDS.map((card) => card[field])).size).toBe(CARDS.length)
    expect(passesLuhn('9999000000030002')).toBe(false)
    expect(findCard('4111111111111111')).toBeUndefined()
    expect(maskOf('9999000000030001')).toBe('999900******0001')
  })

  const PENDING = { state: 'INPROCESS', authorized: false, authorizerCode: '' }
  test.each<[string, string, boolean, boolean, object?]>([
    ['Crédito', '00', true, false],
    ['Débito', '00', true, false],
    ['Sin fondos', '51', false, false],
    ['Vencida', '54', false, false],
    ['No autorizada', '05', false, false],
    ['Emisor caído', '00', true, false, PENDING],
    ['Emisor mudo', '91', false, false, PENDING],
    ['Lenta', '00', true, false],
    ['Aviso perdido', '00', true, false],
    ['Aviso repetido', '00', true, false],
    ['Avisos cruzados', '00', true, false],
    ['Firma falsa', '00', true, false],
    ['Importe alterado', '00', true, false],
    ['Página cerrada', '00', true, false],
    ['Anulada después', '00', true, true, { voided: false }],
    ['Anulada, cruzada', '00', true, true, { voided: false }],
  ])(
    '%s: final code %s, authorized %s, voided %s',
    async (name, code, authorized, voided, atFirst = {}) => {
      const { first, last, data } = await payWith(name)
      const final = { state: 'PROCESSED', authorizerCode: code, authorized, voided }
      expect(last).toMatchObject({ ...final, amount: 122_000 })
      expect(/^\d{6}$/.test(last.authorizer?.authorizationCode ?? '')).toBe(authorized)
      expect(first).toMatchObject({ ...final, ...atFirst })
      // The page answers with the state of that moment; one page is closed.
      const returned = { state: first.state, authorized: first.authorized }
      expect(data?.payment ?? returned).toMatchObject(returned)
    },
  )

  test('Emisor caído: the return says that the issuer has not answered', async () => {
    const { first, data } = await payWith('Emisor caído')
    expect(first.card?.cardMask).toBe('999900******0091')
    expect(data).toMatchObject({ responseHeader: { responseCode: '91' } })
  })
})

describe('magic amounts', () => {
  test.each([
    [5151, 'PROCESSED', '51', false],
    [15_151, 'PROCESSED', '00', true],
    [7999, 'PROCESSED', '00', true],
  ])(
    '%i cents with an approving card: %s with code %s',
    async (amount, state, authorizerCode, authorized) => {
      expect((await payWith('Crédito', amount)).last).toMatchObject({
        state,
        authorizerCode,
        authorized,
      })
    },
  )

  test('x,91: the issuer is down; x,25: the token is expired from the start', async () => {
    const { first, last } = await payWith('Crédito', 30_091)
    expect(first.state).toBe('INPROCESS')
    expect(last).toMatchObject({ state: 'PROCESSED', authorized: true })
    const token = await sandbox.open(30_025)
    expect((await sandbox.pay(token, cardNumber('Crédito'))).kind).toBe('expired')
    expect((await sandbox.query(token)).responseHeader.responseCode).toBe('25')
  })
})

/** A request that names the refund rate, in basis points. */
const rated = (value: string) => ({
  ecommerceAdditionalData: [{ name: 'refundBasisPoints', value }],
})

const NO_REFUND = { law: '0', ivaDiscountAmount: 0 }

describe('tax refund', () => {
  test('law 19.210 refunds debit cards of final consumers with an invoice only', async () => {
    const indi6 = { indi: 6, taxedAmount: 100_000, ...rated('200') }
    const debit = await payWith('Débito', 122_000, indi6)
    expect(debit.last).toMatchObject({ law: '19.210', ivaDiscountAmount: 2000 })
    const credit = await payWith('Crédito', 122_000, indi6)
    expect(credit.last).toMatchObject(NO_REFUND)
    const { invoice } = sandbox.order(122_000)
    for (const change of [{ finalConsumer: false }, { number: '' }]) {
      const other = { ...indi6, invoice: { ...invoice, ...change } }
      expect((await payWith('Débito', 122_000, other)).last).toMatchObject(NO_REFUND)
    }
  })

  test('law 18.083 refunds on the amount without the tip', async () => {
    const { last } = await payWith('Crédito', 110_000, {
      indi: 2,
      tipAmount: 10_000,
      taxedAmount: 0,
      ...rated('3200'),
    })
    expect(last).toMatchObject({ law: '18.083', ivaDiscountAmount: 32_000 })
  })

  test.each([
    ['a declined charge', 'Sin fondos', rated('3200')],
    ...[{}, rated(''), rated('x'), rated('-1'), rated('32000')].map(
      (change) => ['a request without a valid rate', 'Crédito', change] as const,
    ),
  ] as const)('%s, of the card %s, gets no refund: %j', async (_what, card, change) => {
    const { last } = await payWith(card, 122_000, { indi: 2, ...change })
    expect(last).toMatchObject(NO_REFUND)
  })
})

describe('a card of another network', () => {
  test('is refused with an error of the field and not charged', async () => {
    const token = await sandbox.open()
    const { kind, errors } = await sandbox.pay(token, '4111 1111 1111 1111')
    expect(kind).toBe('corrected')
    expect(errors).toHaveProperty('number')
    expect((await sandbox.query(token)).payments[0]?.card).toBeNull()
  })
})
