import type { Invariant } from '#db/invariants/invariant.ts'

/**
 * The triggers, unique indexes and checks by which the database itself enforces an invariant, by
 * code.
 */
const GUARDS: Record<string, readonly string[]> = {
  L1: ['ledger_entry_balance'],
  L4: ['ledger_account_never_below_zero'],
  L5: ['ledger_transaction_once', 'debt_points'],
  L6: ['ledger_entry_chain'],
  L12: ['points_lot_remaining'],
  L15: ['proposal_second'],
  P1: ['attempt_paid'],
  P2: ['attempt_open'],
  P5: [
    'payment_attempt_payment_token_unique',
    'payment_attempt_access_token_unique',
    'payment_attempt_audit_number_unique',
  ],
  P6: ['attempt_edges', 'attempt_state'],
  P7: ['idempotent_request_caller_id_audit_number_pk'],
  P8: ['debt_amounts'],
  A3: ['membership_request_open'],
  A4: ['loyalty_in_force', 'loyalty_request_reference_unique'],
  A8: ['vehicle_plate_once'],
  A9: ['loyalty_card_once'],
  N2: ['notification_once'],
  T1: ['sale_event_pkey', 'sale_line_movement'],
  T3: ['shift_totals'],
  T9: ['purchase_claim_once', 'purchase_claim_own', 'purchase_claim_sale'],
  T11: ['account_debt_pkey', 'account_debt_debt_reference_unique'],
  T13: ['payment_request_attempt', 'payment_request_attempt_id_unique', 'payment_request_of_till'],
}

const wanted = Object.entries(GUARDS)
  .flatMap(([promise, names]) => names.map((name) => `('${name}', '${promise}')`))
  .join(', ')

/**
 * A missing guard violates nothing yet and shows in no row, so that its presence is checked by
 * name. The guards of the append-only tables belong to L2.
 */
export const SCHEMA_GUARDS: Invariant = {
  code: 'SQL',
  description:
    'lo que la base misma no deja pasar, sigue sin dejarlo: disparadores, índices y controles',
  violationsSql: `
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
