import * as z from 'zod/mini'
import { choicesOf } from '#contract/console/objectKind.ts'
import type { ActionField } from '#contract/console/objectPage.ts'
import { REFUND_REASONS, type RefundReason } from '#contract/console/paymentRefund.ts'
import { multiLine } from '#contract/fields/text.ts'
import { attemptById } from '#db/payments/attempts.ts'
import { type Refund, refundOf, refundsOf } from '#db/payments/refunds.ts'
import type { Acting, ConsoleAction } from '#server/console/consoleKind.ts'
import { readAmount } from '#server/console/readAmount.ts'
import { readField } from '#server/console/readField.ts'
import { FACTOR_FIELD, withFactorShown } from '#server/console/secondFactorField.ts'
import { refuse } from '#server/http/errors.ts'
import { decideRefund, proposeRefund, sendStored } from '#server/payments/refunds/refunds.ts'

const SECOND_PERSON = 'Si pasa el límite, otra persona de la red lo tiene que confirmar.'
const WHY: readonly ActionField[] = [
  {
    name: 'reason',
    label: 'Motivo',
    type: 'choice',
    hint: '',
    options: choicesOf(REFUND_REASONS),
  },
  {
    name: 'text',
    label: 'Explicación',
    type: 'longText',
    hint: 'Para la red: la persona no la lee. Sin datos de tarjetas.',
    options: [],
  },
  FACTOR_FIELD,
]

const REASON = 'Elegí el motivo.'
const Reason = z.enum(Object.keys(REFUND_REASONS) as [RefundReason], REASON)
const DECISION = 'Elegí si se confirma.'

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

/** Does what stores a refund, and asks the gateway for it after the commit. */
async function refunding(acting: Acting, store: () => Promise<Refund>): Promise<string> {
  const stored = await withFactorShown(acting, store)
  if (stored.state === 'sending')
    acting.afterCommit(async (context) => ({
      outcome: sentenceOf(await sendStored(context, stored)),
      madeId: '',
    }))
  return sentenceOf(stored)
}

async function propose(acting: Acting, kind: Refund['kind'], amount: number): Promise<string> {
  const { context, caller, id: attemptId, fields } = acting
  const proposed = {
    attemptId,
    kind,
    amount,
    reason: readField(Reason, fields.reason ?? '', REASON),
    observations: readField(
      multiLine(1000, 'La explicación'),
      fields.text ?? '',
      'Contá por qué se devuelve.',
    ),
  }
  return await refunding(acting, () => proposeRefund(context, caller, proposed))
}

/** The refund of the charge that is open, else its last one. */
async function newestOf({ context: { db }, id: attemptId }: Acting): Promise<Refund | undefined> {
  return (await refundOf(db, { attemptId })) ?? (await refundsOf(db, attemptId)).at(-1)?.refund
}

/** How an operator takes a charge back. */
export const refundActions = {
  void: {
    label: 'Anular',
    question: `El cobro queda sin efecto entero, la deuda vuelve a quedar pendiente y le avisamos al conductor. No se puede deshacer. ${SECOND_PERSON}`,
    danger: true,
    fields: WHY,
    async run(acting) {
      const { amount } = await attemptById(acting.context.db, acting.id)
      return await propose(acting, 'void', amount)
    },
  },

  refund: {
    label: 'Devolver',
    question: `El importe vuelve a la tarjeta y le avisamos al conductor. Si devolvés una parte, la deuda sigue paga; si devolvés todo, vuelve a quedar pendiente. No se puede deshacer. ${SECOND_PERSON}`,
    danger: true,
    fields: [
      {
        name: 'amount',
        label: 'Importe a devolver',
        type: 'text',
        hint: 'En la moneda del pago, como 1.250,50. Hasta lo que dice «Queda por devolver».',
        options: [],
      },
      ...WHY,
    ],
    run: async (acting) =>
      await propose(
        acting,
        'refund',
        readAmount(acting.fields.amount ?? '', 'Escribí cuánto se devuelve.'),
      ),
  },

  decideRefund: {
    label: 'Decidir la devolución',
    question:
      'Decidís una devolución que propuso otra persona. Confirmada, se le pide enseguida a la pasarela y no se puede deshacer.',
    danger: true,
    fields: [
      {
        name: 'authorized',
        label: 'Decisión',
        type: 'choice',
        hint: '',
        options: choicesOf({ yes: 'Confirmar', no: 'Rechazar' }),
      },
      FACTOR_FIELD,
    ],
    async run(acting) {
      const { context, caller, fields } = acting
      const answer = readField(z.enum(['yes', 'no'], DECISION), fields.authorized ?? '', DECISION)
      const refund = await newestOf(acting)
      if (!refund) throw refuse('Esa devolución ya no espera una decisión.', 'request_decided')
      const decision = { id: refund.id, authorized: answer === 'yes' }
      return await refunding(acting, () => decideRefund(context, caller, decision))
    },
  },
} satisfies Record<string, ConsoleAction>
