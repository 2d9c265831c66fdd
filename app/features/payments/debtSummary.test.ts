import { describe, expect, test } from 'vitest'
import {
  debtsLike,
  dueText,
  isOverdue,
  owedByCurrency,
} from '#app/features/payments/debtSummary.ts'
import type { Debt } from '#contract/entities/debt.ts'

const owed = (reference: string, more: Partial<Debt> = {}) =>
  ({
    reference,
    currency: '858',
    amount: 1_000,
    dueDate: '20260910',
    state: 'PENDING',
    ...more,
  }) as Debt
/** 23:30 in Montevideo is already the 8th in UTC. */
const now = new Date('2026-09-08T02:30:00Z')

describe('debtSummary', () => {
  test('groups by currency, pesos first, without the debts in confirmation in the total', () => {
    const debts = [
      owed('A', { currency: '840', amount: 500 }),
      owed('B'),
      owed('C', { state: 'PROCESSING', amount: 9_000 }),
    ]
    expect(
      owedByCurrency(debts).map(({ currency, debts, total }) => [currency, debts.length, total]),
    ).toEqual([
      ['858', 2, 1_000],
      ['840', 1, 500],
    ])
    expect(owedByCurrency([])).toEqual([])
  })

  test.each([
    ['20260820', true, 'Venció el 20/08/2026'],
    ['20260906', true, 'Venció ayer'],
    ['20260907', false, 'Vence hoy'],
    ['20260908', false, 'Vence mañana'],
    ['20260910', false, 'Vence el 10/09/2026'],
  ])('gives the text of a debt due on %s, on the 7th in Montevideo', (dueDate, overdue, text) => {
    expect(isOverdue(owed('A', { dueDate }), now)).toBe(overdue)
    expect(dueText(owed('A', { dueDate }), now)).toBe(text)
  })

  test.each(['FAC-000123', 'fac-000123', ' fac 000123 ', 'FAC000123', 'FAC\u2011000123\u200b'])(
    'finds a debt by %j',
    (typed) => {
      const debts = [owed('FAC-000122'), owed('FAC-000123')]
      expect(debtsLike(debts, typed)).toEqual([debts[1]])
    },
  )
  test.each(['', '000123', 'FAC-00012'])('finds no debt by %j', (typed) => {
    expect(debtsLike([owed('FAC-000123')], typed)).toEqual([])
  })

  test('of two references that differ in their hyphens finds the exact one, and both by neither', () => {
    const debts = [owed('SUC-1-12'), owed('SUC-11-2')]
    expect(debtsLike(debts, 'SUC-11-2')).toEqual([debts[1]])
    expect(debtsLike(debts, 'SUC112')).toEqual(debts)
  })
})
