import type { Invariant } from '#db/invariants/invariant.ts'

/** The posting of an event of a redemption `r` on its member's account, with these points. */
const posting = (event: string, points: string) => `
  select from ledger_transaction t
  join ledger_entry e on e.transaction_id = t.id and e.points = ${points}
  join ledger_account a on a.id = e.account_id and a.loyalty_code = r.loyalty_code
  where t.event = '${event}' and t.event_id = r.id::text`

/** For how long after its end a till's reservation may stand while tills report: the job that gives it back runs every minute. */
const MARGIN = '5 minutes'

/** The invariants of redemptions, each with the query that finds its violations. */
export const REDEMPTION_INVARIANTS: readonly Invariant[] = [
  {
    code: 'T7',
    description:
      'cada canje quita sus puntos una vez, de sus lotes, y los devuelve a lo sumo una vez, si no se usó o se anuló',
    violationsSql: `
      select 'canje sin su asiento exacto' as fault, r.id::text as id, r.state, r.points
      from redemption r where not exists (${posting('redemption', '-r.points')})
      union all
      select 'los lotes no son el canje', r.id::text, r.state, coalesce(sum(l.points), 0)
      from redemption r left join redemption_lot l on l.redemption_id = r.id
      group by r.id having coalesce(sum(l.points), 0) <> r.points
      union all
      select 'no devuelve, o devuelve de más', r.id::text, r.state, r.points
      from redemption r where exists (${posting('giveBack', 'r.points')}) <> (r.state in ('released', 'expired', 'reversed'))
      union all
      select 'devuelve puntos que vencen antes', t.event_id, null, l.points
      from ledger_transaction t join points_lot l on l.transaction_id = t.id
      where t.event = 'giveBack' and l.expires_at < t.at + interval '30 days'
      union all
      select 'asiento sin su canje', t.event_id, t.event, e.points
      from ledger_transaction t join ledger_entry e on e.transaction_id = t.id
      join ledger_account a on a.id = e.account_id and a.loyalty_code is not null
      where (t.event = 'redemption' and e.points < 0 or t.event = 'giveBack')
        and not exists (select from redemption r where r.id::text = t.event_id and r.loyalty_code = a.loyalty_code)`,
  },
  {
    code: 'T8',
    description:
      'cada código y cada vale se usa una vez, y ninguna reserva sigue después de su fin',
    violationsSql: `
      select 'código usado dos veces' as fault, loyalty_code || ' ' || code_window as id
      from redemption where code_window is not null group by loyalty_code, code_window having count(*) > 1
      union all
      select 'vale repetido', min(id::text) from redemption
      where voucher_code is not null group by voucher_code having count(*) > 1
      union all
      select 'referencia repetida', min(id::text) from redemption
      where reference <> '' group by terminal_id, reference having count(*) > 1
      union all
      select 'usado después de su fin', id::text from redemption
      where state = 'captured' and ended_at >= expires_at
      union all
      select 'reserva que sigue después de su fin', id::text from redemption
      where kind = 'till' and state = 'reserved'
        and expires_at + interval '${MARGIN}' < (select max(received_at) from terminal_batch)`,
  },
]
