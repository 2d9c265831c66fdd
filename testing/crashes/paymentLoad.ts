import { eq } from 'drizzle-orm'
import type { Db } from '#db/core/db.ts'
import { withdraw } from '#db/loyalty/membershipDecisions.ts'
import { createRequest } from '#db/loyalty/membershipRequests.ts'
import { debt } from '#db/tables/payments.ts'
import { applyTo, openAttempt } from '#testing/harness/attemptSteps.ts'
import type { populate } from '#testing/harness/population.ts'

/** Pays one debt as the server does: attempt, token, outcome with points and notification. */
export async function payDebt(db: Db, reference: string): Promise<void> {
  const [owed] = await db.select().from(debt).where(eq(debt.reference, reference))
  if (!owed) throw new Error(`debt ${reference} does not exist`)
  const now = new Date()
  const attempt = await openAttempt(db, owed, now)
  if (!attempt) throw new Error(`debt ${reference} is not owed`)
  const { result } = await applyTo(db, attempt, 'PAID', now)
  if (result !== 'moved') throw new Error(`the payment of ${reference} was ${result}`)
}

/** Requests a loyalty and withdraws the request, which appends an audit line. */
async function requestAndWithdraw(db: Db, personId: string, number: number) {
  const reference = `SOL-LOAD${String(number).padStart(8, '0')}`
  const now = new Date()
  await db.transaction(async (tx) => {
    await createRequest(tx, {
      reference,
      personId,
      draft: {
        programme: 'surtidor',
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
 * Starts a continuous load of the product's own mutations on a populated database: two at a time pay the debts
 * one after another, and a driver without a loyalty requests one and withdraws it.
 */
export function startPaymentLoad(db: Db, { payers, debts }: Awaited<ReturnType<typeof populate>>) {
  const driver = payers.find(({ loyaltyCode }) => loyaltyCode === null)
  if (!driver) throw new Error('every driver has a loyalty')
  /** References of the debts whose payment was acknowledged, in order. */
  const paid: string[] = []
  /** References of the membership requests whose withdrawal was acknowledged, in order. */
  const withdrawn: string[] = []
  const waiting = debts.map(({ reference }) => reference)
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
      withdrawn.push(await requestAndWithdraw(db, driver.personId, number))
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
