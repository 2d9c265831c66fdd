import { typed, typedCents, typedNumber } from '#app/features/stationPayment/typedCents.ts'
import { Receipt } from '#contract/entities/purchaseClaim.ts'
import { dateDigits } from '#contract/fields/birthdate.ts'
import { lazyObject } from '#contract/fields/lazyObject.ts'
import { requiredText } from '#kit/form/Form.tsx'

const { rut, type, series, number, amount, date, securityCode } = Receipt.shape

export const TypedReceipt = lazyObject(() => ({
  rut: requiredText(rut),
  type: typed(Number, type),
  series: typed((text) => text.trim().toUpperCase(), series),
  number: typed(typedNumber, number),
  amount: typed(typedCents, amount),
  date: typed(dateDigits, date),
  securityCode,
}))
