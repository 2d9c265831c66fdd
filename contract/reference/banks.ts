/**
 * Bank names (docs/specification.md, "Reference lists"), which an app without the server's list offers.
 * The bank codes are a separate list.
 */
export const BANKS = [
  'Brou',
  'Banco Central',
  'Banco Hipotecario',
  'Bandes',
  'Itaú',
  'Credit Uruguay Banco',
  'American Express',
  'Scotia Bank',
  'Discount Bank',
  'Santander',
  'Hsbc',
  'Banque Heritage',
  'City Bank',
  'Loyds Bank',
  'Banco de la Nación Argentina',
  'Cofac',
  'Credit Uruguay',
] as const

/** Bank codes by short name (docs/specification.md, "Reference lists"). */
export const BANK_CODES = {
  brou: 1,
  central: 60,
  hipotecario: 91,
  bandes: 110,
  itau: 113,
  credituruguaybanco: 114,
  amex: 120,
  nvc: 128,
  discount: 134,
  santander: 137,
  bbva: 153,
  hsbc: 157,
  surinvest: 162,
  citybanck: 205,
  lloyds: 216,
  nacionargentina: 246,
  cofac: 601,
  credituruguay: 614,
} as const

/**
 * The bank that a request names: a code of the list of codes, by its number or its short name, as the
 * number in digits; another text, which may be a name of the reference lists, as it is.
 */
export function toBank(given: string): string {
  const found = Object.entries(BANK_CODES).find(
    ([shortName, code]) => given === shortName || given === String(code),
  )
  return found ? String(found[1]) : given
}

export const isBankCode = (bank: string): boolean =>
  Object.values(BANK_CODES).some((code) => String(code) === bank)

/** How a person reads the bank of a code. */
const NAMES: Record<keyof typeof BANK_CODES, string> = {
  brou: 'Brou',
  central: 'Banco Central',
  hipotecario: 'Banco Hipotecario',
  bandes: 'Bandes',
  itau: 'Itaú',
  credituruguaybanco: 'Credit Uruguay Banco',
  amex: 'American Express',
  nvc: 'NVC',
  discount: 'Discount Bank',
  santander: 'Santander',
  bbva: 'BBVA',
  hsbc: 'Hsbc',
  surinvest: 'Surinvest',
  citybanck: 'City Bank',
  lloyds: 'Loyds Bank',
  nacionargentina: 'Banco de la Nación Argentina',
  cofac: 'Cofac',
  credituruguay: 'Credit Uruguay',
}

/** The text of a bank as `toBank` gives it: a name as it is, a code as the name of its bank. */
export function bankText(bank: string): string {
  const found = Object.entries(BANK_CODES).find(([, code]) => String(code) === bank)
  return found ? NAMES[found[0] as keyof typeof BANK_CODES] : bank
}

export const ACCOUNT_TYPES = [
  { code: 'CC', text: 'Cuenta corriente' },
  { code: 'CA', text: 'Caja de ahorro' },
] as const
