import type { Branch } from '#contract/entities/branch.ts'
import { money, pricePerLitre } from '#kit/format/numbers.ts'

/** The price of a fuel with its unit: `$ 76,88/L`; supergas is sold by the kilogram. */
export const priceText = ({ code, price }: Branch['fuels'][number]): string =>
  code === 'supergas' ? `${money(price)}/kg` : pricePerLitre(price)
