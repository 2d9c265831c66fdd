import { NOTIFICATION_TYPES } from '#contract/entities/notification.ts'
import { insertNote } from '#db/audit/operatorNotes.ts'
import { insertNotification } from '#db/messaging/notifications.ts'
import { voidDebt } from '#db/payments/voidDebt.ts'
import { remark } from '#server/console/actionFields.ts'
import { action, type ConsoleAction } from '#server/console/consoleAction.ts'
import { noteAction } from '#server/console/noteAction.ts'
import { refuse } from '#server/http/errors.ts'
import { RECEIPT_FORMATS } from '#server/mail/receiptFormats.ts'

export const DEBT_GONE = 'Esa deuda ya no se puede anular: está paga, anulada, o la están pagando.'

/** What an operator does with a debt. */
export const debtActions = {
  void: action({
    label: 'Anular',
    question:
      'La persona ya no la debe, y le avisamos. Los puntos y la venta quedan como están. No se puede deshacer.',
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
    audit: 'voidDebt',
    async run({ context, viewer, id: reference, values: { text }, newId }) {
      const { db: tx } = context
      const { personId: actorId, now: at } = viewer
      const voided = await voidDebt(tx, reference)
      if (!voided) throw refuse(DEBT_GONE, 'action_gone')
      const { personId, concept, merchantName, amount, currency } = voided
      await insertNote(tx, { id: newId(), kind: 'debt', objectId: reference, text, actorId, at })
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
      return { outcome: 'La deuda quedó anulada, y le avisamos.', detail: { amount } }
    },
  }),
  note: noteAction('debt'),
} satisfies Record<string, ConsoleAction>
