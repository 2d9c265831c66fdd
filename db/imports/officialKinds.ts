import { PRODUCTS } from '#contract/reference/stationServices.ts'
import { day, money, oneOf, optional, percentage, text } from '#db/imports/field.ts'
import type { Check, ImportKind } from '#db/imports/importKind.ts'
import { BORDER_NAMES } from '#db/imports/stationsKind.ts'

const FUELS = Object.fromEntries(
  PRODUCTS.filter(({ isFuel }) => isFuel).flatMap(({ code, text: name }) => [
    [name, code],
    [code, code],
  ]),
)

const VALIDITY = { desde: day, hasta: optional(day) }
/** The decree or resolution. */
const norma = text(80)

/** What has begun was shown to drivers, and refunds were told by it: it is corrected by another file. */
const BEGUN = [
  {
    when: `t.valid_from <= (now() at time zone 'America/Montevideo')::date`,
    sentence: 'ya empezó a regir: corregila con otro archivo',
  },
]

/** Checks of rows of one product, or one indicator and border: on each day one row holds at most. */
const days = (table: string, same: (row: string, stored: string) => string): Check[] => [
  {
    column: 'hasta',
    when: 's.hasta < s.desde',
    expected: 'un día que no es anterior a desde',
    remedy: 'Revisá los dos días.',
  },
  {
    column: 'desde',
    when: `exists (select from staged o where ${same('o', 'staged')} and o.desde < s.desde and o.hasta >= s.desde)
      or exists (select from ${table} o where ${same('o', table)} and o.valid_from < s.desde and o.valid_to >= s.desde
        and not exists (select from staged n where ${same('n', 'staged')} and n.desde = o.valid_from))`,
    expected: 'un día en que la fila anterior ya terminó',
    remedy: 'Acortá el hasta de la anterior, o corré este desde.',
  },
  {
    column: 'hasta',
    when: `exists (select from ${table} o where ${same('o', table)} and o.valid_from > s.desde and o.valid_from <= s.hasta)`,
    expected: 'un día anterior al comienzo de la fila siguiente',
    remedy: 'Acortalo: en la base ya hay otra que empieza antes.',
  },
]

/** Official maximum prices of fuels. */
export const pricesKind: ImportKind = {
  name: 'prices',
  rows: 'precios oficiales',
  columns: {
    producto: oneOf({ ...FUELS, supergas: 'supergas' }),
    ...VALIDITY,
    precio: money,
    norma,
  },
  table: 'fuel_price',
  key: ['product', 'valid_from'],
  fileKey: ['producto', 'desde'],
  values: ['valid_to', 'price', 'decree'],
  select:
    'select s.line, s.producto as product, s.desde as valid_from, s.hasta as valid_to, s.precio::int as price, s.norma as decree from staged s',
  checks: [
    {
      column: 'precio',
      when: 's.precio not between 1 and 1000000',
      expected: 'un precio por litro de 0,01 a 10.000',
      remedy: 'Revisá la coma.',
    },
    ...days(
      'fuel_price',
      (row, of) => `${row}.${of === 'staged' ? 'producto' : 'product'} = s.producto`,
    ),
  ],
  obstacles: BEGUN,
}

/** Rates of the laws that refund a part of a card payment, the IMESI at the border among them. */
export const ratesKind: ImportKind = {
  name: 'rates',
  rows: 'tasas de devolución',
  columns: {
    ley: oneOf({ 1: '1', 2: '2', 3: '3', 4: '4', 6: '6' }),
    frontera: optional(oneOf(BORDER_NAMES)),
    ...VALIDITY,
    tasa: percentage,
    norma,
  },
  table: 'refund_rate',
  key: ['indicator', 'side', 'valid_from'],
  fileKey: ['ley', 'frontera', 'desde'],
  values: ['valid_to', 'basis_points', 'decree'],
  select: `select s.line, s.ley::int as indicator, coalesce(s.frontera, '') as side, s.desde as valid_from, s.hasta as valid_to, s.tasa::int as basis_points, s.norma as decree from staged s`,
  checks: days('refund_rate', (row, of) =>
    of === 'staged'
      ? `${row}.ley = s.ley and ${row}.frontera is not distinct from s.frontera`
      : `${row}.indicator = s.ley::int and ${row}.side = coalesce(s.frontera, '')`,
  ),
  obstacles: BEGUN,
}
