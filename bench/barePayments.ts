import { createHash, randomUUID } from 'node:crypto'
import type { PoolClient } from 'pg'
import { createBarePool } from '#bench/barePool.ts'
import type { Payer } from '#bench/inProcessPayments.ts'
import { MERCHANT_ID, type PaymentOrder, TERMS } from '#bench/paymentOrders.ts'
import { appendEntries, type LedgerAccount } from '#db/loyalty/ledgerEntries.ts'
import { lotOf } from '#db/loyalty/pointsLots.ts'

/**
 * The rows of a paid attempt, written by pg in one transaction with statements that are prepared by
 * name, and nothing else: no session, no checks, no gateway, no state between the two calls.
 */
export function startBarePayments(url: string, pool: number): Payer {
  const { transaction, close } = createBarePool(url, pool)
  let count = 0
  return {
    async pay(order) {
      count += 1
      const rrn = `${count}`.padStart(12, '8')
      await transaction((client) => writeAttempt(client, order, rrn))
    },
    close,
  }
}

async function writeAttempt(client: PoolClient, order: PaymentOrder, rrn: string): Promise<void> {
  /** Runs a statement with a value for each of its parameters, prepared by the name of its table. */
  const run = async (table: string, text: string, values: unknown[]) =>
    await client.query({ name: `bare_${table}`, text, values })
  const insert = async (table: string, ...rows: object[]) => {
    const keys = Object.keys(rows[0] ?? {})
    const columns = keys.map((key) =>
      key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    )
    const places = rows.map(
      (_, row) => `(${keys.map((__, place) => `$${row * keys.length + place + 1}`).join()})`,
    )
    const text = `insert into ${table} (${columns.join()}) values ${places.join()}`
    await run(table, text, rows.flatMap(Object.values))
  }
  const { debt, payment } = order
  const { reference, personId, points, currency, amount } = debt
  const { paymentToken, accessToken } = payment
  const id = randomUUID()
  const now = new Date()
  await run('debt', `update debt set state = 'PAID' where reference = $1 and state = 'PENDING'`, [
    reference,
  ])
  await insert('payment_attempt', {
    id,
    personId,
    debtReference: reference,
    netId: 'SURTIDOR',
    merchantId: MERCHANT_ID,
    ...TERMS,
    state: 'PAID',
    auditNumber: id.slice(0, 20),
    accessToken,
    tokenExpiresAt: now,
    paymentToken,
    authorizationCode: '123456',
    maskedCard: 'Débito de prueba ····0002',
    cardType: 'CA',
    createdAt: now,
    settledAt: now,
  })
  const { rows } = await run(
    'account',
    `select a.id, a.balance::int, a.last_seq as "lastSeq", a.last_at as "lastAt",
         a.last_hash as "lastHash", c.id as counterpart
       from ledger_account a join loyalty l on l.code = a.loyalty_code
       join ledger_account c on c.programme = l.programme
      where a.loyalty_code = $1 for update of a`,
    [debt.loyaltyCode],
  )
  const account = rows[0] as LedgerAccount & { counterpart: string }
  const concept = 'Pago de Nafta Super 95'
  const { transaction, entries, members } = appendEntries(
    { id: randomUUID(), event: 'payment', eventId: paymentToken, concept, rrn, at: now },
    [
      { account, points },
      { account: { ...account, id: account.counterpart, balance: null }, points: -points },
    ],
  )
  await insert('ledger_transaction', transaction)
  await insert('ledger_entry', ...entries)
  await insert('points_lot', lotOf(transaction, { loyaltyCode: debt.loyaltyCode, points }))
  for (const { id: member, balance, lastSeq, lastAt, lastHash } of members)
    await run(
      'balance',
      `update ledger_account set balance = $2, last_seq = $3, last_at = $4, last_hash = $5
        where id = $1`,
      [member, balance, lastSeq, lastAt, lastHash],
    )
  await insert('notification', {
    id: randomUUID(),
    personId,
    event: `payment:${id}:PAID`,
    type: 5,
    at: now,
    currency,
    amount,
    title: 'Recibimos tu pago',
    text: 'Nafta Super 95, Estación.',
    url: '/#/listPayment',
  })
  const digest = createHash('sha256').update(accessToken).digest()
  await insert('gateway_message', { digest, kind: 'return', attemptId: id, at: now })
  const request = {
    callerId: personId,
    auditNumber: `o${id.slice(-17)}`,
    bodyHash: createHash('sha256').update(order.openBody).digest(),
    answer: JSON.stringify({ fields: { payment } }),
    at: now,
  }
  await insert('idempotent_request', request, { ...request, auditNumber: `r${id.slice(-17)}` })
}
