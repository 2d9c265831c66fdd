import { CLOSE_REASONS } from '#contract/console/exceptionKind.ts'
import { kindOf } from '#contract/console/objectKinds.ts'
import { CLAIM_REJECTIONS } from '#contract/entities/purchaseClaim.ts'
import type { RefusalReason } from '#contract/refusalReasons.ts'
import { appendAuditEntry } from '#db/audit/auditLog.ts'
import { insertNote } from '#db/audit/operatorNotes.ts'
import { type Decided, type Decision, decideClaim } from '#db/claims/decideClaim.ts'
import { type Linked, linkSale } from '#db/claims/linkSale.ts'
import { answerShift, closeConflict, dismissSale } from '#db/console/exceptions.ts'
import { releaseException } from '#db/console/exceptionTakers.ts'
import { choice, optional, remark, row, text } from '#server/console/actionFields.ts'
import { type Acting, action } from '#server/console/consoleAction.ts'
import { noteAction } from '#server/console/noteAction.ts'
import { notFound, refuse } from '#server/http/errors.ts'

/** What an exception is of: its id without its source. */
export const sourceId = ({ id }: Pick<Acting, 'id'>) => id.replace(/^\w+:/, '')

const why = remark({
  label: 'Por qué',
  hint: 'Queda en el historial, con tu nombre. Sin datos personales.',
  missing: 'Escribí por qué.',
  subject: 'El motivo',
  max: 1000,
})

/** A remark; that of an unmatched sale joins the history of the sale. */
const noteTarget = (id: string) =>
  id.startsWith('sale:')
    ? { kind: 'sale' as const, objectId: sourceId({ id }) }
    : { kind: 'exception' as const, objectId: id }
export const remarkAction = noteAction('exception', noteTarget)

const matchingOf = ({
  context: { rrn: nextRrn, jobs },
  viewer: { now },
}: Pick<Acting, 'context' | 'viewer'>) => ({
  now,
  nextRrn,
  jobs,
})

const NOT_LINKED: Record<Exclude<Linked, 'done'>, [string, RefusalReason]> = {
  loyalty: ['No hay ninguna afiliación en vigor con ese código.', 'not_found'],
  own: ['Una venta para tu propia afiliación la tiene que pasar otra persona.', 'own_request'],
  sale: ['Esa venta ya es de una afiliación, o se anuló.', 'action_gone'],
}

/** Makes an unmatched sale a member's. A station does not give points by itself. */
export const linkAction = action({
  label: 'Pasar a una afiliación',
  question:
    'La compra aparece en los consumos del conductor, con sus puntos, y le avisamos. Si fue en cuenta, queda como deuda. No se puede deshacer.',
  fields: {
    candidate: optional(
      row({ label: 'Una de las posibles', hint: 'Escribe su código abajo.', missing: '' }),
      '',
    ),
    loyaltyCode: text({
      label: 'Código de la afiliación',
      hint: 'Una de las posibles, u otra que comprobaste.',
      missing: 'Escribí el código de la afiliación.',
      subject: 'El código',
      max: 40,
    }),
    remark: why,
  },
  async run(acting) {
    const { viewer, values } = acting
    const { loyaltyCode, remark } = values
    const link = { identity: sourceId(acting), operatorId: viewer.personId, loyaltyCode, remark }
    const linked = await linkSale(acting.context.db, matchingOf(acting), link)
    if (linked !== 'done') throw refuse(...NOT_LINKED[linked])
    await releaseException(acting.context.db, acting.id)
    return `La venta pasó a la afiliación ${loyaltyCode}.`
  },
})

const NOT_DECIDED: Record<Exclude<Decided, 'done' | 'notFound'>, [string, RefusalReason]> = {
  own: ['Tu propio reclamo lo tiene que decidir otra persona.', 'own_request'],
  decided: ['Ese reclamo ya está contestado.', 'claim_decided'],
  sale: [
    'Esa venta no se puede acreditar: no existe, se anuló o ya es de una afiliación.',
    'claim_sale',
  ],
}
const decidedBy = (acting: Acting) => ({
  id: sourceId(acting),
  operatorId: acting.viewer.personId,
})
/** @throws the refusal of a decision that cannot be */
async function decide({ context, viewer, id }: Acting, decision: Decision): Promise<void> {
  const done = await decideClaim(context.db, matchingOf({ context, viewer }), decision)
  if (done === 'notFound') throw notFound()
  if (done !== 'done') throw refuse(...NOT_DECIDED[done])
  await releaseException(context.db, id)
}

/** Credits a claim with one of the sales that it may be of. */
export const creditAction = action({
  label: 'Acreditar',
  question: 'La compra pasa al conductor con sus puntos, y le avisamos. No se puede deshacer.',
  fields: { sale: row({ label: 'Venta', missing: 'Elegí la venta.' }), remark: why },
  async run(acting) {
    await decide(acting, { ...decidedBy(acting), ...acting.values })
    return 'Reclamo acreditado: el conductor ya tiene los puntos.'
  },
})

/** Rejects a claim; the remark is what the driver reads. */
export const rejectAction = action({
  label: 'Rechazar',
  question: 'El conductor recibe el motivo y tu explicación. No se puede deshacer.',
  danger: true,
  forRows: true,
  fields: {
    reason: choice({ label: 'Motivo', missing: 'Elegí el motivo.', of: CLAIM_REJECTIONS }),
    answer: remark({
      label: 'Explicación para el conductor',
      hint: 'La lee junto al motivo.',
      missing: 'Escribí la explicación.',
      subject: 'La explicación',
      max: 500,
    }),
  },
  async run(acting) {
    const { values } = acting
    await decide(acting, { ...decidedBy(acting), ...values, remark: values.answer })
    return 'Reclamo rechazado: le avisamos al conductor.'
  },
})

/**
 * Leaves a conflict, a shift that does not add up or an unmatched sale as it is stored. One action for all, so
 * that it is done with several rows of the list.
 */
export const closeAction = action({
  roles: kindOf('exception').roles,
  label: 'Aceptar así',
  question:
    'Deja de esperar y queda como está guardado: un turno, con su diferencia; una venta, sin afiliación ni puntos (si después un conductor la reclama, se le puede acreditar igual). Lo que informó la caja se conserva en el historial.',
  forRows: true,
  fields: {
    reason: choice({ label: 'Motivo', missing: 'Elegí el motivo.', of: CLOSE_REASONS }),
    remark: why,
  },
  async run(acting) {
    const { context, viewer, values, id: objectId, newId } = acting
    const [subject, { db }] = [sourceId(acting), context]
    const { personId: actorId, now: at } = viewer
    const isSale = objectId.startsWith('sale:')
    const isClosed = isSale
      ? await dismissSale(db, subject, at)
      : objectId.startsWith('shift:')
        ? await answerShift(db, subject, at)
        : await closeConflict(db, { id: subject, actorId, at })
    if (!isClosed)
      throw isSale
        ? refuse(...NOT_LINKED.sale)
        : refuse('Esa excepción ya está cerrada.', 'action_gone')
    await releaseException(db, objectId)
    await insertNote(db, { id: newId(), ...noteTarget(objectId), text: values.remark, actorId, at })
    const action = isSale ? 'dismissSale' : 'closeConflict'
    const detail = { reason: values.reason }
    await appendAuditEntry(db, { actorId, action, subject, detail, at })
    return isSale ? 'La venta quedó sin afiliación.' : 'Quedó como está guardado.'
  },
})
