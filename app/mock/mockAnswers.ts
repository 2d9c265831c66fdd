import type { AnswerOf } from '#contract/call.ts'
import type { Debt } from '#contract/entities/debt.ts'
import type { Payment } from '#contract/entities/payment.ts'
import { getDebts } from '#contract/payments/getDebts.ts'
import { getPayments } from '#contract/payments/getPayments.ts'
import { processGEOPayResponse } from '#contract/payments/processGEOPayResponse.ts'

/** Sample debts: one for each currency and refund law that the screens draw. */
const debts: Debt[] = [
  {
    reference: 'MUESTRA-0001',
    currency: '858',
    amount: 345_000,
    taxedAmount: 0,
    taxAmount: 0,
    tipAmount: 0,
    installments: 1,
    indi: 2,
    finalConsumer: true,
    concept: 'Nafta Super 95, carga de muestra',
    merchantName: 'Estación de muestra, Rivera',
    datetime: '20260901101500',
    dueDate: '20260930',
    state: 'PENDING',
    points: 345,
  },
  {
    reference: 'MUESTRA-0002',
    currency: '858',
    amount: 122_000,
    taxedAmount: 100_000,
    taxAmount: 22_000,
    tipAmount: 5_000,
    installments: 3,
    indi: 6,
    finalConsumer: true,
    concept: 'Lavado completo de muestra',
    merchantName: 'Estación de muestra, Montevideo',
    datetime: '20260903173000',
    dueDate: '20261003',
    state: 'PENDING',
    points: 122,
    expectedRefund: { cents: 2_000, law: '19.210', basisPoints: 200 },
  },
  {
    reference: 'MUESTRA-0003',
    currency: '840',
    amount: 12_200,
    taxedAmount: 10_000,
    taxAmount: 2_200,
    tipAmount: 0,
    installments: 6,
    indi: 0,
    finalConsumer: false,
    concept: 'Cubiertas de muestra',
    merchantName: 'Estación de muestra, Colonia',
    datetime: '20260905090000',
    dueDate: '20261005',
    state: 'PENDING',
    points: 0,
  },
]

const paid: Payment = {
  reference: 'MUESTRA-0002',
  datetime: '20260906142233',
  state: 'PAID',
  merchantName: 'Estación de muestra, Montevideo',
  concept: 'Lavado completo de muestra',
  mode: 'Card',
  maskedCard: 'Visa •••• 4242',
  cardType: 'CA',
  currency: '858',
  amount: 127_000,
  taxedAmount: 100_000,
  tipAmount: 5_000,
  law: '19.210',
  refund: 2_000,
  installments: 1,
  authorizationCode: '123456',
  reason: '',
  points: 122,
}

const payments: Payment[] = [
  paid,
  {
    ...paid,
    reference: 'MUESTRA-0000',
    datetime: '20260828201500',
    state: 'REJECTED',
    concept: 'Gasoil 50-S, carga de muestra',
    amount: 250_000,
    taxedAmount: 204_918,
    tipAmount: 0,
    law: '0',
    refund: 0,
    authorizationCode: '',
    reason: 'Fondos insuficientes',
    points: 0,
  },
]

const ANSWERS: Record<string, object> = {
  [getDebts.name]: {
    debts,
    geopay: { netId: 'MUESTRA', merchantId: 'MUESTRA', pageUrl: '' },
  } satisfies AnswerOf<typeof getDebts>,
  [getPayments.name]: { payments } satisfies AnswerOf<typeof getPayments>,
  [processGEOPayResponse.name]: { payment: paid } satisfies AnswerOf<typeof processGEOPayResponse>,
}

/** The sample answer of a call; undefined for a call that goes to the server in mock mode too. */
export const sampleAnswer = (contract: string): object | undefined => ANSWERS[contract]
