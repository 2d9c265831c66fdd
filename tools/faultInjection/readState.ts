import { Client } from 'pg'
import { connectDb } from '#db/connection.ts'
import { scanCardNumbers } from '#db/invariants/cardNumberScan.ts'
import type { Violation } from '#db/invariants/invariant.ts'
import { checkInvariants } from '#db/invariants/checkInvariants.ts'
import { CARDS } from '#sandbox/cards.ts'
import type { summary } from '#sandbox/controlApi.ts'
import { containsCardNumber } from '#server/http/cardNumberDetector.ts'
import { OURS } from '#tools/faultInjection/population.ts'

/** A payment as the gateway's own log has it. */
export type GatewayRecord = ReturnType<typeof summary>
/** An attempt as our database has it. */
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
  /** Whether its person is shown it: not what ran out, nor a page that cannot be paid any more. */
  listed: boolean
}

/** Both sides of every payment. */
export interface SystemState {
  there: GatewayRecord[]
  here: ServerRecord[]
}
/** What can be asked of our database alone. */
export interface OwnState {
  /** Payments whose points were posted more than once. */
  postedTwice: { eventId: string; times: number }[]
  /** Of all entries of the ledger. */
  ledgerSum: number
  findings: Violation[]
  /** Tables that hold the number of a card. */
  cardNumbers: { table: string; rows: number }[]
}

/** Reads both sides as they are now. */
export async function readState(sandbox: string, databaseUrl: string): Promise<SystemState> {
  const answer = await fetch(`${sandbox}/sandbox/log`)
  const { payments } = (await answer.json()) as { payments: GatewayRecord[] }
  const here = await attemptsOf(databaseUrl, null)
  return { there: payments, here: here.filter(({ reference }) => reference.startsWith(OURS)) }
}

/** The attempts of a person, or of everybody. */
export const attemptsOf = (databaseUrl: string, personId: string | null) =>
  ask<ServerRecord>(
    databaseUrl,
    `select id, person_id as "personId", state, access_token as "accessToken",
       payment_token as "paymentToken", debt_reference as reference,
       merchant_id as "merchantId", currency, amount::float8 as amount,
       state <> 'EXPIRED' and (state <> 'CREATED' or coalesce(token_expires_at > now(), false)) as listed
     from payment_attempt where $1::uuid is null or person_id = $1`,
    [personId],
  )

export async function readOwnState(databaseUrl: string): Promise<OwnState> {
  const postedTwice = await ask<{ eventId: string; times: number }>(
    databaseUrl,
    `select event_id as "eventId", count(*)::int as times from ledger_transaction
     where event = 'payment' group by event_id having count(*) > 1`,
  )
  const [sum] = await ask<{ sum: number }>(
    databaseUrl,
    'select coalesce(sum(points), 0)::float8 as sum from ledger_entry',
  )
  return {
    postedTwice,
    ledgerSum: sum?.sum ?? 0,
    findings: await verified(databaseUrl),
    cardNumbers: await cardNumbersIn(databaseUrl),
  }
}

async function verified(databaseUrl: string): Promise<Violation[]> {
  const opened = await connectDb(databaseUrl, 1)
  try {
    return [
      ...(await checkInvariants(opened.db)),
      await scanCardNumbers(opened.db, containsCardNumber),
    ]
  } finally {
    await opened.close()
  }
}

/** P12: the very cards of the sandbox, in any column of any table, be it a token or a number that was drawn. */
async function cardNumbersIn(databaseUrl: string): Promise<OwnState['cardNumbers']> {
  const numbers = CARDS.map(({ number }) => number).join('|')
  const tables = await ask<{ name: string }>(
    databaseUrl,
    `select tablename as name from pg_tables where schemaname = 'public'`,
  )
  const questions = tables.map(
    ({ name }) =>
      `select '${name}' as "table", count(*)::int as rows from "${name}" t where t::text ~ '${numbers}'`,
  )
  const found = await ask<{ table: string; rows: number }>(
    databaseUrl,
    questions.join(' union all '),
  )
  return found.filter(({ rows }) => rows > 0)
}

async function ask<Row extends object>(
  url: string,
  question: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Row>(question, values)).rows
  } finally {
    await client.end()
  }
}
