import type { Decision } from '#db/console/proposals.ts'
import type { Acting, ConsoleAction } from '#server/console/consoleKind.ts'
import { refuse } from '#server/http/errors.ts'

/** How the state of a rule or a reward is drawn. */
export const PROPOSAL_TONES = {
  waits: 'warn',
  coming: 'brand',
  inForce: 'good',
  ended: 'neutral',
  rejected: 'bad',
  withdrawn: 'neutral',
} as const

/** The decisions that a page offers: who proposed takes it back, another operator decides on it. */
export const decisionsFor = (
  state: keyof typeof PROPOSAL_TONES,
  proposedBy: string | undefined,
  personId: string,
): string[] =>
  state !== 'waits' ? [] : proposedBy === personId ? ['withdraw'] : ['confirm', 'reject']

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
  const action = (
    label: string,
    to: Decision,
    [question, outcome]: [string, string],
  ): ConsoleAction => ({
    label,
    question,
    danger: to !== 'confirmed',
    fields: [],
    async run(acting) {
      if (!(await decide(acting, to))) throw refuse(words.gone, 'request_decided')
      return outcome
    },
  })
  return {
    confirm: action('Confirmar', 'confirmed', words.confirm),
    reject: action('Rechazar', 'rejected', words.reject),
    withdraw: action('Retirar', 'withdrawn', words.withdraw),
  }
}
