import { randomBytes, randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Client } from 'pg'
import type { Db } from '#db/core/db.ts'
import { createRrnGenerator } from '#db/core/rrn.ts'
import { withdraw } from '#db/loyalty/membershipDecisions.ts'
import { createRequest } from '#db/loyalty/membershipRequests.ts'
import { applyOutcome } from '#db/payments/applyOutcome.ts'
import { attemptById } from '#db/payments/attempts.ts'
import { findOrCreateAttempt, storeToken } from '#db/payments/createAttempt.ts'
import { debt } from '#db/tables/payments.ts'
import { noJobs } from '#testing/harness/jobSteps.ts'

/** Adds debts of the drivers that have a loyalty. */
export async function insertDebts(owner: Client, count: number): Promise<void> {
  await owner.query(
    `insert into debt (reference, person_id, loyalty_code, concept, merchant_name, invoice_number, currency,
       amount, taxed_amount, tax_amount, installments, indi, final_consumer, points, at, due_date, state)
     select 'LOAD-' || n, l.person_id, l.code, 'Nafta Súper 95', 'Estación Ombú', n::text, '858',
       122000, 100000, 22000, 1, 6, true, 12, now(), '2030-01-31', 'PENDING'
     from generate_series(1, $1) n
     join (select code, person_id, row_number() over (order by code) as place, count(*) over () as total
       from loyalty where ended_at is null) l on l.place = 1 + n % l.total`,
    [count],
  )
}

/** Pays one debt as the server does: attempt, token, outcome with points and notification. */
export async function payDebt(db: Db, reference: string): Promise<void> {
  const [owed] = await db.select().from(debt).where(eq(debt.reference, reference))
  if (!owed) throw new Error(`debt ${reference} does not exist`)
  const now = new Date()
  const later = new Date(now.getTime() + 600_000)
  const { personId, currency, amount, taxedAmount, taxAmount, installments, indi } = owed
  const attempt = await findOrCreateAttempt(db, {
    id: randomUUID(),
    personId,
    debtReference: reference,
    netId: 'SURTIDOR',
    merchantId: '900001',
    currency,
    amount,
    taxedAmount,
    taxAmount,
    tipAmount: 0,
    installments,
    indi,
    auditNumber: randomBytes(10).toString('hex'),
    createdAt: now,
    nextPollAt: later,
  })
  if (!attempt) throw new Error(`debt ${reference} is not owed`)
  const accessToken = randomBytes(16).toString('hex')
  await storeToken(db, attempt.id, { accessToken, tokenExpiresAt: later, nextPollAt: later })
  const { result } = await applyOutcome(db, await attemptById(db, attempt.id), {
    to: 'PAID',
    charge: {
      paymentToken: randomUUID(),
      authorizationCode: '123456',
      maskedCard: 'Débito de prueba ····0002',
      cardType: 'CA',
      law: '19.210',
      refund: 2_000,
      refundedAmount: 0,
      installments,
      reason: '',
    },
    notification: { title: 'Pagaste', text: 'Nafta Súper 95' },
    jobs: noJobs,
    now,
    rrn: await createRrnGenerator(db).next(),
    nextPollAt: later,
  })
  if (result !== 'moved') throw new Error(`the payment of ${reference} was ${result}`)
}

/** Requests a loyalty and withdraws the request, which appends an audit line. */
async function requestAndWithdraw(db: Db, personId: string, programme: string, number: number) {
  const reference = `SOL-LOAD${String(number).padStart(8, '0')}`
  const now = new Date()
  await db.transaction(async (tx) => {
    await createRequest(tx, {
      reference,
      personId,
      draft: {
        programme,
        vehicle: { mark: 'FIAT', plate: 'SAB1234', fuel: 'super' },
        clientRUT: '',
        clientCardNumber: '',
        accountBank: '',
        accountBankType: '',
        accountBankNumber: '',
        accountBankBranch: '',
        accountName: '',
      },
      now,
    })
  })
  const result = await withdraw(db, {
    reference,
    actor: { personId, roles: [] },
    observations: '',
    now,
  })
  if (result !== 'withdrawn') throw new Error(`the request ${reference} was ${result}`)
  return reference
}

/**
 * Starts a continuous load of the product's own mutations on one database.
 * @param debts references of PENDING debts, which the load pays one after another
 */
export function startPaymentLoad(
  db: Db,
  debts: readonly string[],
  driver: { personId: string; programme: string },
) {
  /** References of the debts whose payment was acknowledged, in order. */
  const paid: string[] = []
  /** References of the membership requests whose withdrawal was acknowledged, in order. */
  const withdrawn: string[] = []
  const waiting = [...debts]
  let stopping = false
  const pay = async () => {
    while (!stopping) {
      const reference = waiting.shift()
      if (!reference) throw new Error('the load has no debt left')
      await payDebt(db, reference)
      paid.push(reference)
    }
  }
  const request = async () => {
    for (let number = 1; !stopping; number += 1)
      withdrawn.push(await requestAndWithdraw(db, driver.personId, driver.programme, number))
  }
  const running = [pay(), pay(), request()].map((work) =>
    work.catch((error: unknown) => {
      stopping = true
      return error
    }),
  )
  return {
    paid,
    withdrawn,
    /** Finishes the mutations in flight. @throws the first error of the load */
    stop: async () => {
      stopping = true
      const failure = (await Promise.all(running)).find((error) => error !== undefined)
      if (failure) throw failure
    },
  }
}
