import { getTableColumns, getTableName } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Client } from 'pg'
import { ledgerAccount, ledgerEntry, ledgerTransaction, pointsLot } from '#db/tables/ledger.ts'
import { loyalty, vehicle } from '#db/tables/loyalties.ts'
import { notification } from '#db/tables/messaging.ts'
import { movement } from '#db/tables/movements.ts'
import { debt, paymentAttempt } from '#db/tables/payments.ts'
import { person, personRole } from '#db/tables/people.ts'

/** Keys of a copy begin with its number, so that the index entries of one copy are neighbours. */
const uuid = (column: string) =>
  `overlay(${column}::text placing lpad(to_hex($1::int), 4, '0') from 1 for 4)::uuid`
const text = (column: string) => `$1::int || '-' || ${column}`
/** The id of an event ends with that of what it is about, after the last colon. */
const event = (column: string) => `regexp_replace(${column}, '([^:]*)$', $1::int || '-\\1')`
const rrn = (column: string) =>
  `lpad((${column}::bigint + $1::int * 1000000000::bigint)::text, 12, '0')`

/** How the copy of each column that is a key, or refers to one, is named. */
const KEYS: Record<string, (column: string) => string> = {
  'person.id': uuid,
  'person.email': text,
  'person.document_number': text,
  person_id: uuid,
  'loyalty.code': text,
  'loyalty.request_reference': () => 'null',
  'loyalty.client_card_number': () => `''`,
  loyalty_code: text,
  shortfall_of: text,
  'vehicle.id': uuid,
  'movement.rrn': rrn,
  'debt.reference': text,
  'payment_attempt.id': uuid,
  debt_reference: text,
  audit_number: text,
  access_token: text,
  payment_token: text,
  'ledger_account.id': uuid,
  'ledger_transaction.id': uuid,
  'ledger_transaction.event_id': (column) =>
    `case source.event when 'sale' then ${rrn(column)} else ${event(column)} end`,
  'ledger_transaction.rrn': rrn,
  transaction_id: uuid,
  // The other entry is of the programme's account.
  'ledger_entry.hash': () => `case when source.seq is null then null else ${HASH} end`,
  'ledger_account.last_hash': () =>
    `(select hash from ledger_entry where account_id = ${uuid('source.id')} and seq = source.last_seq)`,
  account_id: (column) => `case when source.seq is null then ${column} else ${uuid(column)} end`,
  'points_lot.id': uuid,
  'notification.id': uuid,
}
const SOURCES: Record<string, string> = {
  ledger_account: '(select * from ledger_account where programme is null)',
}
const TABLES: PgTable[] = [
  person,
  personRole,
  loyalty,
  vehicle,
  movement,
  debt,
  paymentAttempt,
  ledgerTransaction,
  ledgerEntry,
  // After the entries, of whose hashes it has the last.
  ledgerAccount,
  pointsLot,
  notification,
]

/**
 * Multiplies the drivers of a database of the demo data, with all that is theirs, by set-based SQL. The
 * ledger of the copies is consistent: their hashes are chained anew. Requests and the audit are not copied.
 */
export async function copyDrivers(
  client: Client,
  copies: number,
  progress: (done: number) => void,
): Promise<void> {
  // The copies keep the rows' references; without triggers they are not looked up.
  await client.query(`set session_replication_role = replica; set synchronous_commit = off`)
  for (const table of TABLES)
    await client.query(
      `create temp table "source_${getTableName(table)}" as select * from ${SOURCES[getTableName(table)] ?? `"${getTableName(table)}"`} t`,
    )
  await client.query(`
    create function pg_temp.link(previous bytea, fields text) returns bytea language sql immutable
      as $$ select sha256(previous || convert_to(fields, 'UTF8')) $$;
    create aggregate pg_temp.chain(text)
      (sfunc = pg_temp.link, stype = bytea, initcond = '\\x${'00'.repeat(32)}')`)
  for (let copy = 1; copy <= copies; copy += 1) {
    for (const table of TABLES) await client.query(copyOf(table), [copy])
    progress(copy)
  }
}

function copyOf(table: PgTable): string {
  const name = getTableName(table)
  const columns = (Object.values(getTableColumns(table)) as PgColumn[]).map((column) => column.name)
  const values = columns.map((column) => {
    const key = KEYS[`${name}.${column}`] ?? KEYS[column]
    const value = `source."${column}"`
    return key ? key(value) : value
  })
  const joined =
    name === 'ledger_entry'
      ? 'join source_ledger_transaction of on of.id = source.transaction_id'
      : ''
  return `insert into "${name}" (${columns.map((column) => `"${column}"`).join()})
    select ${values.join()} from "source_${name}" source ${joined} where $1::int is not null`
}

/** The hash that `appendEntries` makes of the copied fields. */
const HASH = `pg_temp.chain(concat_ws(e'\\n', ${uuid('source.account_id')}, source.seq,
  ${uuid('source.transaction_id')}, of.event,
  case of.event when 'sale' then ${rrn('of.event_id')} else ${event('of.event_id')} end, source.points,
  source.balance, to_char(source.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
  over (partition by source.account_id order by source.seq)`
