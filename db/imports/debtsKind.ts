import { type SQL, sql } from 'drizzle-orm'
import { DOLLARS, PESOS } from '#contract/money.ts'
import {
  cedula,
  currency,
  day,
  integer,
  loyaltyCode,
  moment,
  money,
  oneOf,
  optional,
  stationCode,
  text,
  yesOrNo,
} from '#db/imports/field.ts'
import { column, defineImportKind, existsWith } from '#db/imports/importKind.ts'
import { hasAccount } from '#db/imports/loyaltiesKind.ts'
import { importedFile, importRow } from '#db/tables/imports.ts'
import { loyalty, pointsRule } from '#db/tables/loyalties.ts'
import { debt, paymentAttempt } from '#db/tables/payments.ts'
import { person } from '#db/tables/people.ts'
import { branch, fuelPrice } from '#db/tables/stations.ts'

const LAWS = { 0: '0', 1: '1', 2: '2', 3: '3', 4: '4', 6: '6' }

/**
 * The most points that a rule in force gives for an amount, at the official price of its fuel less its
 * discount; null for an unknown loyalty. Dollars give none, as at the till.
 */
const mostPoints = ({ afiliado, moneda, importe, fecha }: Record<string, SQL>) => sql`(
  select case when ${moneda} = ${DOLLARS} then 0 else (
    select coalesce(max(r.per_hundred * floor(${importe} / 10000) + r.per_litre
      * coalesce(floor(${importe} * 10000.0 / (p.price * (10000 - r.discount_basis_points))), 0)), 0)
    from ${pointsRule} r left join (
      select distinct on (product) product, price from ${fuelPrice}
      where valid_from <= (${fecha} at time zone 'America/Montevideo')::date and product <> 'supergas'
      order by product, valid_from desc) p on r.product in ('', p.product)
    where r.programme = ${loyalty.programme} and r.valid_from <= ${fecha}
      and (r.valid_until is null or r.valid_until > ${fecha})) end
  from ${loyalty} where ${loyalty.code} = ${afiliado})`

/** Debts of drivers. A person is named by cédula, and a loyalty has to be that person's. */
export const debtsKind = defineImportKind({
  name: 'debts',
  label: 'Deudas',
  columns: {
    referencia: column(
      text(40),
      'tu propio número de la deuda; no se repite',
      'FAC-2026-00017',
      'FAC-2026-00018',
    ),
    documento: column(cedula, 'cédula de una cuenta', '9.000.001-8', '9.000.001-8'),
    afiliado: column(optional(loyaltyCode), 'afiliación que gana los puntos', '60000001'),
    estacion: column(stationCode, 'código de la que cobra', 'E001', 'E002'),
    concepto: column(text(200), 'lo que la persona lee', 'Nafta Super, cuenta de agosto', 'Lavado'),
    factura: column(text(40), 'su número', '104517', '104518'),
    moneda: column(optional(currency), 'pesos o dólares; vacío son pesos', 'pesos'),
    importe: column(money, 'sin propina', '2.350,00', '488,00'),
    gravado: column(optional(money), 'neto gravado con IVA', '', '400,00'),
    iva: column(optional(money), 'IVA', '', '88,00'),
    cuotas: column(optional(integer(1, 36)), 'máximo de cuotas; vacío es 1', '3'),
    ley: column(optional(oneOf(LAWS)), 'indicador; vacío es 0, ninguna', '', '6'),
    consumidor_final: column(optional(yesOrNo), 'sí o no; vacío es sí', 'sí'),
    puntos: column(optional(integer(0, 1_000_000)), 'los que da el pago', '60'),
    fecha: column(moment, 'cuándo nació la deuda', '31/8/2026', '31/8/2026 18:05'),
    vencimiento: column(day, 'último día', '30/9/2026', '15/9/2026'),
  },
  ofPeople: true,
  table: debt,
  fileKey: ['referencia'],
  row: (s) => ({
    key: { reference: s.referencia },
    values: {
      personId: person.id,
      loyaltyCode: s.afiliado,
      branchCode: s.estacion,
      concept: s.concepto,
      invoiceNumber: s.factura,
      currency: sql`coalesce(${s.moneda}, ${PESOS})`,
      amount: s.importe,
      taxedAmount: sql`coalesce(${s.gravado}, 0)`,
      taxAmount: sql`coalesce(${s.iva}, 0)`,
      installments: sql`coalesce(${s.cuotas}, 1)::int`,
      indi: sql`coalesce(${s.ley}, '0')::int`,
      finalConsumer: sql`coalesce(${s.consumidor_final}, true)`,
      points: sql`coalesce(${s.puntos}, 0)::int`,
      at: s.fecha,
      dueDate: s.vencimiento,
    },
    // The station's name at the time of the debt.
    initial: { merchantName: branch.name, state: sql`'PENDING'` },
    joins: sql`join ${person} on ${person.documentNumber} = ${s.documento}
      join ${branch} on ${branch.code} = ${s.estacion}`,
  }),
  checks: (s) => [
    hasAccount(s.documento),
    {
      column: 'afiliado',
      when: sql`${s.afiliado} is not null and not exists (
        select from ${loyalty} join ${person} on ${person.id} = ${loyalty.personId}
        where ${loyalty.code} = ${s.afiliado} and ${loyalty.endedAt} is null
          and ${person.documentNumber} = ${s.documento})`,
      expected: 'una afiliación vigente de esa misma persona',
      remedy: 'Corregí el número o el documento, o dejalo vacío.',
    },
    {
      column: 'puntos',
      when: sql`${s.puntos} > 0 and ${s.afiliado} is null`,
      expected: '0, porque la fila no tiene afiliado',
      remedy: 'Poné el afiliado que gana los puntos, o dejalos vacíos.',
    },
    {
      column: 'puntos',
      when: sql`${s.puntos} > 0 and ${s.puntos} > ${mostPoints(s)}`,
      expected: 'a lo sumo lo que da la mejor regla en vigor por ese importe',
      remedy: 'Revisá los puntos y el importe, o dejalos vacíos: en dólares no se dan.',
    },
    {
      column: 'estacion',
      when: sql`not ${existsWith(branch.code, s.estacion)}`,
      expected: 'el código de una estación que existe',
      remedy: 'Corregilo, o importá antes la estación.',
    },
    {
      column: 'importe',
      when: sql`${s.importe} = 0`,
      expected: 'un importe mayor que 0',
      remedy: 'Corregilo, o sacá la fila.',
    },
    {
      column: 'gravado',
      when: sql`coalesce(${s.gravado}, 0) + coalesce(${s.iva}, 0) > ${s.importe}`,
      expected: 'que gravado e IVA juntos no pasen del importe',
      remedy: 'Revisá los tres importes.',
    },
    {
      column: 'vencimiento',
      when: sql`${s.vencimiento} < (${s.fecha} at time zone 'America/Montevideo')::date`,
      expected: 'un día que no es anterior a la fecha',
      remedy: 'Revisá las dos.',
    },
  ],
  updateChecks: (t, i) => [
    {
      column: 'referencia',
      when: sql`not exists (
        select from ${importRow} join ${importedFile} on ${importedFile.number} = ${importRow.import}
        where ${importRow.key} = ${t.reference} and ${importRow.before} is null
          and ${importedFile.kind} = 'debts' and ${importedFile.undoneAt} is null)`,
      expected: 'la referencia de una deuda que vino de un archivo',
      remedy: 'Esa ya es de otra deuda: usá otra referencia.',
    },
    {
      column: 'documento',
      when: sql`${t.personId} <> ${i.personId}`,
      expected: 'la misma persona que en la deuda ya cargada',
      remedy: 'Una deuda no cambia de persona: usá otra referencia.',
    },
    {
      column: 'referencia',
      when: sql`${t.state} <> 'PENDING' or exists (
        select from ${paymentAttempt} where ${paymentAttempt.debtReference} = ${t.reference}
          and ${paymentAttempt.state} in ('CREATED', 'PROCESSING'))`,
      expected: 'una deuda sin pagar y sin un pago en curso',
      remedy: 'Ya no se puede cambiar: sacá la fila o dejala como estaba.',
    },
  ],
  sums: (t) => ({
    pesos: sql`case ${t.currency} when ${PESOS} then ${t.amount} end`,
    dollars: sql`case ${t.currency} when ${DOLLARS} then ${t.amount} end`,
    points: t.points,
  }),
  obstacles: (t) => [
    { when: sql`${t.state} = 'PAID'`, sentence: 'ya está paga' },
    {
      when: existsWith(paymentAttempt.debtReference, t.reference),
      sentence: 'ya tuvo un intento de pago',
    },
  ],
})
