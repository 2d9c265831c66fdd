import { pointsBy, ruleOf } from '#db/invariants/accrualSql.ts'
import type { Invariant } from '#db/invariants/invariant.ts'

/** A line `l` of a sale `s` of a loyalty `y`. */
const OF_LINE = {
  programme: 'y.programme',
  product: 'l.product',
  at: 's.at',
  payments: 's.payments',
}

/** The invariants of what stations report, each with the query that finds its violations. */
export const STATION_INVARIANTS: readonly Invariant[] = [
  {
    code: 'T1',
    description: 'cada venta informada cuenta una vez: cada renglón de un afiliado es una compra',
    violationsSql: `
      select 'identidad repetida' as fault, identity, count(*) as number
      from sale_event group by identity having count(*) > 1
      union all
      select 'renglón sin su compra exacta', l.identity, l.number
      from sale_line l join sale_event s using (identity)
      where l.rrn is not null and not exists (
        select from movement m where m.rrn = l.rrn and m.points = l.points and m.posted_at is not null
          and (m.loyalty_code, m.at, m.branch_code, m.product, m.millilitres, m.amount, m.currency)
            = (s.loyalty_code, s.at, s.branch_code, l.product, l.millilitres, l.amount, s.currency))
      union all
      select 'compra de dos renglones', min(identity), count(*)
      from sale_line where rrn is not null group by rrn having count(*) > 1
      union all
      select 'venta de un afiliado sin su compra', l.identity, l.number
      from sale_line l join sale_event s using (identity)
      where s.kind = 'sale' and s.loyalty_code is not null and l.rrn is null and not exists (
        select from sale_event v
        where v.kind = 'void' and v.sale_identity = s.identity and v.branch_code = s.branch_code)`,
  },
  {
    code: 'T3',
    description:
      'los totales de un turno cerrado son los de sus ventas, o el turno es una excepción',
    violationsSql: `
      select * from (
        select t.branch_code, t.scope, t.code, t.state, t.totals, jsonb_build_object(
          'sales', count(*) filter (where e.kind = 'sale'),
          'voids', count(*) filter (where e.kind = 'void'),
          'returns', count(*) filter (where e.kind = 'return'),
          'amounts', coalesce((
            select jsonb_object_agg(currency, sum) from (
              select currency, sum(amount) from sale_event s
              where s.branch_code = t.branch_code and s.shift = t.code and t.scope in ('', s.terminal_id::text)
                and s.kind = 'sale' group by currency) of_currency where sum > 0), '{}'),
          'millilitres', coalesce((
            select jsonb_object_agg(product, sum) from (
              select l.product, sum(l.millilitres) from sale_event s join sale_line l using (identity)
              where s.branch_code = t.branch_code and s.shift = t.code and t.scope in ('', s.terminal_id::text)
                and s.kind = 'sale' group by l.product) of_product where sum > 0), '{}')
        ) as reported
        from shift t
        left join sale_event e on e.branch_code = t.branch_code and e.shift = t.code
          and t.scope in ('', e.terminal_id::text)
        where t.state <> 'open'
        group by t.branch_code, t.scope, t.code
      ) of_shift
      where (state = 'closed') <> (totals = reported)`,
  },
  {
    code: 'T4',
    description:
      'la hora local de la venta elige la regla de cada renglón, no la del CFE ni la del asiento',
    slicedBy: { sale_event: 'identity', sale_line: 'identity' },
    violationsSql: `
      select s.identity, l.number, s.at, s.received_at, l.points
      from sale_event s
      join sale_line l using (identity)
      join loyalty y on y.code = s.loyalty_code
      left join lateral (${ruleOf(OF_LINE)}) p on true
      where l.rrn is not null and l.points <> ${pointsBy('p', { millilitres: 'l.millilitres', amount: 'l.amount', currency: 's.currency' })}`,
  },
  {
    code: 'T5',
    description: 'lo devuelto nunca pasa de la venta, y una anulación no deja nada de ella',
    violationsSql: `
      with returned as (
        select v.sale_identity, l.number, sum(l.millilitres) as millilitres, sum(l.amount)::bigint as amount
        from sale_event v join sale_line l using (identity)
        where v.kind = 'return' and v.state = 'applied' group by 1, 2
      ), sold as (
        select s.identity, s.currency, s.loyalty_code, l.number, l.rrn, l.points, l.points_due, l.points_taken,
          l.millilitres - coalesce(r.millilitres, 0) as millilitres,
          l.amount - coalesce(r.amount, 0) as amount, v.received_at as voided_at,
          p.per_litre, p.per_hundred
        from sale_event s
        join sale_line l using (identity)
        left join returned r on r.sale_identity = s.identity and r.number = l.number
        left join sale_event v on v.kind = 'void' and v.sale_identity = s.identity and v.branch_code = s.branch_code
        left join loyalty y on y.code = s.loyalty_code
        left join lateral (${ruleOf(OF_LINE)}) p on true
        where s.kind = 'sale'
      )
      select 'devuelve más que la venta' as fault, identity, number from sold
      where millilitres < 0 or amount < 0
      union all
      select 'devuelve de una venta que no está', sale_identity, number from returned r
      where not exists (select from sold s where s.identity = r.sale_identity and s.number = r.number)
      union all
      select 'espera una venta que ya llegó', e.identity, null
      from sale_event e join sale_event s on s.identity = e.sale_identity and s.kind = 'sale'
      where e.state = 'waiting'
      union all
      select 'los puntos no son los de lo que queda', identity, number from sold
      where rrn is not null and points_due <> case when voided_at is not null then 0 else ${pointsBy('sold', { millilitres: 'millilitres', amount: 'amount', currency: 'currency' })} end
      union all
      select 'no quita lo que dio de más', identity, number from sold
      where rrn is not null and points_taken <> points - points_due`,
  },
  {
    code: 'T9',
    description:
      'un comprobante se reclama una vez con cada código y se acredita por un solo reclamo, y su venta es de esa afiliación y da puntos una vez',
    violationsSql: `
      select 'comprobante con dos reclamos' as fault, identity, count(*) as number
      from purchase_claim where state = 'credited' group by identity having count(*) > 1
      union all
      select 'comprobante reclamado dos veces', identity, count(*)
      from purchase_claim where state <> 'rejected' group by identity, security_code having count(*) > 1
      union all
      select 'venta de dos reclamos', sale_identity, count(*)
      from purchase_claim where sale_identity is not null group by sale_identity having count(*) > 1
      union all
      select 'reclamo acreditado sin su venta', c.id::text, null
      from purchase_claim c left join sale_event s on s.identity = c.sale_identity
      where c.state = 'credited'
        and (s.kind is distinct from 'sale' or s.loyalty_code is distinct from c.loyalty_code)
      union all
      select 'reclamo de otra persona que su afiliación', c.id::text, null
      from purchase_claim c join loyalty y on y.code = c.loyalty_code where y.person_id <> c.person_id
      union all
      select 'compra con otros asientos que el suyo', l.identity, l.number
      from purchase_claim c join sale_line l on l.identity = c.sale_identity
      where l.points > 0 and 1 <> (
        select count(*) from ledger_transaction t where t.event = 'sale' and t.event_id = l.rrn)`,
  },
  {
    code: 'T12',
    description: 'cada venta que esperaba se concilia una vez, y su compra se asienta entonces',
    violationsSql: `
      select 'conciliada sin afiliado' as fault, identity, null::int as number
      from sale_event
      where matched_at is not null and (kind <> 'sale' or loyalty_code is null or matched_at < received_at)
      union all
      select 'compra de una venta sin afiliado', l.identity, l.number
      from sale_event s join sale_line l using (identity)
      where s.loyalty_code is null and (l.rrn is not null or l.points <> 0 or l.points_taken <> 0)
      union all
      select 'compra asentada en otro momento', l.identity, l.number
      from sale_event s join sale_line l using (identity) join movement m on m.rrn = l.rrn
      where m.posted_at is distinct from coalesce(s.matched_at, s.received_at)`,
  },
  {
    code: 'T15',
    description:
      'el comprobante de un RUT que no es de su estación no toma el lugar del verdadero, y su venta espera',
    violationsSql: `
      select case when station not in ('', branch_code) then 'comprobante de otra estación'
        when (held = 'issuer') <> (station <> '') then 'no espera por su RUT, o espera sin razón'
        else 'dio puntos sin que nadie lo decidiera' end as fault, identity
      from (
        select *, case when identity like 'cfe:%' then split_part(identity, ':', 6) else '' end as station
        from sale_event where kind = 'sale') s
      where station not in ('', branch_code) or (held = 'issuer') <> (station <> '')
        or held = 'issuer' and loyalty_code is not null and matched_at is null`,
  },
  {
    code: 'T11',
    description:
      'cada venta a cuenta de un afiliado es una deuda por lo que queda de ella, o una que anuló un operador; de una paga de más, o sin cuenta, hay una excepción',
    violationsSql: `
      with account as (
        select s.identity, s.loyalty_code, s.currency, y.person_id,
          case when v.identity is not null then 0 else greatest(0, a.amount - coalesce(r.amount, 0)) end as owed
        from sale_event s
        cross join lateral (
          select sum((part ->> 'amount')::bigint) as amount
          from jsonb_array_elements(s.payments) part where part ->> 'means' = 'account') a
        left join (
          select sale_identity, sum(amount) as amount from sale_event
          where kind = 'return' and state = 'applied' group by sale_identity) r on r.sale_identity = s.identity
        left join sale_event v on v.kind = 'void' and v.sale_identity = s.identity and v.branch_code = s.branch_code
        left join loyalty y on y.code = s.loyalty_code
        where s.kind = 'sale' and a.amount > 0
      ), of_sale as (
        select o.sale_identity, d.* from account_debt o join debt d on d.reference = o.debt_reference
      )
      select 'venta a cuenta sin su deuda' as fault, a.identity, a.owed, null::bigint as amount from account a
      where a.loyalty_code is not null and a.owed > 0
        and not exists (select from account_debt d where d.sale_identity = a.identity)
        and not exists (
          select from sale_conflict c where c.identity = a.identity and c.reason = 'account_refused'
            and (c.content ->> 'owed')::bigint = a.owed)
      union all
      select 'venta con dos deudas', sale_identity, count(*), null from account_debt
      group by sale_identity having count(*) > 1
      union all
      select 'deuda de otra persona, moneda o venta, o con puntos', d.sale_identity, a.owed, d.amount
      from of_sale d left join account a on a.identity = d.sale_identity
      where d.points <> 0
        or (d.person_id, d.loyalty_code, d.currency) is distinct from (a.person_id, a.loyalty_code, a.currency)
      union all
      select 'la deuda ' || d.state || ' no es lo que queda', d.sale_identity, a.owed, d.amount
      from of_sale d join account a on a.identity = d.sale_identity
      where case d.state when 'PENDING' then d.amount <> a.owed when 'VOIDED' then a.owed <> 0
          and not exists (select from audit u where u.action = 'voidDebt' and u.subject = d.reference)
        else d.amount <> a.owed and not exists (
          select from sale_conflict c where c.identity = a.identity and c.reason = 'account_paid'
            and (c.content ->> 'owed')::bigint = a.owed) end`,
  },
]
