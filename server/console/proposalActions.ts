import {
  type Decision,
  decide,
  type Proposal,
  type ProposalKind,
  proposalsOf,
} from '#db/proposals/proposals.ts'
import { choice, invalid, optional, row } from '#server/console/actionFields.ts'
import {
  type Acting,
  action,
  type ConsoleAction,
  type Done,
} from '#server/console/consoleAction.ts'
import type { Viewer } from '#server/console/viewer.ts'
import { refuse } from '#server/http/errors.ts'

/** Newest proposals about an object of which one is decided. */
const MAX_PROPOSALS = 100

interface Declaration<K extends ProposalKind> {
  kind: K
  /** What is decided, after the verb on the buttons; left out: the page says it. */
  what?: string
  question: string
  confirmed: (acting: Acting, proposal: Proposal<K>) => Promise<Done>
  rejected: string
  withdrawn: string
  /** The refusal of a decision that another one overtook. */
  gone: string
  /** Whether a confirmation cannot be undone. */
  danger?: boolean
  secondFactor?: boolean
  /** Locks what other transactions lock before the proposal. */
  lock?: (acting: Acting) => Promise<unknown>
  toldOnce?: boolean
  /** What of the object the proposals are about, and the field that chooses one; left out: the object itself, which has one at most. */
  chosen?: { label: string; missing: string; subjectsOf: (acting: Acting) => Promise<string[]> }
}

/** Which actions on a proposal a viewer takes: its proposer withdraws it, another operator decides on it. */
export function decidableBy(
  { proposedBy }: { proposedBy: string | undefined },
  { personId }: Pick<Viewer, 'personId'>,
) {
  const isOwn = proposedBy === personId
  return { decide: !isOwn, withdraw: isOwn }
}

/** The two actions on a proposal that waits: another operator confirms or rejects it, its own withdraws it. */
export function proposalActions<K extends ProposalKind>({
  kind,
  chosen,
  ...declared
}: Declaration<K>): Record<'decide' | 'withdraw', ConsoleAction> {
  const { what = '', danger = false, secondFactor = false, toldOnce = false } = declared
  const { label = '', missing = '', subjectsOf = async ({ id }: Acting) => [id] } = chosen ?? {}
  const one = optional(row({ label, missing }), '')

  async function decideOn(acting: Acting, id: string, to: Decision): Promise<Proposal<K>> {
    const { context, viewer } = acting
    if (chosen && id === '') throw invalid(missing)
    const about = await proposalsOf(context.db, kind, await subjectsOf(acting), MAX_PROPOSALS)
    const wanted = chosen ? about.find((each) => each.id === id) : about[0]
    if (!wanted) throw chosen ? invalid(missing) : refuse(declared.gone, 'request_decided')
    await declared.lock?.(acting)
    const by = { actorId: viewer.personId, now: viewer.now }
    const decided = await decide(context.db, { kind, id: wanted.id }, to, by)
    if (decided === 'decided') throw refuse(declared.gone, 'request_decided')
    if (decided === 'left')
      throw refuse(
        'Quien lo propuso ya no administra la red: rechazalo y proponelo de nuevo.',
        'action_gone',
      )
    if (decided === 'own') throw refuse('Esto lo tiene que decidir otra persona.', 'own_request')
    return decided
  }

  return {
    decide: action({
      label: `Decidir ${what}`.trim(),
      question: declared.question,
      danger,
      toldOnce,
      secondFactor,
      fields: {
        proposal: one,
        decision: choice({
          label: 'Decisión',
          missing: 'Elegí si se confirma.',
          of: { confirmed: 'Confirmar', rejected: 'Rechazar' },
        }),
      },
      async run(acting) {
        const { proposal, decision } = acting.values
        const decided = await decideOn(acting, proposal, decision)
        return decision === 'rejected'
          ? declared.rejected
          : await declared.confirmed(acting, decided)
      },
    }),
    withdraw: action({
      label: `Retirar ${what}`.trim(),
      question: 'La propuesta deja de esperar.',
      danger: true,
      secondFactor,
      fields: { own: one },
      async run(acting) {
        await decideOn(acting, acting.values.own, 'withdrawn')
        return declared.withdrawn
      },
    }),
  }
}
