import { isStamp } from '#contract/dates.ts'
import { cfeType } from '#contract/reference/cfeTypes.ts'
import { parseUrl } from '#shared/shell/urls.ts'

/** An electronic fiscal document (CFE) as the QR code that is printed on it names it. */
export interface FiscalDocument {
  /** In Spanish: `e-Ticket`, `Nota de crédito de e-Factura`. */
  name: string
  /** Whether it is of a sale: neither a credit nor a debit note. */
  isSale: boolean
  series: string
  number: number
  /** The total to pay in cents, in the currency of the document, which the code does not name. */
  amount: number
  /** The day of its signature, yyyyMMdd. */
  date: string
}

/**
 * The document of a scanned text of the form
 * `https://www.efactura.dgi.gub.uy/consultaQR/cfe?RUT,type,series,number,amount,date,hash` (DGI, "Formato
 * de los CFE" v25-1). The text comes from outside: it is never navigated to.
 * @returns null when it is another text
 */
export function fiscalDocument(text: string): FiscalDocument | null {
  const address = parseUrl(text.trim())
  if (address?.origin !== 'https://www.efactura.dgi.gub.uy') return null
  if (address.username !== '' || address.password !== '') return null
  if (address.pathname.toLowerCase() !== '/consultaqr/cfe') return null
  // The hash may hold a percent-encoded comma: the fields are decoded one by one.
  const fields = address.search.slice(1).split(',').map(decoded)
  const [rut = '', type = '', series = '', number = '', amount = '', day = '', hash = ''] = fields
  const document = cfeType(type)
  const [, pesos, cents = ''] = /^(\d{1,13})(?:\.(\d{1,2}))?$/.exec(amount) ?? []
  const date = day.replace(/^(\d\d)\/(\d\d)\/(\d{4})$/, '$3$2$1')
  const isWhole =
    fields.length === 7 &&
    /^\d{12}$/.test(rut) &&
    /^(?:[A-Z]{1,2}|\d[A-Z])$/.test(series) &&
    /^0*[1-9]\d{0,6}$/.test(number) &&
    /^\d{8}$/.test(date) &&
    isStamp(`${date}000000`) &&
    hash !== ''
  if (!isWhole || !document || pesos === undefined) return null
  return {
    ...document,
    series,
    number: Number(number),
    amount: Number(pesos) * 100 + Number(cents.padEnd(2, '0')),
    date,
  }
}

/** Empty when the percent signs are no encoding. */
function decoded(field: string): string {
  try {
    return decodeURIComponent(field)
  } catch {
    return ''
  }
}
