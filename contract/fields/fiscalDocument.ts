import { isStamp } from '#contract/dates.ts'
import { parseRut } from '#contract/fields/nationalIds.ts'
import { cfeType } from '#contract/reference/cfeTypes.ts'

/** An electronic fiscal document (CFE) as the QR code that is printed on it names it. */
export interface FiscalDocument {
  /** In Spanish: `e-Ticket`, `Nota de crédito de e-Factura`. */
  name: string
  /** Whether it is of a sale: neither a credit nor a debit note. */
  isSale: boolean
  /** RUT of the issuer, 12 digits. */
  rut: string
  /** Type, as the DGI numbers it: 101, 111 and so on. */
  type: number
  series: string
  number: number
  /** The total to pay in cents, in the currency of the document, which the code does not name. */
  amount: number
  /** The day of its signature, yyyyMMdd. */
  date: string
  /** The first 6 characters of the hash, which are printed as "Código de seguridad". */
  securityCode: string
}

const ADDRESS = /^https:\/\/www\.efactura\.dgi\.gub\.uy\/consultaqr\/cfe\?([^#]*)/i

/**
 * The document of a scanned text of the form
 * `https://www.efactura.dgi.gub.uy/consultaQR/cfe?RUT,type,series,number,amount,date,hash` (DGI, "Formato
 * de los CFE" v25-1). The text comes from outside: it is never navigated to.
 * @returns null when it is another text
 */
export function fiscalDocument(text: string): FiscalDocument | null {
  const [, query = ''] = ADDRESS.exec(text.trim()) ?? []
  // The hash may hold a percent-encoded comma: the fields are decoded one by one.
  const fields = query.split(',').map(decoded)
  const [issuer = '', type = '', typed = '', number = '', amount = '', day = '', hash = ''] = fields
  const document = cfeType(type)
  const rut = parseRut(issuer)
  const series = typed.toUpperCase()
  const [, pesos, cents = ''] = /^(\d{1,13})(?:\.(\d{1,2}))?$/.exec(amount) ?? []
  const date = day.replace(/^(\d\d)\/(\d\d)\/(\d{4})$/, '$3$2$1')
  const isWhole =
    fields.length === 7 &&
    /^(?:[A-Z]{1,2}|\d[A-Z])$/.test(series) &&
    /^0*[1-9]\d{0,6}$/.test(number) &&
    /^\d{8}$/.test(date) &&
    isStamp(`${date}000000`) &&
    hash !== ''
  if (!isWhole || !document || rut === null || pesos === undefined) return null
  return {
    ...document,
    rut,
    type: Number(type),
    series,
    number: Number(number),
    amount: Number(pesos) * 100 + Number(cents.padEnd(2, '0')),
    date,
    // Base64 has no space: one that is there was a plus sign, which a reader decoded as of a form.
    securityCode: hash.replaceAll(' ', '+').slice(0, 6),
  }
}

/** A text without its spaces and percent signs; empty when the percent signs are no encoding. */
function decoded(field: string): string {
  try {
    return decodeURIComponent(field).trim()
  } catch {
    return ''
  }
}
