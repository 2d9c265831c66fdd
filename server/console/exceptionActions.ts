import { kindOf } from '#contract/console/objectKinds.ts'
import { CLAIM_REJECTIONS } from '#contract/entities/purchaseClaim.ts'
import type { RefusalReason } from '#contract/refusalReasons.ts'
import { insertNote } from '#db/audit/operatorNotes.ts'
import { type Decided, type Decision, decideClaim } from '#db/claims/decideClaim.ts'
import { type Linked, linkSale } from '#db/claims/linkSale.ts'
import { answerShift, closeConflict, dismissSale } from '#db/console/exceptions.ts'
import { choice, remark, row, text } from '#server/console/actionFields.ts'
import { type Acting, action } from '#server/console/consoleAction.ts'
import { noteAction } from '#server/console/noteAction.ts'
import { notFound, refuse } from '#server/http/errors.ts'

/** What an exception is of: its id without its source. */
const sourceId = ({ id }: Pick<Acting, 'id'>) => id.replace(/^\w+:/, '')

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
    const link = { identity: sourceId(acting), operatorId: viewer.personId, ...values }
    const linked = await linkSale(acting.context.db, matchingOf(acting), link)
    if (linked !== 'done') throw refuse(...NOT_LINKED[linked])
    return `La venta pasó a la afiliación ${values.loyaltyCode}.`
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
async function decide({ context, viewer }: Acting, decision: Decision): Promise<void> {
  const done = await decideClaim(context.db, matchingOf({ context, viewer }), decision)
  if (done === 'notFound') throw notFound()
  if (done !== 'done') throw refuse(...NOT_DECIDED[done])
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

/** Stores the remark of a decision where the notes of its object are. */
async function storeRemark({
  context,
  viewer,
  id,
  newId,
  values,
}: Acting<{ remark: string }>): Promise<void> {
  const { personId: actorId, now: at } = viewer
  await insertNote(context.db, { id: newId(), ...noteTarget(id), text: values.remark, actorId, at })
}

/** Closes a conflict, or a shift that does not add up, that was looked into. */
export const closeAction = action({
  roles: kindOf('exception').roles,
  label: 'Cerrar',
  question: 'Queda como está guardado. Lo que informó la caja se conserva en el historial.',
  forRows: true,
  fields: { remark: why },
  audit: 'closeConflict',
  async run(acting) {
    const { context, viewer } = acting
    const [id, at] = [sourceId(acting), viewer.now]
    const isShift = acting.id.startsWith('shift:')
    const isClosed = isShift
      ? await answerShift(context.db, id, at)
      : await closeConflict(context.db, { id, actorId: viewer.personId, at })
    if (!isClosed) throw refuse('Esa excepción ya está cerrada.', 'action_gone')
    await storeRemark(acting)
    return { outcome: isShift ? 'Turno cerrado.' : 'Conflicto cerrado.', subject: id }
  },
})

/** Leaves a sale without a loyalty: of a code that was typed wrong, or of more than one person buys. */
export const dismissAction = action({
  roles: kindOf('exception').roles,
  label: 'Dejar sin afiliación',
  question:
    'La venta queda sin afiliación ni puntos y deja de esperar. Si después un conductor la reclama, se le puede acreditar igual.',
  forRows: true,
  fields: { remark: why },
  audit: 'dismissSale',
  async run(acting) {
    const subject = sourceId(acting)
    if (!(await dismissSale(acting.context.db, subject, acting.viewer.now)))
      throw refuse(...NOT_LINKED.sale)
    await storeRemark(acting)
    return { outcome: 'La venta ya no espera una afiliación.', subject }
  },
})
