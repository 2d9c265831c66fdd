import { createHash, randomUUID } from 'node:crypto'
import type { Payer } from '#bench/inProcessPayments.ts'
import { MERCHANT_ID, type PaymentOrder, TERMS } from '#bench/paymentOrders.ts'
import { type BareTransaction, createBarePool } from '#bench/peers/bareTransactions.ts'
import { notification } from '#db/tables/messaging.ts'
import { gatewayMessage, paymentAttempt } from '#db/tables/payments.ts'
import { idempotentRequest } from '#db/tables/sessions.ts'

/**
 * The rows of a paid attempt, written by pg in one transaction, and nothing else: no session, no checks,
 * no gateway, no state between the two calls.
 */
export function startBarePayments(url: string, pool: number): Payer {
  const { transaction, close } = createBarePool(url, pool)
  let count = 0
  return {
    async pay(order) {
      count += 1
      const rrn = `${count}`.padStart(12, '8')
      await transaction((bare) => writeAttempt(bare, order, rrn))
    },
    close,
  }
}

async function writeAttempt(bare: BareTransaction, order: PaymentOrder, rrn: string) {
  const { debt, payment } = order
  const { reference, personId, loyaltyCode, points, currency, amount } = debt
  const { paymentToken, accessToken } = payment
  const id = randomUUID()
  const now = new Date()
  await bare.run(
    'debt',
    `update debt set state = 'PAID' where reference = $1 and state = 'PENDING'`,
    [reference],
  )
  await bare.insert(paymentAttempt, [
    {
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
    },
  ])
  const concept = 'Pago de Nafta Super 95'
  await bare.post(
    [{ event: 'payment', eventId: paymentToken, concept, rrn, loyaltyCode, points }],
    now,
  )
  await bare.insert(notification, [
    {
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
    },
  ])
  const digest = createHash('sha256').update(accessToken).digest()
  await bare.insert(gatewayMessage, [{ digest, kind: 'return', attemptId: id, at: now }])
  const request = {
    callerId: personId,
    auditNumber: `o${id.slice(-17)}`,
    bodyHash: createHash('sha256').update(order.openBody).digest(),
    answer: { fields: { payment } },
    at: now,
  }
  await bare.insert(idempotentRequest, [request, { ...request, auditNumber: `r${id.slice(-17)}` }])
}
