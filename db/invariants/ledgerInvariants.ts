import { pointsBy, ruleOf } from '#db/invariants/accrualSql.ts'
import type { Invariant } from '#db/invariants/invariant.ts'

/** The hash before an account's first entry: 32 zero bytes. */
const FIRST = `'\\x${'00'.repeat(32)}'::bytea`

/**
 * The hash of every member's entry, recomputed from the entry and the stored hash before it: only
 * changed entries are reported. It states `chainHash` in SQL, so that an error of one shows against
 * the other and no entry leaves the database.
 */
const LEDGER_CHAIN: Invariant = {
  code: 'L6',
  description: 'la cadena de cada cuenta cierra, asiento por asiento',
  slicedBy: { ledger_entry: 'account_id' },
  violationsSql: String.raw`
    select account_id, seq, transaction_id from (
      select account_id, seq, transaction_id, hash,
        sha256(coalesce(lag(hash) over (partition by account_id order by seq), ${FIRST})
          || convert_to(text, 'UTF8')) as expected
      from (
        select e.account_id, e.seq, e.transaction_id, e.hash,
          concat_ws(E'\n', e.account_id, e.seq, e.transaction_id, coalesce(t.event, ''),
            coalesce(t.event_id, ''), e.points, e.balance,
            to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as text
        from ledger_entry e left join ledger_transaction t on t.id = e.transaction_id
        where e.seq is not null
      ) entry
    ) chain
    where hash is distinct from expected`,
}

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
const RETAINED_POINTS: Invariant = {
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

/** Points that a payment that stands keeps of those that it gave: the share that was not given back. */
const POINTS_LEFT = `case when p.state = 'PAID' then g.points * (p.amount - p.refunded_amount) / p.amount end`

/** The invariants of the points ledger, each with the query that finds its violations. */
export const LEDGER_INVARIANTS: readonly Invariant[] = [
  {
    code: 'L1',
    description: 'los asientos de cada transacción suman 0',
    slicedBy: { ledger_entry: 'transaction_id', ledger_transaction: 'id' },
    violationsSql: `
      select e.transaction_id, t.event, t.event_id, e.sum
      from (
        select transaction_id, sum(points) as sum from ledger_entry
        group by transaction_id having count(*) < 2 or sum(points) <> 0
      ) e left join ledger_transaction t on t.id = e.transaction_id
      union all
      select t.id, t.event, t.event_id, null from ledger_transaction t
      where not exists (select from ledger_entry e where e.transaction_id = t.id)`,
  },
  {
    code: 'L2',
    description:
      'nadie reescribe el libro ni la auditoría: los guardianes están y el rol de la aplicación no puede',
    violationsSql: `
      select 'falta el guardián' as fault, wanted.name
      from (values ('ledger_transaction_append_only'), ('ledger_entry_append_only'), ('audit_append_only'), ('audit_head_advance')) as wanted (name)
      where not exists (select from pg_trigger t where t.tgname = wanted.name and t.tgenabled in ('O', 'A'))
      union all
      select 'el rol puede reescribir', r.rolname || ' ' || c.name
      from pg_roles r cross join (values ('ledger_transaction'), ('ledger_entry'), ('audit'), ('audit_head')) as c (name)
      where r.rolname = 'surtidor_app' and has_table_privilege(r.oid, c.name, 'UPDATE, DELETE, TRUNCATE')
      union all
      select distinct 'el rol puede volverse dueño', r.rolname || ' ' || c.relname
      from pg_roles r join pg_class c on c.relname in ('ledger_transaction', 'ledger_entry', 'audit', 'audit_head')
        and c.relnamespace = 'public'::regnamespace
      where r.rolname = 'surtidor_app' and pg_has_role(r.oid, c.relowner, 'MEMBER')`,
  },
  {
    code: 'L3',
    description: 'cada saldo guardado es la suma de sus asientos, y la cuenta recuerda el último',
    slicedBy: { ledger_account: 'id', ledger_entry: 'account_id' },
    violationsSql: `
      select a.id as account_id, a.loyalty_code, a.balance, s.sum, a.last_seq, s.last_seq as newest_seq
      from ledger_account a
      left join (
        select account_id, sum(points) as sum, max(seq) as last_seq from ledger_entry group by account_id
      ) s on s.account_id = a.id
      left join ledger_entry e on e.account_id = a.id and e.seq = s.last_seq
      where a.programme is null
        and (a.balance, a.last_seq, a.last_at, a.last_hash)
          is distinct from (coalesce(s.sum, 0), coalesce(s.last_seq, 0), e.at, e.hash)`,
  },
  {
    code: 'L4',
    description: 'ningún saldo que se puede gastar baja de 0',
    slicedBy: { ledger_account: 'id', ledger_entry: 'account_id' },
    violationsSql: `
      select id as account_id, 'cuenta' as fault, balance from ledger_account
      where balance < 0 and shortfall_of is null
      union all
      select e.account_id, 'asiento ' || e.seq, e.balance
      from ledger_entry e join ledger_account a on a.id = e.account_id
      where e.balance < 0 and a.shortfall_of is null
      union all
      select a.id, 'pendientes de más', sum(l.remaining)
      from ledger_account a join points_lot l on l.loyalty_code = a.loyalty_code and l.spendable_from > now()
      where l.remaining > 0 group by a.id, a.balance having sum(l.remaining) > a.balance`,
  },
  {
    code: 'L5',
    description: 'cada hecho tiene exactamente una transacción, con sus puntos y en su cuenta',
    slicedBy: { movement: 'rrn', ledger_transaction: 'event_id', payment_attempt: 'payment_token' },
    violationsSql: `
      select 'hecho contado más de una vez' as fault, event, event_id, count(*) as times
      from ledger_transaction group by event, event_id having count(*) > 1
      union all
      select 'movimiento sin su transacción exacta', 'sale', m.rrn, count(e.points)
      from movement m
      left join ledger_transaction t on t.event = 'sale' and t.event_id = m.rrn
      left join ledger_account a on a.loyalty_code = m.loyalty_code
      left join ledger_entry e on e.transaction_id = t.id and e.account_id = a.id and e.points = m.points
      group by m.rrn, m.points
      having count(e.points) <> case when m.points = 0 then 0 else 1 end
        or count(t.id) <> case when m.points = 0 then 0 else 1 end
      union all
      select 'venta sin movimiento', t.event, t.event_id, 1
      from ledger_transaction t where t.event = 'sale'
        and not exists (select from movement m where m.rrn = t.event_id)
      union all
      select 'pago sin su transacción exacta', 'payment', p.payment_token, count(e.points)
      from payment_attempt p
      join debt d on d.reference = p.debt_reference and d.points > 0 and d.loyalty_code is not null
      left join ledger_transaction t on t.event = 'payment' and t.event_id = p.payment_token
      left join ledger_account a on a.loyalty_code = d.loyalty_code
      left join ledger_entry e on e.transaction_id = t.id and e.account_id = a.id and e.points = d.points
      where p.state = 'PAID'
      group by p.id, p.payment_token having count(e.points) <> 1 or count(t.id) <> 1
      union all
      select 'puntos que nadie va a recibir', 'payment', d.reference, d.points
      from debt d where d.points < 0 or (d.points > 0 and d.loyalty_code is null)
      union all
      select 'puntos de un pago que no lo es', t.event, t.event_id, 1
      from ledger_transaction t where t.event = 'payment' and not exists (
        select from payment_attempt p
        where p.payment_token = t.event_id and p.state in ('PAID', 'VOIDED', 'REFUNDED'))`,
  },
  {
    code: 'L7',
    description:
      'puntos, centavos y mililitros son enteros: ninguna columna guarda fracciones, salvo dónde queda una estación',
    violationsSql: `
      select table_name, column_name, data_type from information_schema.columns
      where table_schema = 'public' and data_type in ('numeric', 'real', 'double precision', 'money')
        and (table_name, column_name) not in (('branch', 'latitude'), ('branch', 'longitude'))`,
  },
  {
    code: 'L8',
    description:
      'cada compra dio los puntos de la regla de su momento: validez, día, hora y medio de pago',
    slicedBy: { movement: 'rrn', sale_line: 'rrn' },
    violationsSql: `
      with given as (
        select m.rrn, m.loyalty_code, m.product, m.at, m.points, ${pointsBy('r', { millilitres: 'm.millilitres', amount: 'm.amount', currency: 'm.currency' })} as due
        from movement m
        join loyalty l on l.code = m.loyalty_code
        left join sale_line n on n.rrn = m.rrn
        left join sale_event s on s.identity = n.identity
        left join lateral (${ruleOf({ programme: 'l.programme', product: 'm.product', at: 'm.at', payments: 's.payments' })}) r on true
      )
      select * from given where points <> due`,
  },
  {
    code: 'L9',
    description:
      'lo que quita una anulación o devolución, con lo que queda faltando, es lo que se dio de más',
    // A returned sale keeps the points that are due for the rest (T5). The event id of a reversal and of
    // its shortfall ends with the id of the reversed event, after the last colon.
    violationsSql: `
      with reversal as (
        select substring(t.event_id from '[^:]*$') as of, coalesce(a.loyalty_code, a.shortfall_of) as loyalty_code,
          sum(e.points) as points
        from ledger_transaction t
        join ledger_entry e on e.transaction_id = t.id and e.seq is not null
        join ledger_account a on a.id = e.account_id
        where t.event in ('reversal', 'shortfall') group by 1, 2
      ), undone as (
        select r.of, r.loyalty_code, r.points, g.points - coalesce(l.points_due, ${POINTS_LEFT}, 0) as given
        from reversal r
        join ledger_account a on a.loyalty_code = r.loyalty_code
        left join sale_line l on l.rrn = r.of
        left join payment_attempt p on p.payment_token = r.of
        left join ledger_transaction o on o.event_id = r.of and o.event in ('sale', 'payment')
        left join ledger_entry g on g.transaction_id = o.id and g.account_id = a.id
      )
      select 'quita de algo que no se dio' as fault, of as event_id, loyalty_code, points, given
      from undone where given is null
      union all
      select 'quita de más', of, loyalty_code, points, given from undone where points > 0 or -points > given
      union all
      select 'quita de menos', of, loyalty_code, points, given from undone where points <= 0 and -points < given
      union all
      select 'pago deshecho que conserva sus puntos', p.payment_token, a.loyalty_code, 0, g.points
      from payment_attempt p
      join ledger_transaction t on t.event = 'payment' and t.event_id = p.payment_token
      join ledger_entry g on g.transaction_id = t.id and g.seq is not null
      join ledger_account a on a.id = g.account_id
      where (p.state in ('VOIDED', 'REFUNDED') or ${POINTS_LEFT} < g.points)
        and not exists (select from reversal r where r.of = p.payment_token)`,
  },
  {
    code: 'L10',
    description: 'saldo inicial más movimientos es saldo final, en cada tramo y de corrido',
    slicedBy: { ledger_entry: 'account_id' },
    violationsSql: `
      select account_id, seq, balance, expected, at
      from (
        select account_id, seq, balance, at,
          coalesce(lag(balance) over chain, 0) + points as expected,
          coalesce(lag(seq) over chain, 0) + 1 as due,
          lag(at) over chain as before
        from ledger_entry where seq is not null
        window chain as (partition by account_id order by seq)
      ) e
      where balance <> expected or seq <> due or at < before`,
  },
  RETAINED_POINTS,
  LEDGER_CHAIN,
]
