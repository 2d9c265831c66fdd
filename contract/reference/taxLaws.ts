import type { Indi } from '#contract/entities/debt.ts'

/** What one of Uruguay's refund laws gives back on a card payment. */
export interface TaxLaw {
  /** The number the acquirers know it by. */
  indi: Indi
  law: string
  name: string
  /** The base that the points apply to. */
  base: 'taxedAmount' | 'amount'
  /** Hundredths of a percent of the base: 200 is 2 %. */
  basisPoints: number
  /** Cards that it applies to: debit and e-money, or all. */
  cards: 'debit' | 'all'
}

/**
 * The laws by indicator. Rates are configuration, not truth: Ley 19.210 arts. 53-54 and Decreto
 * 203/014 (2 points, debit); Ley 17.934 and Decreto 537/005 (9 points); Ley 18.083 art. 38 and
 * Res. DGI 2327/2025 (28 % on the Argentine border); Ley 18.910 and Ley 18.999 (the whole IVA).
 */
export const TAX_LAWS: Record<Indi, TaxLaw | null> = {
  0: null,
  1: {
    indi: 1,
    law: '17.934',
    name: 'Ley 17.934, gastronomía y turismo',
    base: 'taxedAmount',
    basisPoints: 900,
    cards: 'all',
  },
  2: {
    indi: 2,
    law: '18.083',
    name: 'Ley 18.083, IMESI en frontera',
    base: 'amount',
    basisPoints: 2800,
    cards: 'all',
  },
  3: {
    indi: 3,
    law: '18.910',
    name: 'Ley 18.910, tarjetas sociales',
    base: 'taxedAmount',
    basisPoints: 2200,
    cards: 'debit',
  },
  4: {
    indi: 4,
    law: '18.999',
    name: 'Ley 18.999, turistas',
    base: 'taxedAmount',
    basisPoints: 2200,
    cards: 'all',
  },
  6: {
    indi: 6,
    law: '19.210',
    name: 'Ley 19.210, inclusión financiera',
    base: 'taxedAmount',
    basisPoints: 200,
    cards: 'debit',
  },
}

/**
 * The refund a sale may expect, in cents, rounded down to the cent.
 * Only a final consumer gets one. Checked against a real trace: 8100 x 3 % = 243.
 * @param debit whether the card is a debit card; null while the card is not known
 */
export function expectedRefund(
  sale: { amount: number; taxedAmount: number; indi: Indi; finalConsumer: boolean },
  debit: boolean | null = null,
): { cents: number; law: TaxLaw } | null {
  const law = TAX_LAWS[sale.indi]
  if (!law || !sale.finalConsumer) return null
  if (law.cards === 'debit' && debit === false) return null
  return { cents: Math.floor((sale[law.base] * law.basisPoints) / 10_000), law }
}
