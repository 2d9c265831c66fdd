import * as z from 'zod/mini'
import { typedCents } from '#app/features/stationPayment/typedCents.ts'
import { Receipt } from '#contract/entities/purchaseClaim.ts'
import { dateDigits } from '#contract/fields/birthdate.ts'
import { lazyObject } from '#contract/fields/lazyObject.ts'
import { withoutSeparators } from '#contract/fields/text.ts'
import { requiredText } from '#kit/form/Form.tsx'

const { rut, type, series, number, amount, date, securityCode } = Receipt.shape
const typed = <S extends z.ZodMiniType>(parse: (text: string) => unknown, schema: S) =>
  z.pipe(z.pipe(z.string(), z.transform(parse)), schema)

/** `Number` alone would also read `1e5` and `0x1F`. */
function typedNumber(text: string): number | null {
  const digits = withoutSeparators(text)
  return /^\d+$/.test(digits) ? Number(digits) : null
}

export const TypedReceipt = lazyObject(() => ({
  rut: requiredText(rut),
  type: typed(Number, type),
  series: typed((text) => text.trim().toUpperCase(), series),
  number: typed(typedNumber, number),
  amount: typed(typedCents, amount),
  date: typed(dateDigits, date),
  securityCode,
}))
