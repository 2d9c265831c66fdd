import { CARDS } from '#sandbox/cards.ts'
import { queryRows } from '#testing/harness/databaseChecks.ts'
import { DEBT_PREFIX } from '#testing/harness/population.ts'
import type { SandboxPayment } from '#testing/harness/sandboxControl.ts'

/** A payment in the gateway's event log. */
export type GatewayRecord = SandboxPayment
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
  /** Cents of it that were given back. */
  refundedAmount: number
  /** Whether the gateway's answer to a refund of it is not known. */
  refunding: boolean
  /** Whether `getPayments` lists it: it had a page. */
  listed: boolean
}

/** The payments of a run on both sides. */
export type SystemState = Awaited<ReturnType<typeof readState>>
export async function readState(databaseUrl: string, gateway: GatewayRecord[]) {
  // The demo data has attempts that no gateway knows.
  const ofRun = `exists (select from debt d where d.reference = p.debt_reference
    and (d.request_id is not null or d.reference like '${DEBT_PREFIX}%'))`
  return { gateway, server: await readAttempts(databaseUrl, ofRun) }
}

/** The attempts of all people. @param condition SQL about the attempt `p` */
export const readAttempts = (databaseUrl: string, condition = 'true') =>
  queryRows<ServerRecord>(
    databaseUrl,
    `select id, person_id as "personId", state, access_token as "accessToken",
       payment_token as "paymentToken", debt_reference as reference,
       merchant_id as "merchantId", currency, amount::float8 as amount,
       refunded_amount::float8 as "refundedAmount", access_token is not null as listed,
       exists (select from payment_refund r where r.attempt_id = p.id and r.state = 'sending') as refunding
     from payment_attempt p where ${condition}`,
  )

/** P12: the tables with a card number of the sandbox in any column, tokens included. */
export async function findCardNumbers(databaseUrl: string): Promise<object[]> {
  const numbers = CARDS.map(({ number }) => number).join('|')
  const tables = await queryRows<{ name: string }>(
    databaseUrl,
    `select tablename as name from pg_tables where schemaname = 'public'`,
  )
  const queries = tables.map(
    ({ name }) =>
      `select '${name}' as "table", count(*)::int as rows from "${name}" t where t::text ~ '${numbers}' having count(*) > 0`,
  )
  return await queryRows(databaseUrl, queries.join(' union all '))
}
