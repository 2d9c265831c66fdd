import type { Invariant } from '#db/invariants/invariant.ts'

/**
 * The first instant at which the points of an ended loyalty `f` are no longer retained. It states
 * the rule of `pointsRetainedUntil` in SQL, so that an error of one shows against the other.
 */
const RETAINED_BEFORE = `(((f.ended_at at time zone 'America/Montevideo')::date + interval '12 months')::date + 1)::timestamp
  at time zone 'America/Montevideo'`

/**
 * A posting that empties the account of an ended loyalty, with both of its ends. One minute of
 * tolerance: the instant of an entry is never before that of the entry before it, and server clocks
 * differ.
 */
export const RETAINED_POINTS: Invariant = {
  code: 'L11',
  description:
    'los puntos guardados pasan enteros a la afiliación nueva de la misma persona dentro de los 12 meses, o vencen después',
  violationsSql: `
    with emptied as (
      select t.event, t.event_id, t.id, e.at, e.points, e.balance, e.seq, f.code, f.person_id, f.programme,
        f.ended_at, ${RETAINED_BEFORE} as retained_before
      from ledger_transaction t
      join ledger_entry e on e.transaction_id = t.id and e.seq is not null and e.points < 0
      join ledger_account a on a.id = e.account_id
      join loyalty f on f.code = a.loyalty_code
      where t.event in ('transfer', 'expiry')
    ), given as (
      select e.transaction_id, g.code, g.person_id, g.programme, g.since
      from ledger_entry e
      join ledger_transaction t on t.id = e.transaction_id and t.event = 'transfer'
      join ledger_account a on a.id = e.account_id
      join loyalty g on g.code = a.loyalty_code
      where e.points > 0 and e.seq is not null
    )
    select 'sin la afiliación que deja' as fault, t.event, t.event_id, null as code
    from ledger_transaction t where t.event in ('transfer', 'expiry')
      and (select count(*) from emptied m where m.id = t.id) <> 1
    union all
    select 'de una afiliación vigente', event, event_id, code from emptied
    where ended_at is null or at < ended_at - interval '1 minute'
    union all
    select 'deja un resto, o con otro número', event, event_id, code from emptied
    where balance <> 0 or event_id <> code || ':' || seq
    union all
    select 'a otra persona o a otro programa', m.event, m.event_id, m.code
    from emptied m left join given g on g.transaction_id = m.id and g.person_id = m.person_id
      and g.programme = m.programme and g.code <> m.code and g.since >= m.ended_at - interval '1 minute'
    where m.event = 'transfer' and g.code is null
    union all
    select 'devuelto después de vencer', event, event_id, code from emptied
    where event = 'transfer' and at > retained_before + interval '1 minute'
    union all
    select 'vencido antes de tiempo', event, event_id, code from emptied
    where event = 'expiry' and at < retained_before`,
}
