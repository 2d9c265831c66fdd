import { describe, expect, test } from 'vitest'
import { expectedTaxRefund, lawName } from '#app/features/payments/taxRefund.ts'
import type { Debt } from '#contract/entities/debt.ts'
import { aDebt } from '#testing/fixtures/entities.ts'

const { expectedRefund: _, ...debt } = aDebt({
  amount: 148_230,
  taxedAmount: 121_500,
  taxAmount: 26_730,
})
const plain = (text: string) => text.replaceAll('\u00A0', ' ')

/** A debt with the refund that the server expects. */
const refunded = (indi: Debt['indi'], cents: number, law: string, basisPoints: number): Debt => ({
  ...debt,
  indi,
  expectedRefund: { cents, law, basisPoints },
})

describe('expectedTaxRefund', () => {
  test.each([
    [
      refunded(6, 2430, '19.210', 200),
      'Si pagás con débito te devuelven $ 24,30 por la Ley 19.210',
      'Inclusión financiera: 2\u00A0%. Con crédito no hay devolución.',
    ],
    [
      refunded(1, 10_935, '17.934', 900),
      'Si pagás con tarjeta te devuelven $ 109,35 por la Ley 17.934',
      'Gastronomía y turismo: 9\u00A0%.',
    ],
    [
      refunded(2, 47_433, '18.083', 3250),
      'Si pagás con tarjeta te devuelven $ 474,33 por la Ley 18.083',
      'IMESI en frontera: 32,5\u00A0%.',
    ],
  ] as const)('shows the refund of the server: %#', (given, title, text) => {
    const promise = expectedTaxRefund(given)
    expect(plain(promise.title)).toBe(title)
    expect(promise.text).toContain(text)
  })

  test('keeps the currency of a debt in dollars', () => {
    const dollars = { ...refunded(6, 2430, '19.210', 200), currency: '840' } as const
    expect(plain(expectedTaxRefund(dollars).title)).toContain('US$ 24,30')
  })

  test.each([
    [{ finalConsumer: false }, 'facturada con RUT'],
    [{ finalConsumer: false, indi: 0 }, 'facturada con RUT'],
    [{ indi: 0 }, 'Ninguna ley'],
    [{ taxedAmount: 0 }, 'no tiene IVA que devolver por la Ley 19.210'],
  ] as const)('explains why there is no refund: %j', (change, why) => {
    const promise = expectedTaxRefund({ ...debt, indi: 6, ...change })
    expect(promise).toMatchObject({ cents: 0, title: 'Sin devolución de impuestos' })
    expect(promise.text).toContain(why)
  })

  test('says that there may be a refund where the rate is not known', () => {
    const promise = expectedTaxRefund({ ...debt, indi: 2, taxedAmount: 0 })
    expect(promise).toMatchObject({ cents: 0, title: 'Puede haber devolución de impuestos' })
    expect(promise.text).toContain('Ley 18.083, IMESI en frontera')
    expect(promise.text).toContain('no tenemos la tasa')
    expect(promise.text).not.toMatch(/\d+ ?%/)
  })

  test('lawName returns the name of a known law, and the number of another', () => {
    expect(lawName('19.210')).toBe('Ley 19.210, inclusión financiera')
    expect(lawName('20.000')).toBe('Ley 20.000')
    expect([lawName('0'), lawName('')]).toEqual([null, null])
  })
})
