import type { Invariant } from '#db/invariants/invariant.ts'

/** What holds of the payments that tills ask for. */
export const PAYMENT_REQUEST_INVARIANTS: readonly Invariant[] = [
  {
    code: 'T13',
    description:
      'un cobro de una caja lo paga a lo sumo un intento, y su estado es el de ese intento; sin pago no queda nada que pagar',
    violationsSql: `
      select 'pago por más de un intento' as fault, d.request_id::text as id, count(*)::text as state
      from debt d join payment_attempt p on p.debt_reference = d.reference and p.state = 'PAID'
      where d.request_id is not null group by d.request_id having count(*) > 1
      union all
      select 'otro estado que su intento', q.id::text, q.state || ' ' || p.state
      from payment_request q join payment_attempt p on p.id = q.attempt_id
      join debt d on d.reference = p.debt_reference
      where (q.state in ('paid', 'voiding')) <> (p.state = 'PAID') or d.request_id is distinct from q.id
        or (p.amount, p.currency) <> (q.amount, q.currency)
      union all
      select 'intento pago de un cobro que no lo está', q.id::text, q.state
      from payment_request q join debt d on d.request_id = q.id
      join payment_attempt p on p.debt_reference = d.reference and p.state = 'PAID'
      where q.attempt_id is distinct from p.id
      union all
      select 'deuda de un cobro que terminó', d.reference, q.state
      from payment_request q join debt d on d.request_id = q.id
      where q.state <> 'waiting' and d.state = 'PENDING'
      union all
      select 'anulado después del cierre del día', q.id::text, q.state
      from payment_request q join payment_attempt p on p.id = q.attempt_id
      where q.reason <> '' and q.state = 'voiding'
        and q.settled_at at time zone 'America/Montevideo'
          >= (p.created_at at time zone 'America/Montevideo')::date + interval '1 day 2 hours'`,
  },
  {
    code: 'T14',
    description: 'la caja se entera de cada desenlace, y nunca antes de que lo sea',
    // What the till has acknowledged is a state that the request has had.
    violationsSql: `
      select 'avisado sin pago' as fault, id::text as id, told_state as state
      from payment_request
      where told_state in ('paid', 'voiding', 'voided') and attempt_id is null
      union all
      select 'avisado de otro desenlace', id::text, told_state
      from payment_request
      where told_state in ('cancelled', 'expired', 'voided') and told_state <> state`,
  },
]
