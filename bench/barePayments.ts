import { createHash, randomUUID } from 'node:crypto'
import { Pool, type PoolClient } from 'pg'
import type { Payer } from '#bench/ourPayments.ts'
import { AMOUNT, MERCHANT_ID, type PaymentOrder, POINTS } from '#bench/paymentOrders.ts'
import { chainHash } from '#db/loyalty/ledgerEntries.ts'

/**
 * The rows of a paid attempt, written by pg in one transaction with statements that are prepared by
 * name, and nothing else: no session, no checks, no gateway, no state between the two calls.
 */
export function startBarePayments(url: string, pool: number): Payer {
  const connections = new Pool({ connectionString: url, max: pool })
  let count = 0
  return {
    async pay(order) {
      count += 1
      const client = await connections.connect()
      try {
        await client.query('begin')
        await writeAttempt(client, order, `${count}`.padStart(12, '8'))
        await client.query('commit')
      } catch (error) {
        await client.query('rollback')
        throw error
      } finally {
        client.release()
      }
    },
    close: () => connections.end(),
  }
}

interface AccountRow {
  id: string
  balance: string
  last_seq: number
  last_at: Date | null
  last_hash: Buffer | null
  counterpart: string
}

async function writeAttempt(client: PoolClient, order: PaymentOrder, rrn: string): Promise<void> {
  const run = async (name: string, text: string, values: unknown[]) =>
    await client.query({ name, text, values })
  const { reference, personId, loyaltyCode, sessionHash, accessToken, payment } = order
  const id = randomUUID()
  const now = new Date()
  await run(
    'bare_debt',
    `update debt set state = 'PAID' where reference = $1 and state = 'PENDING'`,
    [reference],
  )
  await run(
    'bare_attempt',
    `insert into payment_attempt (id, person_id, debt_reference, net_id, merchant_id, currency,
        amount, taxed_amount, tax_amount, tip_amount, installments, indi, state, audit_number,
        access_token, token_expires_at, payment_token, authorization_code, masked_card, created_at,
        settled_at)
      values ($1, $2, $3, 'SURTIDOR', $4, '858', $5, $6, $7, 0, 1, 6, 'PAID', $8, $9, $10, $11,
        '123456', 'Débito de prueba ····0002', $10, $10)`,
    [
      id,
      personId,
      reference,
      MERCHANT_ID,
      AMOUNT,
      payment.taxedAmount,
      payment.taxAmount,
      id.slice(0, 20),
      accessToken,
      now,
      payment.paymentToken,
    ],
  )
  const { rows } = await run(
    'bare_account',
    `select a.id, a.balance, a.last_seq, a.last_at, a.last_hash, c.id as counterpart
       from ledger_account a join loyalty l on l.code = a.loyalty_code
       join ledger_account c on c.programme = l.programme
      where a.loyalty_code = $1 for update of a`,
    [loyaltyCode],
  )
  const account = rows[0] as AccountRow
  const transactionId = randomUUID()
  const at = account.last_at && account.last_at > now ? account.last_at : now
  const balance = Number(account.balance) + POINTS
  const link = {
    accountId: account.id,
    seq: account.last_seq + 1,
    transactionId,
    event: 'payment',
    eventId: payment.paymentToken,
    points: POINTS,
    balance,
    at,
  }
  const hash = chainHash(account.last_hash, link)
  await run(
    'bare_transaction',
    `insert into ledger_transaction (id, event, event_id, concept, rrn, at)
      values ($1, 'payment', $2, 'Pago de Nafta Super 95', $3, $4)`,
    [transactionId, payment.paymentToken, rrn, at],
  )
  await run(
    'bare_entries',
    `insert into ledger_entry (transaction_id, account_id, points, seq, balance, at, hash)
      values ($1, $2, $3, $4, $5, $6, $7), ($1, $8, -$3::int, null, null, $6, null)`,
    [transactionId, account.id, POINTS, link.seq, balance, at, hash, account.counterpart],
  )
  await run(
    'bare_balance',
    `update ledger_account set balance = $2, last_seq = $3, last_at = $4, last_hash = $5
      where id = $1`,
    [account.id, balance, link.seq, at, hash],
  )
  await run(
    'bare_notification',
    `insert into notification (id, person_id, event, type, at, currency, amount, title, text, url)
      values ($1, $2, $3, 5, $4, '858', $5, 'Recibimos tu pago', 'Nafta Super 95, Estación.',
        '/#/listPayment')`,
    [randomUUID(), personId, `payment:${id}:PAID`, now, AMOUNT],
  )
  await run(
    'bare_message',
    `insert into gateway_message (digest, kind, attempt_id, at) values ($1, 'return', $2, $3)`,
    [createHash('sha256').update(accessToken).digest(), id, now],
  )
  await run(
    'bare_requests',
    `insert into idempotent_request (session_hash, audit_number, body_hash, answer, at)
      values ($1, $2, $3, $4, $6), ($1, $5, $3, $4, $6)`,
    [
      sessionHash,
      `o${id.slice(-17)}`,
      createHash('sha256').update(order.openBody).digest(),
      JSON.stringify({ fields: { payment } }),
      `r${id.slice(-17)}`,
      now,
    ],
  )
}
