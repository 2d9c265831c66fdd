import type { ReceiptFormats } from '#contract/entities/receipt.ts'
import { DOLLARS, PESOS } from '#contract/money.ts'

const format = (options: Intl.NumberFormatOptions) => new Intl.NumberFormat('es-UY', options)
const MONEY = {
  [PESOS]: format({ style: 'currency', currency: 'UYU' }),
  [DOLLARS]: format({ style: 'currency', currency: 'USD' }),
}
const LITRES = {
  2: format({ minimumFractionDigits: 2, maximumFractionDigits: 2 }),
  3: format({ minimumFractionDigits: 3 }),
}
const SIGNED = format({ signDisplay: 'exceptZero' })

/** The formats of the emails; those of the app are in `kit/format`, and give the same texts. */
export const RECEIPT_FORMATS: ReceiptFormats = {
  money: (cents, currency) => MONEY[currency].format(cents / 100),
  litres: (millilitres, places = 3) => `${LITRES[places].format(millilitres / 1000)}\u00A0l`,
  signedPoints: (count) => SIGNED.format(count),
  dateAndTime: (stamp) => stamp.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)\d\d$/, '$3/$2/$1 $4:$5'),
}
