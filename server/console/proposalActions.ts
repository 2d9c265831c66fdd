import type { Decision } from '#db/console/proposals.ts'
import { type Acting, action, type ConsoleAction } from '#server/console/consoleAction.ts'
import type { Viewer } from '#server/console/viewer.ts'
import { refuse } from '#server/http/errors.ts'

/** Which decisions on a proposal a viewer takes: its proposer takes it back, another operator decides on it. */
export function decidableBy(
  { proposedBy }: { proposedBy: string | undefined },
  { personId }: Viewer,
) {
  const isOwn = proposedBy === personId
  return { confirm: !isOwn, reject: !isOwn, withdraw: isOwn }
}

/**
 * The decisions on a proposal.
 * @param words of each what will happen and what happened, and the refusal of one that another overtook
 * @param decide answers false when the proposal does not wait any more
 */
export function decisionActions(
  words: Record<'confirm' | 'reject' | 'withdraw', [question: string, outcome: string]> & {
    gone: string
  },
  decide: (acting: Acting, to: Decision) => Promise<boolean>,
): Record<'confirm' | 'reject' | 'withdraw', ConsoleAction> {
  const decision = (label: string, to: Decision, [question, outcome]: [string, string]) =>
    action({
      label,
      question,
      danger: to !== 'confirmed',
      async run(acting) {
        if (!(await decide(acting, to))) throw refuse(words.gone, 'request_decided')
        return outcome
      },
    })
  return {
    confirm: decision('Confirmar', 'confirmed', words.confirm),
    reject: decision('Rechazar', 'rejected', words.reject),
    withdraw: decision('Retirar', 'withdrawn', words.withdraw),
  }
}
