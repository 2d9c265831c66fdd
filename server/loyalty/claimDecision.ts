import type { RefusalReason } from '#contract/refusalReasons.ts'
import { inTransaction } from '#db/core/connection.ts'
import { loyaltyOfClaim } from '#db/stations/claimLists.ts'
import { type Decided, type Decision, decideClaim } from '#db/stations/decideClaim.ts'
import type { Matching } from '#db/stations/matchSales.ts'
import type { Context } from '#server/context.ts'
import { notFound, refuse } from '#server/http/errors.ts'

const REFUSALS: Record<Exclude<Decided, 'done' | 'notFound'>, [string, RefusalReason]> = {
  own: ['Tu propio reclamo lo tiene que decidir otra persona.', 'own_request'],
  decided: ['Ese reclamo ya está contestado.', 'claim_decided'],
  sale: [
    'Esa venta no se puede acreditar: no existe, se anuló o ya es de una afiliación.',
    'claim_sale',
  ],
}

/** How an operator matches sales now. */
export const matchingNow = ({ db, now, rrn: nextRrn, jobs }: Context): Matching => ({
  now: now(),
  nextRrn,
  jobs,
  inTransaction: (work) => inTransaction(db, work),
})

/** Decides a claim. @throws the refusal of a decision that cannot be */
export async function decideOrRefuse(context: Context, decision: Decision): Promise<void> {
  const loyaltyCode = await loyaltyOfClaim(context.db, decision.id)
  const done = await decideClaim(matchingNow(context), decision, loyaltyCode)
  if (done === 'notFound') throw notFound()
  if (done !== 'done') throw refuse(...REFUSALS[done])
}
