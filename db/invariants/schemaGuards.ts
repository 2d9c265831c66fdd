import type { Invariant } from '#db/invariants/invariant.ts'

/** What the database itself refuses, by the promise that rests on it: triggers, unique indexes, checks. */
const GUARDS: Record<string, readonly string[]> = {
  L1: ['ledger_entry_balance'],
  L4: ['ledger_account_never_below_zero'],
  L5: ['ledger_transaction_once', 'debt_points'],
  L6: ['ledger_entry_chain'],
  P1: ['attempt_paid'],
  P2: ['attempt_open'],
  P5: [
    'payment_attempt_payment_token_unique',
    'payment_attempt_access_token_unique',
    'payment_attempt_audit_number_unique',
  ],
  P6: ['attempt_edges', 'attempt_state'],
  P7: ['idempotent_request_session_hash_audit_number_pk'],
  P8: ['debt_amounts'],
  A3: ['membership_request_open'],
  A4: ['loyalty_in_force', 'loyalty_request_reference_unique'],
  N2: ['notification_once'],
}

const wanted = Object.entries(GUARDS)
  .flatMap(([promise, names]) => names.map((name) => `('${name}', '${promise}')`))
  .join(', ')

/**
 * A guard that is gone breaks nothing yet, and shows in no row: it is asked for by its name. Those
 * of the books that nobody rewrites are L2's own.
 */
export const SCHEMA_GUARDS: Invariant = {
  promise: 'SQL',
  says: 'lo que la base misma no deja pasar, sigue sin dejarlo: disparadores, índices y controles',
  broken: `
    select 'falta el guardián' as fault, wanted.name, wanted.promise
    from (values ${wanted}) as wanted (name, promise)
    where not exists (
      select from pg_trigger t where t.tgname = wanted.name and t.tgenabled in ('O', 'A')
      union all
      select from pg_index i join pg_class c on c.oid = i.indexrelid
      where c.relname = wanted.name and c.relnamespace = 'public'::regnamespace and i.indisunique and i.indisvalid
      union all
      select from pg_constraint c
      where c.conname = wanted.name and c.connamespace = 'public'::regnamespace and c.contype = 'c' and c.convalidated
    )`,
}
