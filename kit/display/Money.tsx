import type { Currency } from '#contract/money.ts'
import { money, moneyParts } from '#kit/format/numbers.ts'

interface Props {
  /** Integer cents. */
  cents: number
  currency?: Currency
  /** Draws the cents smaller; for one large figure, not for a column. */
  large?: boolean
}

/** An amount of money. A screen reader reads it as one text: `$ 1.234,50`. */
export function Money({ cents, currency = '858', large = false }: Props) {
  if (!large) return <span className="figures whitespace-nowrap">{money(cents, currency)}</span>
  const [whole, fraction] = moneyParts(cents, currency)
  return (
    // With large text an amount may be wider than a phone; it wraps instead of overflowing.
    <span className="figures wrap-anywhere">
      {whole}
      <span className="text-[0.6em] whitespace-nowrap">{fraction}</span>
    </span>
  )
}
