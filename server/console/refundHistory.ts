import { REFUND_REASONS } from '#contract/console/paymentRefund.ts'
import type { refundsOf } from '#db/payments/refunds.ts'
import type { Happened } from '#server/console/history.ts'

type Listed = Awaited<ReturnType<typeof refundsOf>>[number]

/** What happened to a void or a refund, the newest first, for the history of its payment. */
export function happenedToRefund(
  { refund, proposer, decider }: Listed,
  money: (cents: number) => string,
): Happened[] {
  const { kind, state, amount, decidedAt, endedAt, answer, proposedAt } = refund
  const what = `${kind === 'void' ? 'Anulación' : 'Devolución'} de ${money(amount)}`
  const isRejected = state === 'rejected'
  const proposal: Happened = {
    at: proposedAt,
    by: proposer,
    title: `${what}: propuesta`,
    detail: `${REFUND_REASONS[refund.reason]}. ${refund.observations}`,
    tone: 'warn',
  }
  const decision: Happened | null = decidedAt && {
    at: decidedAt,
    by: decider,
    title: `${what}: ${isRejected ? 'rechazada' : 'confirmada'}`,
    tone: isRejected ? 'bad' : 'good',
  }
  const end: Happened | null = endedAt && {
    at: endedAt,
    title: `${what}: ${state === 'done' ? 'la pasarela la hizo' : 'la pasarela no la hizo'}`,
    detail: answer,
    tone: state === 'done' ? 'good' : 'bad',
  }
  return [end, decision, proposal].filter((one) => one !== null)
}
