import type { Indi } from '#contract/entities/debt.ts'
import { shareOf } from '#contract/money.ts'

/** The countries of the border crossings near which petrol has its own refund (Ley 18.083). */
export const BORDER_SIDES = ['argentina', 'brazil'] as const
export type BorderSide = (typeof BORDER_SIDES)[number]

/** A Uruguayan law that refunds part of a card payment. */
interface TaxLaw {
  /** The official number of the law. */
  law: string
  name: string
  /** The amount that the rate applies to. */
  base: 'taxedAmount' | 'amount'
  /** Cards that the law applies to: debit and e-money cards, or all. */
  cards: 'debit' | 'all'
}

/** The indicator of the refund near the border. */
export const BORDER_INDI = 2

/**
 * The laws by indicator; 0 means no refund. Their rates change by decree and are rows of the server
 * (db/reference). Sources: docs/geopay.md, "Tax-refund laws".
 */
export const TAX_LAWS: Record<Indi, TaxLaw | null> = {
  0: null,
  1: {
    law: '17.934',
    name: 'Ley 17.934, gastronomía y turismo',
    base: 'taxedAmount',
    cards: 'all',
  },
  2: {
    law: '18.083',
    name: 'Ley 18.083, IMESI en frontera',
    base: 'amount',
    cards: 'all',
  },
  3: {
    law: '18.910',
    name: 'Ley 18.910, tarjetas sociales',
    base: 'taxedAmount',
    cards: 'debit',
  },
  4: {
    law: '18.999',
    name: 'Ley 18.999, turistas',
    base: 'taxedAmount',
    cards: 'all',
  },
  6: {
    law: '19.210',
    name: 'Ley 19.210, inclusión financiera',
    base: 'taxedAmount',
    cards: 'debit',
  },
}

/** The refund that a law gives back for a sale. */
interface ExpectedRefund {
  cents: number
  law: TaxLaw
  basisPoints: number
}

/**
 * The expected refund of a sale, in cents, rounded down as in a recorded gateway trace
 * (8100 x 3 % = 243).
 * @param basisPoints the rate of the law on the day and at the place of the sale; null: not known
 * @param debit whether the card is a debit card; null while the card is not known
 * @returns null when no law applies or its rate is not known: only final consumers get a refund
 */
export function expectedRefund(
  sale: { amount: number; taxedAmount: number; indi: Indi; finalConsumer: boolean },
  basisPoints: number | null,
  debit: boolean | null = null,
): ExpectedRefund | null {
  const law = TAX_LAWS[sale.indi]
  if (!law || !sale.finalConsumer || basisPoints === null) return null
  if (law.cards === 'debit' && debit === false) return null
  return { cents: shareOf(sale[law.base], basisPoints), law, basisPoints }
}
