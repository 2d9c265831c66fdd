import { getTableName } from 'drizzle-orm'
import { ACCOUNT_TABLES } from '#db/accountTables.ts'
import type { Invariant } from '#db/invariants/invariant.ts'
import { notification } from '#db/tables/messaging.ts'

const ERASED = 'select id from person where deleted_at is not null'
/** What ends after an erasure, as a refund, stores its notification: `purgeExpired` deletes it. */
const CHECKED = ACCOUNT_TABLES.filter((table) => table !== notification).map(getTableName)

/** The invariants of accounts, each with the query that finds its violations. */
export const ACCOUNT_INVARIANTS: readonly Invariant[] = [
  {
    code: 'S18',
    description: 'de una cuenta borrada no queda ninguna fila propia ni dato que diga de quién era',
    violationsSql: [
      `select 'person' as "table", id::text as key from person where deleted_at is not null
        and (email not like '%@borrado.invalid' or document_number not like 'borrado %'
          or concat(password_hash, first_name, first_surname, mobile, address) <> '')`,
      ...CHECKED.map(
        (table) =>
          `select '${table}', person_id::text from "${table}" where person_id in (${ERASED})`,
      ),
      `select 'loyalty', code from loyalty where person_id in (${ERASED})
        and (ended_at is null or concat(holder, client_rut, client_card_number, account_bank_number) <> '')`,
      `select 'vehicle', v.loyalty_code from vehicle v join loyalty l on l.code = v.loyalty_code
        where l.person_id in (${ERASED}) and (v.plate <> '' or v.removed_at is null)`,
      `select 'membership_request', reference from membership_request
        where person_id in (${ERASED}) and state = 'PENDING'`,
    ].join(' union all '),
  },
]
