import { NOTIFICATION_TYPES } from '#contract/entities/notification.ts'
import { appendAuditEntry } from '#db/audit/auditLog.ts'
import { insertNote } from '#db/audit/operatorNotes.ts'
import { insertNotification } from '#db/messaging/notifications.ts'
import {
  lockVoidableDebt,
  type VoidableDebt,
  voidDebt,
  voidedAlone,
} from '#db/payments/voidDebt.ts'
import { propose } from '#db/proposals/proposals.ts'
import { remark } from '#server/console/actionFields.ts'
import { type Acting, action, type ConsoleAction } from '#server/console/consoleAction.ts'
import { noteAction } from '#server/console/noteAction.ts'
import { proposalActions } from '#server/console/proposalActions.ts'
import { refuse } from '#server/http/errors.ts'
import { RECEIPT_FORMATS } from '#server/mail/receiptFormats.ts'

export const DEBT_GONE = 'Esa deuda ya no se puede anular: está paga, anulada, o la están pagando.'
export const DEBT_WAITS =
  'La anulación de esa deuda ya espera: otra persona la confirma o la rechaza.'

/** Voids a debt that is locked for it, and tells its driver. */
async function voidLocked({ context, viewer }: Acting, owed: VoidableDebt): Promise<string> {
  const { db: tx } = context
  const { personId: actorId, now: at } = viewer
  const { reference, personId, concept, merchantName, amount, currency } = owed
  await voidDebt(tx, reference)
  await insertNotification(context, tx, {
    personId,
    event: `debt:${reference}:voided`,
    type: NOTIFICATION_TYPES.Pay,
    title: 'Anulamos una deuda',
    text: `Ya no debés ${RECEIPT_FORMATS.money(amount, currency)} a ${merchantName} por ${concept}.`,
    at,
    currency,
    amount,
    url: '/#/payment',
  })
  const entry = { actorId, action: 'voidDebt', subject: reference, detail: { amount }, at }
  await appendAuditEntry(tx, entry)
  return 'La deuda quedó anulada, y le avisamos.'
}

/** What an operator does with a debt. */
export const debtActions = {
  void: action({
    label: 'Anular',
    question:
      'La persona ya no la debe, y le avisamos. Los puntos y la venta quedan como están. No se puede deshacer. Si pasa el límite, sola o con las que anulaste hoy, otra persona de la red lo tiene que confirmar.',
    danger: true,
    fields: {
      text: remark({
        label: 'Motivo',
        hint: 'Queda en el historial, con tu nombre. La persona no lo lee.',
        missing: 'Escribí el motivo.',
        subject: 'El motivo',
        max: 1000,
      }),
    },
    secondFactor: true,
    async run(acting) {
      const { context, viewer, id: reference, values, newId } = acting
      const { text } = values
      const { db: tx, config } = context
      const by = { actorId: viewer.personId, now: viewer.now }
      const owed = await lockVoidableDebt(tx, reference)
      if (!owed) throw refuse(DEBT_GONE, 'action_gone')
      await insertNote(tx, {
        id: newId(),
        kind: 'debt',
        objectId: reference,
        text,
        actorId: by.actorId,
        at: by.now,
      })
      const { amount, currency } = owed
      const before = await voidedAlone(tx, by, currency)
      if (before + amount <= config.refundLimits[currency]) return await voidLocked(acting, owed)
      const content = { text, amount }
      const made = { id: newId(), kind: 'debtVoid' as const, subject: reference, content }
      if (!(await propose(tx, made, by))) throw refuse(DEBT_WAITS, 'action_gone')
      return 'Pasa el límite: espera a que otra persona lo confirme.'
    },
  }),
  ...proposalActions({
    kind: 'debtVoid',
    what: 'la anulación',
    question: 'Confirmada, la persona ya no debe nada de esto y le avisamos. No se puede deshacer.',
    danger: true,
    secondFactor: true,
    // Who proposes a void has the debt locked when the proposal is stored.
    lock: ({ context, id }) => lockVoidableDebt(context.db, id),
    async confirmed(acting, { content }) {
      const owed = await lockVoidableDebt(acting.context.db, acting.id)
      // An import may have changed the debt since.
      if (owed?.amount !== content.amount) throw refuse(DEBT_GONE, 'action_gone')
      return await voidLocked(acting, owed)
    },
    rejected: 'La anulación quedó rechazada: la deuda sigue como estaba.',
    withdrawn: 'La anulación quedó retirada: la deuda sigue como estaba.',
    gone: 'Esa anulación ya no espera una decisión.',
  }),
  note: noteAction('debt'),
} satisfies Record<string, ConsoleAction>
