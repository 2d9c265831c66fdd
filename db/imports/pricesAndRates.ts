import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { shortDate } from '#contract/dates.ts'
import type { OfficialPrice } from '#contract/info/prices.ts'
import { PRODUCTS } from '#contract/reference/stationServices.ts'
import { day, money, oneOf, optional, percentage, text } from '#db/imports/field.ts'
import { type Check, column, defineImportKind } from '#db/imports/importKind.ts'
import { BORDER_NAMES } from '#db/imports/stationsKind.ts'
import { deductibleTax } from '#db/tables/companies.ts'
import { importRow } from '#db/tables/imports.ts'
import { fuelPrice, refundRate } from '#db/tables/stations.ts'

const FUELS = Object.fromEntries(
  PRODUCTS.filter(({ isFuel }) => isFuel).flatMap(({ code, text: name }) => [
    [name, code],
    [code, code],
  ]),
)

const NORMA = column(text(80), 'decreto o resolución', 'Decreto 999/026', 'Decreto 999/026')

const TODAY = sql`(now() at time zone 'America/Montevideo')::date`

/**
 * What has begun was shown to drivers, and refunds were told by it: it is corrected by another file. A row
 * whose end alone was moved, from a day that has not passed to another one, was shown as it is.
 */
const begun = (t: Record<'validFrom' | 'validTo', PgColumn>) => [
  {
    when: sql`${t.validFrom} <= ${TODAY} and not coalesce(
      to_jsonb(t) - 'valid_to' @> r.before - 'valid_to' and coalesce(${t.validTo}, 'infinity') >= ${TODAY}
        and coalesce((r.before ->> 'valid_to')::date, 'infinity') >= ${TODAY}, false)`,
    sentence: 'ya empezó a regir: corregila con otra importación',
  },
]

/** Percent of the price before by which another one may differ unasked: a comma in the wrong place is far beyond it. */
const MAX_PERCENT = 20

type Days = Record<'desde' | 'hasta', SQL>

/**
 * Checks of rows of one product, or one indicator and border: on each day one row holds at most.
 * @param like whether another row of the file is of the same
 * @param stored the same of a stored one
 */
const days = (
  table: typeof fuelPrice | typeof refundRate | typeof deductibleTax,
  s: Days,
  o: Days,
  { like, stored }: Record<'like' | 'stored', SQL>,
): Check<'desde' | 'hasta'>[] => [
  {
    column: 'hasta',
    when: sql`${s.hasta} < ${s.desde}`,
    expected: 'un día que no es anterior a desde',
    remedy: 'Revisá los dos días.',
  },
  {
    column: 'desde',
    when: sql`exists (
        select from staged o where ${like} and ${o.desde} < ${s.desde} and ${o.hasta} >= ${s.desde})
      or exists (
        select from ${table} where ${stored} and ${table.validFrom} < ${s.desde}
          and ${table.validTo} >= ${s.desde}
          and not exists (select from staged o where ${like} and ${o.desde} = ${table.validFrom}))`,
    expected: 'un día en que la fila anterior ya terminó',
    remedy: 'Acortá el hasta de la anterior, o corré este desde.',
  },
  {
    column: 'hasta',
    when: sql`exists (
      select from ${table} where ${stored} and ${table.validFrom} > ${s.desde}
        and ${table.validFrom} <= ${s.hasta})`,
    expected: 'un día anterior al comienzo de la fila siguiente',
    remedy: 'Acortalo: en la base ya hay otra que empieza antes.',
  },
]

/** Official maximum prices of fuels. */
export const pricesKind = defineImportKind({
  name: 'prices',
  label: 'Precios oficiales',
  columns: {
    producto: column(
      oneOf({ ...FUELS, supergas: 'supergas' }),
      'el combustible; supergas va por kilo',
      'Super',
      'Gasoil',
    ),
    desde: column(day, 'primer día en que rige', '1/1/2027', '1/1/2027'),
    hasta: column(optional(day), 'último día; vacío: hasta la fila siguiente', '', '28/2/2027'),
    precio: column(money, 'pesos por litro', '78,20', '50,14'),
    norma: NORMA,
  },
  table: fuelPrice,
  fileKey: ['producto', 'desde'],
  row: (s) => ({
    key: { product: s.producto, validFrom: s.desde },
    values: { validTo: s.hasta, price: sql`${s.precio}::int`, decree: s.norma },
  }),
  checks: (s, o) => [
    {
      column: 'precio',
      when: sql`${s.precio} not between 1 and 1000000`,
      expected: 'un precio por litro de 0,01 a 10.000',
      remedy: 'Revisá la coma.',
    },
    ...days(fuelPrice, s, o, {
      like: sql`${o.producto} = ${s.producto}`,
      stored: sql`${fuelPrice.product} = ${s.producto}`,
    }),
  ],
  jumps: (number) => sql`
    select * from (
      select t.product as what, t.price as after, coalesce((r.before ->> 'price')::int, (
        select p.price from ${fuelPrice} p where p.product = t.product and p.valid_from < t.valid_from
        order by p.valid_from desc limit 1)) as before
      from ${importRow} r join ${fuelPrice} t on r.key = concat_ws('|', t.product, t.valid_from)
      where r.import = ${number} order by t.product, t.valid_from) prices
    where abs(after - before) * 100 > before * ${MAX_PERCENT}::int`,
  obstacles: begun,
})

/** Rates of the laws that refund a part of a card payment, the IMESI at the border among them. */
export const ratesKind = defineImportKind({
  name: 'rates',
  label: 'Devoluciones de impuestos',
  columns: {
    ley: column(
      oneOf({ 1: '1', 2: '2', 3: '3', 4: '4', 6: '6' }),
      'indicador: 1 Ley 17.934, 2 IMESI en frontera, 3 Ley 18.910, 4 Ley 18.999, 6 Ley 19.210',
      '2',
      '6',
    ),
    frontera: column(
      optional(oneOf(BORDER_NAMES)),
      'Argentina o Brasil; vacío: en todo el país',
      'Argentina',
    ),
    desde: column(day, 'primer día en que rige', '1/1/2027', '1/1/2027'),
    hasta: column(optional(day), 'como en `prices`', '', '31/12/2027'),
    tasa: column(percentage, 'porcentaje que se devuelve', '32', '2,5'),
    norma: NORMA,
  },
  table: refundRate,
  fileKey: ['ley', 'frontera', 'desde'],
  row: (s) => ({
    key: {
      indicator: sql`${s.ley}::int`,
      side: sql`coalesce(${s.frontera}, '')`,
      validFrom: s.desde,
    },
    values: { validTo: s.hasta, basisPoints: sql`${s.tasa}::int`, decree: s.norma },
  }),
  checks: (s, o) =>
    days(refundRate, s, o, {
      like: sql`${o.ley} = ${s.ley} and ${o.frontera} is not distinct from ${s.frontera}`,
      stored: sql`${refundRate.indicator} = ${s.ley}::int
        and ${refundRate.side} = coalesce(${s.frontera}, '')`,
    }),
  obstacles: begun,
})

/** The IVA of fuels that a company may deduct. */
export const taxesKind = defineImportKind({
  name: 'taxes',
  label: 'IVA que se descuenta',
  columns: {
    producto: column(oneOf(FUELS), 'el combustible', 'Gasoil', 'Gasoil Especial'),
    desde: column(day, 'primer día en que rige', '1/1/2027', '1/1/2027'),
    hasta: column(optional(day), 'como en `prices`', '', '31/12/2027'),
    tasa: column(percentage, 'porcentaje sobre el neto', '22', '10,5'),
    norma: NORMA,
  },
  table: deductibleTax,
  fileKey: ['producto', 'desde'],
  row: (s) => ({
    key: { product: s.producto, validFrom: s.desde },
    values: { validTo: s.hasta, basisPoints: sql`${s.tasa}::int`, decree: s.norma },
  }),
  checks: (s, o) =>
    days(deductibleTax, s, o, {
      like: sql`${o.producto} = ${s.producto}`,
      stored: sql`${deductibleTax.product} = ${s.producto}`,
    }),
  obstacles: begun,
})

/** The cells of a file that make an official price. */
export const fuelPriceCells = ({ product, validFrom, validTo, price, decree }: OfficialPrice) => ({
  producto: product,
  desde: shortDate(validFrom),
  hasta: validTo && shortDate(validTo),
  precio: (price / 100).toFixed(2).replace('.', ','),
  norma: decree,
})
