import { fromStamp, isStamp, shortDate, toStamp } from '#contract/dates.ts'
import { CardNumber } from '#contract/entities/reportedItem.ts'
import { parseCedula, parseRut } from '#contract/fields/nationalIds.ts'
import { singleLine, withoutSeparators } from '#contract/fields/text.ts'
import { TillCode } from '#contract/fields/tillCode.ts'
import { DOLLARS, PESOS } from '#contract/money.ts'

/** What a cell of a column may contain. */
export interface Field {
  /** Type of the staged column. */
  sqlType: 'text' | 'bigint' | 'date' | 'timestamptz' | 'boolean' | 'double precision' | 'jsonb'
  /** Whether a cell may be empty; the column may then be left out. */
  isOptional?: true
  /** Whether it is staged in hundredths. */
  isHundredths?: true
  /** What is expected, with an example, and what to do; in Spanish. */
  expected: string
  remedy: string
  /**
   * The value as PostgreSQL reads it; undefined for another text.
   * @param text trimmed and not empty
   * @param pointGroups whether `1.234` is a thousand, as in a spreadsheet of Uruguay; elsewhere it is refused
   */
  parse(text: string, pointGroups: boolean): string | undefined
  /** The value as the person who imports it reads it; absent: as it is. */
  shown?: (value: string) => string
  /** It holds the currency of the row's amounts. */
  isCurrency?: true
  /** Of an amount: the currency of the sign before it, if it has one. */
  signOf?: (text: string) => string | undefined
}

export const optional = (field: Field): Field => ({ ...field, isOptional: true })

/** A text without accents, capitals and outer spaces, to compare by. */
export const folded = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').trim().toLowerCase()

/** What a spreadsheet takes for a formula: a list that is exported with it would run it there. */
const FORMULA = /^[=+@＝＋－＠-]/
/** Printable ASCII is storable as it is. */
const PLAIN = /^[ -~]*$/

/** One line of at most `max` characters that is no formula. */
export function text(max: number): Field {
  const line = singleLine(max, '')
  return {
    sqlType: 'text',
    expected: `un texto de hasta ${max} caracteres en una línea, que no empieza con =, +, - ni @`,
    remedy: 'Acortalo, o sacale la fórmula o los caracteres especiales.',
    parse: (given) => {
      if (FORMULA.test(given)) return undefined
      if (given.length <= max && PLAIN.test(given)) return given
      const read = line.safeParse(given)
      return read.success ? read.data : undefined
    },
  }
}

export const lowerCase = (field: Field): Field => ({
  ...field,
  parse: (given, pointGroups) => field.parse(given, pointGroups)?.toLowerCase(),
})

/**
 * A number with up to `places` decimals as a whole number of the smallest unit.
 * @param sign what may stand before or behind it
 */
function scaled(given: string, places: number, pointGroups: boolean, sign: RegExp) {
  const number = given.replace(sign, '').replaceAll(/\s/g, '')
  const isGrouped = /^\d{1,3}(\.\d{3})+(,\d+)?$/.test(number)
  if (isGrouped && !pointGroups && !number.includes(',')) return undefined
  const plain = isGrouped ? number.replaceAll('.', '') : number
  const [, whole, decimals = ''] = /^(\d{1,11})(?:[.,](\d*))?$/.exec(plain) ?? []
  if (whole === undefined || decimals.length > places) return undefined
  return String(BigInt(whole + decimals.padEnd(places, '0')))
}

const CURRENCIES = {
  pesos: PESOS,
  UYU: PESOS,
  $: PESOS,
  $U: PESOS,
  dólares: DOLLARS,
  USD: DOLLARS,
  U$S: DOLLARS,
  US$: DOLLARS,
}
const SIGN = /^(US\$|U\$S|USD|UYU|\$U|\$)\s*/i

/** The currency of a row's amounts. */
export const currency: Field = { ...oneOf(CURRENCIES), isCurrency: true }

/** An amount in pesos or dollars, staged in cents. A sign has to be that of the row's currency. */
export const money: Field = {
  sqlType: 'bigint',
  isHundredths: true,
  expected: 'un importe con hasta dos decimales, como 1234,50',
  remedy: 'Escribilo sin separador de miles y con coma.',
  parse: (given, pointGroups) => scaled(given, 2, pointGroups, SIGN),
  signOf: (given) => currency.parse(SIGN.exec(given)?.[1] ?? '', false),
}

/** A percentage, staged in basis points. */
export const percentage: Field = {
  sqlType: 'bigint',
  isHundredths: true,
  expected: 'un porcentaje de 0 a 100 con hasta dos decimales, como 32 o 2,5',
  remedy: 'Escribí solo el número.',
  parse: (given, pointGroups) => {
    const points = scaled(given, 2, pointGroups, /\s*%$/)
    return points !== undefined && Number(points) <= 10_000 ? points : undefined
  },
}

/** A whole number between two others. */
export const integer = (least: number, most: number): Field => ({
  sqlType: 'bigint',
  expected: `un número entero de ${least} a ${most}`,
  remedy: 'Corregilo: va sin decimales ni letras.',
  parse: (given, pointGroups) => {
    const number = scaled(given, 0, pointGroups, /^$/)
    return number !== undefined && Number(number) >= least && Number(number) <= most
      ? number
      : undefined
  },
})

/** A day or instant in digits, as `yyyy-MM-dd HH:mm:ss`; null when the calendar does not have it. */
function localTime(given: string): string | null {
  const [, d, m, y, hour = '0', minute = '00'] =
    /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})(?: (\d{1,2}):(\d\d)(?::00)?)?$/.exec(given) ?? []
  const iso = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d)(?::00)?)?$/.exec(given)
  const stamp = iso
    ? `${iso[1]} ${iso[2] ?? '00:00'}:00`
    : `${y}-${m?.padStart(2, '0')}-${d?.padStart(2, '0')} ${hour.padStart(2, '0')}:${minute}:00`
  return isStamp(stamp) && /^20\d\d/.test(stamp) ? stamp : null
}

export const day: Field = {
  sqlType: 'date',
  expected: 'un día del calendario, como 7/9/2026',
  remedy: 'Escribí día, mes y año de cuatro cifras.',
  parse: (given) => {
    const time = localTime(given)
    return time?.endsWith('00:00:00') ? time.slice(0, 10) : undefined
  },
  shown: (value) => shortDate(value.replaceAll('-', '')),
}

/** A day in Montevideo, with or without its time. */
export const moment: Field = {
  sqlType: 'timestamptz',
  expected: 'un día, con o sin hora, como 7/9/2026 o 7/9/2026 14:30',
  remedy: 'Escribí día, mes y año de cuatro cifras; la hora va en 24 horas.',
  parse: (given) => {
    const time = localTime(given)
    return time === null ? undefined : fromStamp(time)?.toISOString()
  },
  shown: (value) => {
    const stamp = toStamp(new Date(value))
    return `${shortDate(stamp)} ${stamp.slice(8, 10)}:${stamp.slice(10, 12)}`
  },
}

/** One of a list of values, by one of its names. */
export function oneOf(names: Record<string, string>): Field {
  const values = new Map(Object.entries(names).map(([name, value]) => [folded(name), value]))
  return {
    sqlType: 'text',
    expected: `una de estas opciones: ${Object.keys(names).join(', ')}`,
    remedy: 'Elegí una y escribila igual.',
    parse: (given) => values.get(folded(given)),
    shown: (value) => Object.keys(names).find((name) => names[name] === value) ?? value,
  }
}

export const yesOrNo: Field = {
  ...oneOf({
    sí: 'true',
    no: 'false',
    s: 'true',
    n: 'false',
    true: 'true',
    false: 'false',
    verdadero: 'true',
    falso: 'false',
  }),
  sqlType: 'boolean',
  expected: 'sí o no',
}

/** Degrees between two others: a decimal comma or point, and no thousands. */
export const degrees = (least: number, most: number): Field => ({
  sqlType: 'double precision',
  expected: `grados de ${String(least).replace('.', ',')} a ${String(most).replace('.', ',')}, como ${String(least + 0.5).replace('.', ',')}`,
  remedy: 'Es un punto del Uruguay: copialo de un mapa, con su signo menos.',
  parse: (given) => {
    const number = given.replace(',', '.')
    const isInside =
      /^-\d{2}(\.\d+)?$/.test(number) && Number(number) >= least && Number(number) <= most
    return isInside ? number : undefined
  },
  shown: (value) => value.replace('.', ','),
})

/** A cédula, staged as its eight digits: a spreadsheet loses the zero before an older one. */
export const cedula: Field = {
  sqlType: 'text',
  expected: 'una cédula con su dígito verificador, como 1.234.567-2',
  remedy: 'Revisá los dígitos con el documento a la vista.',
  parse: (given) => parseCedula(given) ?? undefined,
}

/** A RUT, staged as its twelve digits: a spreadsheet loses the zero before most. */
export const rut: Field = {
  sqlType: 'text',
  expected: 'un RUT de doce dígitos, como 211234560019',
  remedy: 'Revisalo: si la planilla le sacó el cero de adelante, no hace falta ponerlo.',
  parse: (given) => parseRut(given) ?? parseRut(`0${given}`) ?? undefined,
}

/** The RUTs of a station, staged as a list. */
export const ruts: Field = {
  sqlType: 'jsonb',
  expected: 'uno o varios RUT de doce dígitos separados por |, como 211234560019 | 213456000016',
  remedy: rut.remedy,
  parse: (given, pointGroups) => {
    const read = given.split('|').map((one) => rut.parse(one.trim(), pointGroups))
    return read.every((one) => one !== undefined) ? JSON.stringify([...new Set(read)]) : undefined
  },
  shown: (value) => (JSON.parse(value) as string[]).join(' | '),
}

/** A code of digits without its separators; another one without spaces. */
const compactCode = (given: string): string => {
  const compact = withoutSeparators(given)
  return /^\d+$/.test(compact) ? compact : given.replaceAll(/\s/g, '')
}

/** What a till can send: others would never be found by a sale. */
const sentByTills = (schema: typeof TillCode | typeof CardNumber, expected: string): Field => ({
  sqlType: 'text',
  expected,
  remedy: 'Revisalo: es el que la caja lee o teclea.',
  parse: (given) => schema.safeParse(compactCode(given)).data || undefined,
})

export const loyaltyCode = sentByTills(
  TillCode,
  'un número de afiliación de hasta 20 letras y cifras, con 12 cifras a lo sumo',
)
export const cardNumber = sentByTills(
  CardNumber,
  'un número de 6 a 16 cifras, que no es el de una tarjeta bancaria',
)

/** A station's code: a spreadsheet loses neither the E nor the zeros, people do. */
export const stationCode: Field = {
  sqlType: 'text',
  expected: 'el código de una estación, como E001',
  remedy: 'Buscalo en la lista de estaciones.',
  parse: (given) => {
    const [, number] = /^E?(\d{1,6})$/i.exec(given) ?? []
    return number === undefined ? undefined : `E${number.padStart(3, '0')}`
  },
}
