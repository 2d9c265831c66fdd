import type { Client } from 'pg'
import { AUDIT_LABELS } from '#contract/console/auditKind.ts'

const ACTIONS = Object.keys(AUDIT_LABELS)

const uuidOf = (table: string, n = 'n') => `md5('${table} ' || ${n})::uuid`
const OPERATOR = uuidOf('person', '7')

/**
 * Adds to the demo data what a network of so many sales has in each table that the console reads: few rows
 * wait for a person, and most were done long ago. Written for its statistics: the ledger has the sales of members.
 * @param until when the two years end over which the rows are spread
 */
export async function insertNetworkRows(client: Client, sales: number, until: Date): Promise<void> {
  const countOf = (per: number) => Math.ceil(sales / per)
  const drivers = countOf(8)
  /** Rows `n`, one for so many sales. The last station is new and has none; few rows wait. */
  const rowsOf = (per: number, place = 'n') => `(
    select n, timestamptz '${until.toISOString()}' - (${countOf(per)} - n) * (interval '730 days' / ${countOf(per)}) as at,
      b.code as station, ${uuidOf('terminal', 'b.code')} as terminal,
      ${uuidOf('person', `(1 + n % ${drivers})`)} as person, n % 200 = 0 as waits
    from generate_series(1, ${countOf(per)}) n
    join (select code, row_number() over (order by code) - 1 as place, count(*) over () - 1 as of from branch) b
      on b.place = ${place} % b.of) r`
  const ofDriver = rowsOf(8)
  const ofAttempt = rowsOf(3)
  const ofSale = rowsOf(1)
  const decided = rowsOf(20)
  const people = `
    insert into person (id, email, password_hash, confirmed_at, locked_at, deleted_at, first_name, first_surname,
        document_number, birthdate, sex, mobile, address, created_at)
      select ${uuidOf('person')}, 'n' || n || '@red.uy', '', case when n % 100 > 0 then at end,
        case when n % 400 = 1 then at end, case when n % 200 = 2 then at end,
        (array['Ana', 'José', 'María José', 'Luis'])[1 + n % 4], 'Pérez ' || n % 50, 'N' || n,
        '1990-01-01', 'X', 'M' || n, '', at from ${ofDriver};
    insert into person_role select ${uuidOf('person')}, '2' from ${ofDriver};
    insert into session (token_hash, person_id, created_at, seen_at, expires_at)
      select sha256(n::text::bytea), ${uuidOf('person')}, now(), now(), now() from ${ofDriver};
    insert into loyalty (code, person_id, programme, holder, since, client_card_number)
      select 'L' || n, ${uuidOf('person')}, case when n % 20 = 0 then 'uber' else 'surtidor' end, '', now(),
        case when n % 3 = 0 then 'C' || n else '' end from ${ofDriver};
    insert into vehicle select ${uuidOf('vehicle')}, 'L' || n, 'fiat', 'V' || n, 'super', null from ${ofDriver};
    insert into membership_request (reference, person_id, programme, state, draft, at)
      select 'Q' || n, person, 'surtidor', case when waits then 'PENDING' else 'STATE_PETROBRAS_AUTHORIZED' end,
        jsonb_build_object('vehicle', jsonb_build_object('plate', 'V' || n)), at
      from ${decided} on conflict do nothing;
    insert into proposal (id, kind, subject, content, state, proposed_by, proposed_at)
      select ${uuidOf('adjustment')}, 'adjustment', 'L' || n, '{"points": 1, "reason": "other", "observations": ""}',
        case when waits then 'waiting' else 'confirmed' end, ${OPERATOR}, at from ${decided};
    insert into contact_message (id, person_id, type, title, text, branch_code, at, state, answer, answered_at, answered_by)
      select ${uuidOf('message')}, person, 'Otro', 'T', 'T', station, at, case when waits then 'RECEIVED' else 'ANSWERED' end,
        case when waits then '' else 'R' end, case when not waits then at end, case when not waits then ${OPERATOR} end
      from ${decided};
    insert into mail (id, event, recipient, subject, text, html, at, sent_at)
      select ${uuidOf('mail')}, 'N' || n, 'n' || n || '@red.uy', '', '', '', at, at from ${decided};
    insert into audit (seq, at, actor_id, action, subject, detail, hash)
      select 1000000 + n, at, person, case when n % 1000 > 0 then 'login' else
        (string_to_array('${ACTIONS.join()}', ','))[1 + n / 1000 % ${ACTIONS.length}] end,
        'S' || n / 4, '{}', '' from ${ofSale};`
  const payments = `
    insert into debt (reference, person_id, concept, merchant_name, branch_code, invoice_number, currency, amount,
        taxed_amount, tax_amount, installments, indi, final_consumer, points, at, due_date, request_id, state)
      select 'D' || n, person, 'Combustible', 'M', station, '', '858', 100, 100, 0, 1, 0, true, 0, at, '2026-01-01',
        case when n % 7 = 0 then ${uuidOf('request', '(n / 7)')} end,
        case when waits then 'PENDING' when n % 500 = 1 then 'VOIDED' else 'PAID' end
      from ${ofAttempt};
    insert into payment_attempt (id, person_id, debt_reference, branch_code, net_id, merchant_id, currency, amount,
        taxed_amount, tax_amount, tip_amount, installments, indi, state, audit_number, authorization_code, masked_card, created_at)
      select ${uuidOf('attempt')}, person, 'D' || n, station, 'n', 'm', '858', 100, 100, 0, 0, 1, 0,
        case when n % 10 > 1 then 'PAID' when n % 1000 = 0 then 'PROCESSING' when n % 500 = 1 then 'VOIDED'
          when n % 500 = 11 then 'REFUNDED' when n % 10 = 1 then 'EXPIRED' else 'REJECTED' end,
        'A' || n, 'Z' || n, '************' || lpad((n % 400)::text, 4, '0'), at
      from ${rowsOf(3, 'n / 3')};
    insert into payment_refund (id, attempt_id, kind, amount, reason, observations, state, audit_number, total, requested_by, requested_at)
      select ${uuidOf('refund')}, ${uuidOf('attempt')}, 'refund', 1, 'other', '', 'done', 'R' || n, 1, ${OPERATOR}, at from ${decided};
    insert into proposal (id, kind, subject, content, state, proposed_by, proposed_at)
      select ${uuidOf('proposed refund')}, 'refund', (${uuidOf('attempt')})::text, '{"kind": "refund", "amount": 1, "reason": "other", "observations": ""}',
        'waiting', ${OPERATOR}, at from ${decided} where n % 500 = 0;
    insert into payment_request (id, code, branch_code, terminal_id, reference, ticket, lines, currency, amount,
        taxed_amount, tax_amount, indi, final_consumer, rrn, state, created_at, expires_at, settled_at)
      select ${uuidOf('request')}, 'Q' || n, 'E001', ${uuidOf('terminal', "'E001'")}, 'Q' || n, 'K' || n % 50, '[]', '858', 1,
        1, 0, 0, true, lpad(n::text, 12, '0'), 'expired', at, at, at from ${decided};
    insert into gateway_day (day, holder, leased_until, here, there, reconciled_at)
      select date '2024-09-08' + n, ${uuidOf('day')}, now(), 1, 1, now() from generate_series(1, 728) n on conflict do nothing;
    insert into gateway_discrepancy (day, kind, subject, reference, payment_token, state_here, currency_here, amount_here,
        state_there, currency_there, amount_there, resolved)
      select date '2024-09-09' + n % 728, case when n % 2 = 0 then 'AMOUNT' else 'STATE' end, 'X' || n, '', '', '', '', 1, '', '', 1, not waits
      from ${decided};`
  const till = `
    insert into terminal (id, branch_code, name, created_at, code_hash, code_expires_at, enrolled_at, heard_at)
      select ${uuidOf('terminal', 'code')}, code, 'Playa', now(), sha256(code::bytea), now(), now(), now() from branch;
    insert into sale_event (identity, kind, sale_identity, branch_code, terminal_id, ticket, shift, attendant, at, received_at,
        state, currency, amount, payments, member_plate, loyalty_code, content_hash)
      select identity, 'sale', identity, station, terminal, 'T' || n % ${countOf(20)}, 'S', '', at, at, 'applied', '858', 100000,
        jsonb_build_array(jsonb_build_object('means', 'credit', 'rrn',
          case when n % 3 = 0 then lpad(n::text, 12, '0') else '' end)),
        case when n % 1000 = 0 then 'PLAN' || n else '' end, case when n % 5 > 1 then 'L' || 1 + n % ${drivers} end, ''
      from ${ofSale}, lateral (select 'cfe:211234560019:101:A:' || n / 8 || ':' || n as identity) i;
    insert into sale_event (identity, kind, sale_identity, branch_code, terminal_id, ticket, shift, attendant, at, received_at,
        state, payments, content_hash)
      select 'void:' || branch_code || ':' || identity, 'void', identity, branch_code, terminal_id, ticket, 'S', '', at, at,
        'applied', '[]', '' from sale_event where kind = 'sale' and right(identity, 2) = '01';
    insert into sale_line (identity, number, product, millilitres, unit_price, amount, rrn, points)
      select identity, 1, 'super', 10000, 7688, 100000, right(md5(identity), 12), 10
      from sale_event where kind = 'sale' and identity like 'cfe:211234560019:%';
    insert into movement (rrn, loyalty_code, at, kind, branch_code, product, millilitres, currency, amount, discount, points, posted_at)
      select l.rrn, s.loyalty_code, s.at, 'MOVEMENTS', s.branch_code, l.product, l.millilitres, '858', l.amount, 0, l.points, s.at
      from sale_event s join sale_line l using (identity) where s.loyalty_code like 'L%' on conflict do nothing;
    insert into ledger_account (id, loyalty_code, balance) select ${uuidOf('account', 'code')}, code, 0 from loyalty
      where code like 'L%' on conflict do nothing;
    insert into ledger_transaction (id, event, event_id, concept, rrn, at)
      select ${uuidOf('posting', 'rrn')}, 'sale', rrn, '', rrn, at from movement where loyalty_code like 'L%' order by at
      on conflict do nothing;
    insert into ledger_entry (transaction_id, account_id, points, seq, balance, at)
      select ${uuidOf('posting', 'm.rrn')}, one.account, one.points, one.seq, one.seq, m.at
      from (select *, row_number() over (partition by loyalty_code order by at) from movement) m
      join loyalty y on y.code = m.loyalty_code join ledger_account p on p.programme = y.programme,
      lateral (values (${uuidOf('account', 'm.loyalty_code')}, m.points, row_number), (p.id, -m.points, null)) one (account, points, seq)
      where m.loyalty_code like 'L%' order by m.at;
    insert into sale_conflict (id, identity, branch_code, terminal_id, reason, content, at, closed_at)
      select ${uuidOf('conflict')}, 'x', station, terminal, 'content', '{}', at, case when not waits then at end from ${decided};
    insert into purchase_claim (id, person_id, loyalty_code, rut, type, series, number, identity, amount, date, security_code,
        at, state, operator_from, decided_at, reason)
      select ${uuidOf('claim')}, person, 'L1', '', 101, 'A', n, 'P' || n, 1, '', '', at,
        case when waits then 'waiting' else 'rejected' end, at, case when not waits then at end,
        case when not waits then 'other' end from ${decided};
    insert into shift (branch_code, scope, code, state, totals, closed_at)
      select station, '', 'S' || n, case when waits then 'exception' else 'closed' end, '{}', at from ${decided};`
  await client.query(`set session_replication_role = replica;
    ${people} ${payments} ${till} set session_replication_role = origin`)
}
