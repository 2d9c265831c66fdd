import type { Violation } from '#db/invariants/invariant.ts'
import { CARDS } from '#sandbox/cards.ts'
import type { summary } from '#sandbox/controlApi.ts'
import { checkAllInvariants, queryRows } from '#testing/harness/databaseChecks.ts'
import { DEBT_PREFIX } from '#testing/harness/population.ts'

/** A payment in the gateway's event log. */
export type GatewayRecord = ReturnType<typeof summary>
/** An attempt in our database. */
export interface ServerRecord {
  id: string
  personId: string
  state: 'CREATED' | 'PROCESSING' | 'PAID' | 'REJECTED' | 'EXPIRED' | 'VOIDED' | 'REFUNDED'
  accessToken: string | null
  paymentToken: string | null
  reference: string
  merchantId: string
  currency: string
  /** Cents. */
  amount: number
  /** Whether `getPayments` lists it: not when it expired, nor when its page cannot be paid any more. */
  listed: boolean
}

/** The payments of a run on both sides. */
export interface SystemState {
  gateway: GatewayRecord[]
  server: ServerRecord[]
}
/** The result of the checks that need our database alone. */
export interface DatabaseChecks {
  /** Payments whose points were posted more than once. */
  postedTwice: { eventId: string; times: number }[]
  /** Sum of the points of all ledger entries: 0. */
  ledgerSum: number
  invariants: Violation[]
  /** Tables that hold a card number of the sandbox. */
  cardNumbers: { table: string; rows: number }[]
}

export async function readState(sandbox: string, databaseUrl: string): Promise<SystemState> {
  const answer = await fetch(`${sandbox}/sandbox/log`)
  const { payments } = (await answer.json()) as { payments: GatewayRecord[] }
  const attempts = await readAttempts(databaseUrl, null)
  return {
    gateway: payments,
    server: attempts.filter(({ reference }) => reference.startsWith(DEBT_PREFIX)),
  }
}

/** @param personId null: the attempts of all people */
export const readAttempts = (databaseUrl: string, personId: string | null) =>
  queryRows<ServerRecord>(
    databaseUrl,
    `select id, person_id as "personId", state, access_token as "accessToken",
       payment_token as "paymentToken", debt_reference as reference,
       merchant_id as "merchantId", currency, amount::float8 as amount,
       state <> 'EXPIRED' and (state <> 'CREATED' or coalesce(token_expires_at > now(), false)) as listed
     from payment_attempt where $1::uuid is null or person_id = $1`,
    [personId],
  )

export async function checkDatabase(databaseUrl: string): Promise<DatabaseChecks> {
  const postedTwice = await queryRows<{ eventId: string; times: number }>(
    databaseUrl,
    `select event_id as "eventId", count(*)::int as times from ledger_transaction
     where event = 'payment' group by event_id having count(*) > 1`,
  )
  const [sum] = await queryRows<{ sum: number }>(
    databaseUrl,
    'select coalesce(sum(points), 0)::float8 as sum from ledger_entry',
  )
  return {
    postedTwice,
    ledgerSum: sum?.sum ?? 0,
    invariants: await checkAllInvariants(databaseUrl),
    cardNumbers: await findCardNumbers(databaseUrl),
  }
}

/** P12: searches every column of every table for the sandbox's card numbers, tokens included. */
async function findCardNumbers(databaseUrl: string): Promise<DatabaseChecks['cardNumbers']> {
  const numbers = CARDS.map(({ number }) => number).join('|')
  const tables = await queryRows<{ name: string }>(
    databaseUrl,
    `select tablename as name from pg_tables where schemaname = 'public'`,
  )
  const queries = tables.map(
    ({ name }) =>
      `select '${name}' as "table", count(*)::int as rows from "${name}" t where t::text ~ '${numbers}'`,
  )
  const found = await queryRows<{ table: string; rows: number }>(
    databaseUrl,
    queries.join(' union all '),
  )
  return found.filter(({ rows }) => rows > 0)
}
