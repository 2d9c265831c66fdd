import type { Invariant } from '#db/invariants/invariant.ts'

/** The invariants of the lots of points, each with the query that finds its violations. */
export const LOT_INVARIANTS: readonly Invariant[] = [
  {
    code: 'L12',
    description:
      'lo que queda en los lotes de una afiliación es su saldo, y cada lote es de lo que dio un asiento',
    slicedBy: { ledger_account: 'loyalty_code', points_lot: 'loyalty_code' },
    violationsSql: `
      select 'los lotes no son el saldo' as fault, a.loyalty_code, a.balance, coalesce(l.remaining, 0) as number
      from ledger_account a left join (
        select loyalty_code, sum(remaining) as remaining from points_lot group by loyalty_code
      ) l on l.loyalty_code = a.loyalty_code
      where a.loyalty_code is not null and a.balance <> coalesce(l.remaining, 0)
      union all
      select 'queda menos de 0 o más de lo dado', loyalty_code, points, remaining from points_lot
      where remaining < 0 or remaining > points
      union all
      select 'los lotes no son lo que se dio', a.loyalty_code, e.points, sum(l.points)
      from points_lot l
      join ledger_entry e on e.transaction_id = l.transaction_id and e.points > 0
      join ledger_account a on a.id = e.account_id and a.loyalty_code is not null
      group by a.loyalty_code, e.transaction_id, e.points
      having e.points <> sum(l.points) filter (where l.loyalty_code = a.loyalty_code)`,
  },
  {
    code: 'L13',
    description: 'lo que falta se descuenta antes de que alguien vuelva a tener puntos',
    violationsSql: `
      select s.shortfall_of, s.balance as shortfall, a.balance from ledger_account s
      left join ledger_account a on a.loyalty_code = s.shortfall_of
      where s.shortfall_of is not null and (s.balance > 0 or (s.balance < 0 and a.balance > 0))`,
  },
  {
    code: 'L14',
    description: 'ningún punto vence antes de la fecha de su lote',
    violationsSql: `
      select a.loyalty_code, x.at, x.expired, coalesce(sum(l.points - l.remaining), 0) as taken
      from (
        select e.account_id, e.at, -sum(e.points) over (partition by e.account_id order by e.seq) as expired
        from ledger_transaction t join ledger_entry e on e.transaction_id = t.id and e.seq is not null
        where t.event = 'expiration'
      ) x
      join ledger_account a on a.id = x.account_id
      left join points_lot l on l.loyalty_code = a.loyalty_code and l.expires_at <= x.at
      group by a.loyalty_code, x.at, x.expired having x.expired > coalesce(sum(l.points - l.remaining), 0)`,
  },
  {
    code: 'L15',
    description: 'cada ajuste asentado tiene su asiento exacto, y nadie decide lo que propuso',
    violationsSql: `
      select 'ajuste sin su asiento exacto' as fault, p.id::text as id, p.state
      from proposal p
      left join ledger_transaction t on t.event = 'adjustment' and t.event_id = p.id::text
      left join ledger_account a on a.loyalty_code = p.subject
      left join ledger_entry e on e.transaction_id = t.id and e.account_id = a.id and e.points = (p.content ->> 'points')::int
      where p.kind = 'adjustment'
        and ((p.state = 'confirmed') <> (e.transaction_id is not null) or (t.id is null) <> (e.transaction_id is null))
      union all
      select 'asiento sin su ajuste', t.event_id, null from ledger_transaction t
      where t.event = 'adjustment'
        and not exists (select from proposal p where p.kind = 'adjustment' and p.id::text = t.event_id)
      union all
      select 'decidido por quien lo propuso', id::text, state from proposal
      where state <> 'withdrawn' and decided_by = proposed_by`,
  },
]
