import type { Indi } from '#contract/entities/debt.ts'

/** A Uruguayan law that refunds part of a card payment. */
interface TaxLaw {
  /** The official number of the law. */
  law: string
  name: string
  /** The amount that the rate applies to. */
  base: 'taxedAmount' | 'amount'
  /** Refund rate in hundredths of a percent: 200 is 2 %. */
  basisPoints: number
  /** Cards that the law applies to: debit and e-money cards, or all. */
  cards: 'debit' | 'all'
}

/**
 * The laws by indicator; 0 means no refund. Rates change by decree. Sources: Ley 19.210 arts. 53-54
 * and Decreto 203/014 (2 points of IVA, debit cards); Ley 17.934 and Decreto 537/005 (9 points);
 * Ley 18.083 art. 38 and Res. DGI 2327/2025 (28 % at the Argentine border); Ley 18.910 and
 * Ley 18.999 (the whole IVA).
 */
export const TAX_LAWS: Record<Indi, TaxLaw | null> = {
  0: null,
  1: {
    law: '17.934',
    name: 'Ley 17.934, gastronomía y turismo',
    base: 'taxedAmount',
    basisPoints: 900,
    cards: 'all',
  },
  2: {
    law: '18.083',
    name: 'Ley 18.083, IMESI en frontera',
    base: 'amount',
    basisPoints: 2800,
    cards: 'all',
  },
  3: {
    law: '18.910',
    name: 'Ley 18.910, tarjetas sociales',
    base: 'taxedAmount',
    basisPoints: 2200,
    cards: 'debit',
  },
  4: {
    law: '18.999',
    name: 'Ley 18.999, turistas',
    base: 'taxedAmount',
    basisPoints: 2200,
    cards: 'all',
  },
  6: {
    law: '19.210',
    name: 'Ley 19.210, inclusión financiera',
    base: 'taxedAmount',
    basisPoints: 200,
    cards: 'debit',
  },
}

/**
 * The expected refund of a sale, in cents, rounded down as in a recorded gateway trace
 * (8100 x 3 % = 243).
 * @param debit whether the card is a debit card; null while the card is not known
 * @returns null when no law applies: only final consumers get a refund
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
