import type { Currency } from '#contract/money.ts'
import { money, moneyParts } from '#kit/format/numbers.ts'

interface Props {
  /** Integer cents. */
  cents: number
  currency?: Currency
  /** Draws the cents smaller; for one large figure, not for a column. Its block is an `@container`. */
  large?: boolean
}

/** An amount of money, never on two lines. A screen reader reads it as one text: `$ 1.234,50`. */
export function Money({ cents, currency = '858', large = false }: Props) {
  if (!large) return <span className="figures whitespace-nowrap">{money(cents, currency)}</span>
  const [whole, fraction] = moneyParts(cents, currency)
  // The cents are 0.6 of its size, and a digit is no wider than 0.62: the figure shrinks to its container.
  const ems = 0.62 * (whole.length + 0.6 * fraction.length)
  return (
    <span
      className="figures whitespace-nowrap"
      style={{ fontSize: `min(1em, ${(100 / ems).toFixed(1)}cqi)` }}
    >
      {whole}
      <span className="text-[0.6em]">{fraction}</span>
    </span>
  )
}
