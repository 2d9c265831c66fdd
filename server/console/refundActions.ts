import { REFUND_REASONS } from '#contract/console/paymentRefund.ts'
import { attemptById, lockAttempt } from '#db/payments/attempts.ts'
import type { Refund } from '#db/payments/refunds.ts'
import { amount, choice, remark } from '#server/console/actionFields.ts'
import {
  type Acting,
  type ActionValues,
  action,
  type ConsoleAction,
} from '#server/console/consoleAction.ts'
import { proposalActions } from '#server/console/proposalActions.ts'
import { refuse } from '#server/http/errors.ts'
import { confirmRefund, requestRefund, sendStored } from '#server/payments/refunds.ts'

const SECOND_PERSON = 'Si pasa el límite, otra persona de la red lo tiene que confirmar.'
const why = {
  reason: choice({ label: 'Motivo', missing: 'Elegí el motivo.', of: REFUND_REASONS }),
  text: remark({
    label: 'Explicación',
    hint: 'Para la red: la persona no la lee. Sin datos de tarjetas.',
    missing: 'Contá por qué se devuelve.',
    subject: 'La explicación',
    max: 1000,
  }),
}

const SENTENCES: Record<Exclude<Refund['state'], 'refused'>, string> = {
  sending: 'Todavía no sabemos qué contestó la pasarela: le seguimos preguntando hasta saberlo.',
  done: 'La pasarela lo aceptó, y le avisamos al conductor.',
}
function sentenceOf({ state, answer }: Refund): string {
  if (state === 'refused') throw refuse(answer, 'refund_refused')
  return SENTENCES[state]
}

/** Asks the gateway for a stored refund after the commit. */
function sent({ afterCommit }: Acting, stored: Refund): string {
  afterCommit(async (context) => ({
    outcome: sentenceOf(await sendStored(context, stored)),
    madeId: '',
  }))
  return sentenceOf(stored)
}

async function request(
  acting: Acting<ActionValues<typeof why>>,
  kind: Refund['kind'],
  total: number,
): Promise<string> {
  const { context, caller, id: attemptId, values } = acting
  const { reason, text: observations } = values
  const asked = { attemptId, kind, amount: total, reason, observations }
  const stored = await requestRefund(context, caller, asked)
  return stored === 'proposed'
    ? 'Pasa el límite: espera a que otra persona lo confirme.'
    : sent(acting, stored)
}

/** How an operator takes a charge back. */
export const refundActions = {
  void: action({
    label: 'Anular',
    question: `El cobro queda sin efecto entero, la deuda vuelve a quedar pendiente y le avisamos al conductor. No se puede deshacer. ${SECOND_PERSON}`,
    danger: true,
    fields: why,
    secondFactor: true,
    async run(acting) {
      const charge = await attemptById(acting.context.db, acting.id)
      return await request(acting, 'void', charge.amount)
    },
  }),

  refund: action({
    label: 'Devolver',
    question: `El importe vuelve a la tarjeta y le avisamos al conductor. Si devolvés una parte, la deuda sigue paga; si devolvés todo, vuelve a quedar pendiente. No se puede deshacer. ${SECOND_PERSON}`,
    danger: true,
    fields: {
      amount: amount({
        label: 'Importe a devolver',
        hint: 'En la moneda del pago, como 1.250,50. Hasta lo que dice «Queda por devolver».',
        missing: 'Escribí cuánto se devuelve.',
      }),
      ...why,
    },
    secondFactor: true,
    run: async (acting) => await request(acting, 'refund', acting.values.amount),
  }),

  ...proposalActions({
    kind: 'refund',
    what: 'la devolución',
    question:
      'Decidís una devolución que propuso otra persona. Confirmada, se le pide enseguida a la pasarela y no se puede deshacer.',
    danger: true,
    secondFactor: true,
    // An outcome of the charge locks it before the proposal.
    lock: ({ context, id }) => lockAttempt(context.db, id),
    confirmed: async (acting, proposal) =>
      sent(acting, await confirmRefund(acting.context, acting.caller, proposal)),
    rejected: 'La devolución quedó rechazada: el pago sigue como estaba.',
    withdrawn: 'La devolución quedó retirada: el pago sigue como estaba.',
    gone: 'Esa devolución ya no espera una decisión.',
  }),
} satisfies Record<string, ConsoleAction>
