import { REFUND_REASONS } from '#contract/console/paymentRefund.ts'
import { attemptById } from '#db/payments/attempts.ts'
import { type Refund, refundOf, refundsOf } from '#db/payments/refunds.ts'
import { amount, choice, remark } from '#server/console/actionFields.ts'
import {
  type Acting,
  type ActionValues,
  action,
  type ConsoleAction,
} from '#server/console/consoleAction.ts'
import { refuse } from '#server/http/errors.ts'
import { decideRefund, proposeRefund, sendStored } from '#server/payments/refunds/refunds.ts'

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

const SENTENCES: Record<Refund['state'], string> = {
  waiting: 'Pasa el límite: espera a que otra persona lo confirme.',
  rejected: 'La devolución quedó rechazada: el pago sigue como estaba.',
  sending: 'Todavía no sabemos qué contestó la pasarela: le seguimos preguntando hasta saberlo.',
  done: 'La pasarela lo aceptó, y le avisamos al conductor.',
  refused: '',
}
function sentenceOf({ state, answer }: Refund): string {
  if (state === 'refused') throw refuse(answer, 'refund_refused')
  return SENTENCES[state]
}

/** Asks the gateway for a stored refund after the commit. */
function sent({ afterCommit }: Acting, stored: Refund): string {
  if (stored.state === 'sending')
    afterCommit(async (context) => ({
      outcome: sentenceOf(await sendStored(context, stored)),
      madeId: '',
    }))
  return sentenceOf(stored)
}

async function propose(
  acting: Acting<ActionValues<typeof why>>,
  kind: Refund['kind'],
  amount: number,
): Promise<string> {
  const { context, caller, id: attemptId, values } = acting
  const { reason, text: observations } = values
  const proposed = { attemptId, kind, amount, reason, observations }
  return sent(acting, await proposeRefund(context, caller, proposed))
}

/** The refund of the charge that is open, else its last one. */
async function newestOf({ context: { db }, id: attemptId }: Acting): Promise<Refund | undefined> {
  return (await refundOf(db, { attemptId })) ?? (await refundsOf(db, attemptId)).at(-1)?.refund
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
      return await propose(acting, 'void', charge.amount)
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
    run: async (acting) => await propose(acting, 'refund', acting.values.amount),
  }),

  decideRefund: action({
    label: 'Decidir la devolución',
    question:
      'Decidís una devolución que propuso otra persona. Confirmada, se le pide enseguida a la pasarela y no se puede deshacer.',
    danger: true,
    fields: {
      authorized: choice({
        label: 'Decisión',
        missing: 'Elegí si se confirma.',
        of: { yes: 'Confirmar', no: 'Rechazar' },
      }),
    },
    secondFactor: true,
    async run(acting) {
      const { context, caller, values } = acting
      const refund = await newestOf(acting)
      if (!refund) throw refuse('Esa devolución ya no espera una decisión.', 'request_decided')
      const decision = { id: refund.id, authorized: values.authorized === 'yes' }
      return sent(acting, await decideRefund(context, caller, decision))
    },
  }),
} satisfies Record<string, ConsoleAction>
