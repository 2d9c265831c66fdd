import { DOLLARS, PESOS } from '#contract/money.ts'
import {
  cedula,
  day,
  integer,
  moment,
  money,
  oneOf,
  optional,
  stationCode,
  text,
  yesOrNo,
} from '#db/imports/field.ts'
import type { ImportKind } from '#db/imports/importKind.ts'

/** Debts of drivers. A person is named by cédula, and a loyalty has to be that person's. */
export const debtsKind: ImportKind = {
  name: 'debts',
  rows: 'deudas',
  columns: {
    referencia: text(40),
    documento: cedula,
    afiliado: optional(text(40)),
    estacion: stationCode,
    concepto: text(200),
    factura: text(40),
    moneda: optional(
      oneOf({
        pesos: PESOS,
        UYU: PESOS,
        $: PESOS,
        dólares: DOLLARS,
        USD: DOLLARS,
        U$S: DOLLARS,
      }),
    ),
    importe: money,
    gravado: optional(money),
    iva: optional(money),
    cuotas: optional(integer(1, 36)),
    ley: optional(oneOf({ 0: '0', 1: '1', 2: '2', 3: '3', 4: '4', 6: '6' })),
    consumidor_final: optional(yesOrNo),
    puntos: optional(integer(0, 1_000_000)),
    fecha: moment,
    vencimiento: day,
  },
  table: 'debt',
  key: ['reference'],
  fileKey: ['referencia'],
  values: [
    'person_id',
    'loyalty_code',
    'branch_code',
    'concept',
    'invoice_number',
    'currency',
    'amount',
    'taxed_amount',
    'tax_amount',
    'installments',
    'indi',
    'final_consumer',
    'points',
    'at',
    'due_date',
  ],
  // The station's name at the time of the debt.
  initial: ['merchant_name', 'state'],
  select: `
    select s.line, s.referencia as reference, p.id as person_id, s.afiliado as loyalty_code, s.estacion as branch_code,
      b.name as merchant_name, s.concepto as concept, s.factura as invoice_number, coalesce(s.moneda, '${PESOS}') as currency,
      s.importe as amount, coalesce(s.gravado, 0) as taxed_amount, coalesce(s.iva, 0) as tax_amount,
      coalesce(s.cuotas, 1)::int as installments, coalesce(s.ley, '0')::int as indi,
      coalesce(s.consumidor_final, true) as final_consumer, coalesce(s.puntos, 0)::int as points,
      s.fecha as at, s.vencimiento as due_date, 'PENDING' as state
    from staged s join person p on p.document_number = s.documento join branch b on b.code = s.estacion`,
  checks: [
    {
      column: 'documento',
      when: 'not exists (select from person p where p.document_number = s.documento and p.confirmed_at is not null)',
      expected: 'la cédula de alguien que ya tiene cuenta en Surtidor',
      remedy: 'Pedile que se registre, o corregí la cédula.',
    },
    {
      column: 'afiliado',
      when: 's.afiliado is not null and not exists (select from loyalty l join person p on p.id = l.person_id where l.code = s.afiliado and l.ended_at is null and p.document_number = s.documento)',
      expected: 'una afiliación vigente de esa misma persona',
      remedy: 'Corregí el número o el documento, o dejalo vacío.',
    },
    {
      column: 'puntos',
      when: 's.puntos > 0 and s.afiliado is null',
      expected: '0, porque la fila no tiene afiliado',
      remedy: 'Poné el afiliado que gana los puntos, o dejalos vacíos.',
    },
    {
      column: 'estacion',
      when: 'not exists (select from branch b where b.code = s.estacion)',
      expected: 'el código de una estación que existe',
      remedy: 'Corregilo, o importá antes la estación.',
    },
    {
      column: 'importe',
      when: 's.importe = 0',
      expected: 'un importe mayor que 0',
      remedy: 'Corregilo, o sacá la fila.',
    },
    {
      column: 'gravado',
      when: 'coalesce(s.gravado, 0) + coalesce(s.iva, 0) > s.importe',
      expected: 'que gravado e IVA juntos no pasen del importe',
      remedy: 'Revisá los tres importes.',
    },
    {
      column: 'vencimiento',
      when: `s.vencimiento < (s.fecha at time zone 'America/Montevideo')::date`,
      expected: 'un día que no es anterior a la fecha',
      remedy: 'Revisá las dos.',
    },
  ],
  updateChecks: [
    {
      column: 'referencia',
      when: `not exists (select from import_row w join import m on m.number = w.import where w.key = t.reference and w.before is null and m.kind = 'debts' and m.undone_at is null)`,
      expected: 'la referencia de una deuda que vino de un archivo',
      remedy: 'Esa ya es de otra deuda: usá otra referencia.',
    },
    {
      column: 'documento',
      when: 't.person_id <> i.person_id',
      expected: 'la misma persona que en la deuda ya cargada',
      remedy: 'Una deuda no cambia de persona: usá otra referencia.',
    },
    {
      column: 'referencia',
      when: `t.state <> 'PENDING' or exists (select from payment_attempt a where a.debt_reference = t.reference and a.state in ('CREATED', 'PROCESSING'))`,
      expected: 'una deuda sin pagar y sin un pago en curso',
      remedy: 'Ya no se puede cambiar: sacá la fila o dejala como estaba.',
    },
  ],
  obstacles: [
    { when: `t.state = 'PAID'`, sentence: 'ya está paga' },
    {
      when: 'exists (select from payment_attempt a where a.debt_reference = t.reference)',
      sentence: 'ya tuvo un intento de pago',
    },
  ],
}
