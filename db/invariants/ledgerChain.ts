import type { Invariant } from '#db/invariants/invariant.ts'

/** The hash before an account's first entry: 32 zero bytes. */
const FIRST = `'\\x${'00'.repeat(32)}'::bytea`

/**
 * The hash of every member's entry, recomputed from the entry and the stored hash before it: only
 * changed entries are reported. It states `chainHash` in SQL, so that an error of one shows against
 * the other and no entry leaves the database.
 */
export const LEDGER_CHAIN: Invariant = {
  code: 'L6',
  description: 'la cadena de cada cuenta cierra, asiento por asiento',
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
