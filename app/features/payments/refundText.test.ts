import { describe, expect, test } from 'vitest'
import { expectedRefundText, lawName } from '#app/features/payments/refundText.ts'
import { aDebt } from '#testing/fixtures/entities.ts'

const debt = aDebt({ amount: 148_230, taxedAmount: 121_500, taxAmount: 26_730 })
const plain = (text: string) => text.replaceAll('\u00A0', ' ')

describe('expectedRefundText', () => {
  test.each([
    [
      6,
      'Si pagás con débito te devuelven $ 24,30 por la Ley 19.210',
      'Con crédito no hay devolución',
    ],
    [1, 'Si pagás con tarjeta te devuelven $ 109,35 por la Ley 17.934', 'Gastronomía y turismo.'],
    [2, 'Si pagás con tarjeta te devuelven $ 415,04 por la Ley 18.083', 'IMESI en frontera.'],
    [3, 'Si pagás con débito te devuelven $ 267,30 por la Ley 18.910', 'Tarjetas sociales.'],
    [4, 'Si pagás con tarjeta te devuelven $ 267,30 por la Ley 18.999', 'Turistas.'],
  ] as const)('indicator %i: %s', (indi, title, text) => {
    const promise = expectedRefundText({ ...debt, indi })
    expect(plain(promise.title)).toBe(title)
    expect(promise.text).toContain(text)
  })

  test('keeps the currency of a debt in dollars', () => {
    expect(plain(expectedRefundText({ ...debt, currency: '840' }).title)).toContain('US$ 24,30')
  })

  test.each([
    [{ finalConsumer: false }, 'facturada con RUT'],
    [{ finalConsumer: false, indi: 0 }, 'facturada con RUT'],
    [{ indi: 0 }, 'Ninguna ley'],
    [{ taxedAmount: 0 }, 'no tiene IVA que devolver por la Ley 19.210'],
  ] as const)('explains why there is no refund: %j', (change, why) => {
    const promise = expectedRefundText({ ...debt, ...change })
    expect(promise).toMatchObject({ cents: 0, title: 'Sin devolución de impuestos' })
    expect(promise.text).toContain(why)
  })

  test('lawName returns the name of a known law, and the number of another', () => {
    expect(lawName('19.210')).toBe('Ley 19.210, inclusión financiera')
    expect(lawName('20.000')).toBe('Ley 20.000')
    expect([lawName('0'), lawName('')]).toEqual([null, null])
  })
})
