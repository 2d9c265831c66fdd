import { randomUUID } from 'node:crypto'
import type { AttemptState } from '#contract/entities/payment.ts'
import type { Db } from '#db/core/db.ts'
import { createRrnGenerator } from '#db/core/rrn.ts'
import { applyOutcome } from '#db/payments/applyOutcome.ts'
import type { Attempt } from '#db/payments/attempts.ts'
import { type Draft, findOrCreateAttempt, storeToken } from '#db/payments/createAttempt.ts'
import type { debt } from '#db/tables/payments.ts'
import { noJobs } from '#testing/harness/jobSteps.ts'

type Debt = typeof debt.$inferSelect

/** A new attempt with the terms of a debt. */
export function draftOf(owed: Debt, now: Date): Draft {
  const { personId, reference, currency, amount, taxedAmount, taxAmount, installments, indi } = owed
  const terms = { currency, amount, taxedAmount, taxAmount, tipAmount: 0, installments, indi }
  const id = randomUUID()
  const ours = { netId: 'SURTIDOR', merchantId: '900001', auditNumber: id.slice(0, 20) }
  const times = { createdAt: now, nextPollAt: now }
  return { ...terms, ...ours, ...times, id, personId, debtReference: reference }
}

/** Opens a payment of a debt, or its open one, as the server does. @returns null when it may not be paid */
export async function openAttempt(db: Db, owed: Debt, now: Date): Promise<Attempt | null> {
  const attempt = await findOrCreateAttempt(db, draftOf(owed, now))
  if (!attempt) return null
  const { id: accessToken } = attempt
  await storeToken(db, attempt.id, { accessToken, tokenExpiresAt: now, nextPollAt: now })
  return attempt
}

/** Applies what the gateway says of an attempt that was read before. */
export const applyTo = async (db: Db, seen: Attempt, to: AttemptState, now: Date) =>
  await applyOutcome(db, seen, {
    to,
    charge: {
      paymentToken: `charge-${seen.id}`,
      authorizationCode: '123456',
      maskedCard: 'Débito de prueba ····0002',
      cardType: 'CA',
      law: '0',
      refund: 0,
      refundedAmount: 0,
      installments: seen.installments,
      reason: '',
    },
    notification: { title: to, text: to },
    jobs: noJobs,
    now,
    rrn: await createRrnGenerator(db).next(),
    nextPollAt: now,
  })
