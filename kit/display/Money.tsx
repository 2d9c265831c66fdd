import type { Currency } from '#contract/money.ts'
import { money, moneyParts } from '#kit/format/format.ts'

interface Props {
  /** Integer cents. */
  cents: number
  currency?: Currency
  /** Draws the cents smaller than the whole pesos: for one large figure, not for a column. */
  large?: boolean
}

/** An amount. Reads as one text: `$ 1.234,50`. */
export function Money({ cents, currency = '858', large = false }: Props) {
  if (!large) return <span className="figures whitespace-nowrap">{money(cents, currency)}</span>
  const [whole, fraction] = moneyParts(cents, currency)
  return (
    // With large text a figure may be wider than a phone: it then breaks rather than run out of sight.
    <span className="figures wrap-anywhere">
      {whole}
      <span className="text-[0.6em]">{fraction}</span>
    </span>
  )
}
