import type { Invariant } from '#db/invariants/invariant.ts'

/** Unresolved discrepancies of reconciled days that need a person. */
const UNRESOLVED = `(
  select g.* from gateway_discrepancy g join gateway_day d on d.day = g.day
  where d.reconciled_at is not null and not g.resolved
)`
/**
 * The newest instant in the database. A restored backup is measured against it, so that it is not
 * reported as late.
 */
const NEWEST = `greatest(
  (select max(created_at) from payment_attempt), (select max(seen_at) from session)
)`

/** The invariants of payments and notifications, each with the query that finds its violations. */
export const PAYMENT_INVARIANTS: readonly Invariant[] = [
  {
    code: 'P1',
    description: 'lo cobrado menos lo devuelto nunca pasa de la deuda',
    violationsSql: `
      select d.reference, d.currency, d.amount, count(*) as charges, sum(p.amount - p.tip_amount) as captured
      from debt d join payment_attempt p on p.debt_reference = d.reference and p.state = 'PAID'
      group by d.reference
      having sum(p.amount - p.tip_amount) > d.amount or bool_or(p.currency <> d.currency)
      union all
      select reference, currency_there, amount_there, 2, null from ${UNRESOLVED} g where kind = 'DOUBLE'`,
  },
  {
    code: 'P2',
    description: 'cada deuda tiene a lo sumo un intento abierto',
    violationsSql: `
      select debt_reference, count(*) as open, array_agg(id) as attempts
      from payment_attempt where state in ('CREATED', 'PROCESSING')
      group by debt_reference having count(*) > 1`,
  },
  {
    code: 'P3',
    description:
      'lo que la pasarela aprobó está pago acá, y ningún intento sigue sin desenlace después de un día',
    // Two hours of tolerance: the last poll comes up to an hour after the day, and takes time.
    violationsSql: `
      select 'cobrado allá, falta acá' as fault, g.reference, g.payment_token as id, g.day::text as since
      from ${UNRESOLVED} g where g.kind = 'MISSING_HERE' and not exists (
        select from payment_attempt p
        where p.payment_token = g.payment_token and p.state in ('PAID', 'VOIDED', 'REFUNDED'))
      union all
      select 'sin desenlace', debt_reference, id::text, created_at::text
      from payment_attempt
      where (state in ('CREATED', 'PROCESSING') or state in ('REJECTED', 'EXPIRED') and next_poll_at is not null)
        and created_at < ${NEWEST} - interval '26 hours'`,
  },
  {
    code: 'P4',
    description:
      'lo pago acá está aprobado allá, con el mismo número, importe y moneda, hasta donde se comparó',
    violationsSql: `
      select g.kind, g.day::text as day, p.id, g.reference, g.state_there, g.amount_there, p.amount
      from ${UNRESOLVED} g
      join payment_attempt p on p.debt_reference = g.reference and p.state = 'PAID'
      where g.kind in ('MISSING_THERE', 'AMOUNT', 'VOIDED_THERE')`,
  },
  {
    code: 'P5',
    description: 'un cobro de la pasarela salda a lo sumo un intento',
    violationsSql: `
      select payment_token, count(*) as attempts, array_agg(id) as ids
      from payment_attempt where payment_token is not null
      group by payment_token having count(*) > 1`,
  },
  {
    code: 'P6',
    description:
      'intentos y deudas están en estados que se siguen: paga la deuda quien tiene un cobro en pie',
    violationsSql: `
      select 'deuda paga sin un cobro en pie' as fault, d.reference as id, d.state
      from debt d where d.state = 'PAID' and (
        select count(*) from payment_attempt p where p.debt_reference = d.reference and p.state = 'PAID') <> 1
      union all
      select 'cobro en pie de una deuda que no está paga', p.id::text, d.state
      from payment_attempt p join debt d on d.reference = p.debt_reference
      where p.state = 'PAID' and d.state <> 'PAID'
      union all
      select 'cobro de una deuda ajena', p.id::text, p.state
      from payment_attempt p join debt d on d.reference = p.debt_reference
      where p.person_id <> d.person_id
      union all
      select 'estado que no existe', id::text, state from payment_attempt
      where state not in ('CREATED', 'PROCESSING', 'PAID', 'REJECTED', 'EXPIRED', 'VOIDED', 'REFUNDED')
      union all
      select 'cobro sin su número de la pasarela o sin su momento', id::text, state from payment_attempt
      where state in ('PAID', 'REFUNDED') and (payment_token is null or settled_at is null)
      union all
      select 'intento abierto que nadie va a mirar', id::text, state from payment_attempt
      where state in ('CREATED', 'PROCESSING') and (next_poll_at is null or settled_at is not null)`,
  },
  {
    code: 'P8',
    description: 'lo que se cobró es lo que dice su deuda, propina aparte',
    // Paid debts only: an unpaid debt may be corrected after an attempt.
    violationsSql: `
      select d.reference, p.id, p.amount, p.tip_amount, d.amount as owed, p.currency, d.currency as owed_in,
        p.taxed_amount, p.tax_amount, p.indi
      from payment_attempt p join debt d on d.reference = p.debt_reference
      where p.state = 'PAID'
        and (p.amount - p.tip_amount, p.currency, p.taxed_amount, p.tax_amount, p.indi)
          <> (d.amount, d.currency, d.taxed_amount, d.tax_amount, d.indi)`,
  },
  {
    code: 'P13',
    description:
      'lo devuelto de un cobro nunca lo pasa, es lo que dice la pasarela hasta donde se comparó, y tiene cada devolución hecha',
    // A refund of the whole that was applied before the sum was stored has 0.
    violationsSql: `
      select 'devuelto de más, o distinto de su estado' as fault, p.id::text, p.refunded_amount, p.amount
      from payment_attempt p
      where p.refunded_amount not between 0 and p.amount
        or p.state = 'PAID' and p.refunded_amount = p.amount
        or p.state = 'REFUNDED' and p.refunded_amount not in (0, p.amount)
      union all
      select 'devoluciones hechas que el cobro no tiene', r.attempt_id::text, sum(r.amount), p.refunded_amount
      from payment_refund r join payment_attempt p on p.id = r.attempt_id
      where r.state = 'done' and r.kind = 'refund'
      group by r.attempt_id, p.refunded_amount having sum(r.amount) > p.refunded_amount
      union all
      select 'anulación hecha de un cobro que sigue en pie', r.attempt_id::text, r.amount, p.amount
      from payment_refund r join payment_attempt p on p.id = r.attempt_id
      where r.state = 'done' and r.kind = 'void' and p.state not in ('VOIDED', 'REFUNDED')
      union all
      select 'devolución enviada que nadie va a mirar', r.id::text, r.amount, p.amount
      from payment_refund r join payment_attempt p on p.id = r.attempt_id
      where r.state = 'sending' and (p.state <> 'PAID' or p.next_poll_at is null)
      union all
      select 'devolución que no es la propuesta confirmada', q.id::text, r.amount, null
      from proposal q left join payment_refund r on r.id = q.id
      where q.kind = 'refund' and case q.state when 'confirmed' then (r.attempt_id::text, r.kind, r.amount::text)
        is distinct from (q.subject, q.content ->> 'kind', q.content ->> 'amount') else r.id is not null end
      union all
      select 'devuelto allá, no acá', g.reference, g.refunded_there, g.refunded_here
      from ${UNRESOLVED} g
      join payment_attempt p on p.debt_reference = g.reference and p.state = 'PAID'
      where g.kind = 'REFUNDED_THERE' and p.refunded_amount < g.refunded_there`,
  },
  {
    code: 'P10',
    description: 'lo que el servidor confirma ya está en el disco',
    // The connection that asks has the settings of the servers' own: their login, with its options.
    violationsSql: `
      select name, setting, source from pg_settings
      where name = 'synchronous_commit' and setting = 'off'`,
  },
  {
    code: 'N2',
    description: 'cada hecho se avisa una sola vez',
    violationsSql: `
      select person_id, event, count(*) as times
      from notification group by person_id, event having count(*) > 1`,
  },
]
