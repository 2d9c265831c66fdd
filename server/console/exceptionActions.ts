import * as z from 'zod/mini'
import { kindOf } from '#contract/console/objectKinds.ts'
import type { ActionField } from '#contract/console/objectPage.ts'
import { CLAIM_REJECTIONS, type ClaimRejection } from '#contract/entities/purchaseClaim.ts'
import { multiLine, opaqueCode } from '#contract/fields/text.ts'
import type { RefusalReason } from '#contract/refusalReasons.ts'
import { type Decided, type Decision, decideClaim } from '#db/claims/decideClaim.ts'
import { type Linked, linkSale } from '#db/claims/linkSale.ts'
import { closeConflict } from '#db/console/exceptions.ts'
import type { Acting, ConsoleAction } from '#server/console/consoleKind.ts'
import { noteAction } from '#server/console/noteAction.ts'
import { readField } from '#server/console/readField.ts'
import { notFound, refuse } from '#server/http/errors.ts'

/** What an exception is of: its id without its source. */
const sourceId = ({ id }: Pick<Acting, 'id'>) => id.replace(/^\w+:/, '')

const REMARK: ActionField = {
  name: 'remark',
  label: 'Por qué',
  type: 'longText',
  hint: 'Queda en el historial, con tu nombre. Sin datos personales.',
  options: [],
}
const remarkOf = ({ fields }: Acting) =>
  readField(multiLine(1000, 'El motivo'), fields.remark ?? '', 'Escribí por qué.')

const ofExceptions = noteAction('exception')
const ofSales = noteAction('sale')
/** A remark; that of an unmatched sale joins the history of the sale. */
export const remarkAction: ConsoleAction = {
  ...ofExceptions,
  run: (acting) =>
    acting.id.startsWith('sale:')
      ? ofSales.run({ ...acting, id: sourceId(acting) })
      : ofExceptions.run(acting),
}

const matchingOf = ({ context: { rrn: nextRrn, jobs }, viewer: { now } }: Acting) => ({
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
export const linkAction: ConsoleAction = {
  label: 'Pasar a una afiliación',
  question:
    'La compra aparece en los consumos del conductor, con sus puntos, y le avisamos. Si fue en cuenta, queda como deuda. No se puede deshacer.',
  danger: false,
  fields: [
    {
      name: 'loyaltyCode',
      label: 'Código de la afiliación',
      type: 'text',
      hint: 'Una de las posibles, u otra que comprobaste.',
      options: [],
    },
    REMARK,
  ],
  async run(acting) {
    const { viewer, fields } = acting
    const missing = 'Escribí el código de la afiliación.'
    const loyaltyCode = readField(opaqueCode(40, missing), fields.loyaltyCode ?? '', missing).trim()
    const link = {
      identity: sourceId(acting),
      loyaltyCode,
      operatorId: viewer.personId,
      remark: remarkOf(acting),
    }
    const linked = await linkSale(acting.context.db, matchingOf(acting), link)
    if (linked !== 'done') throw refuse(...NOT_LINKED[linked])
    return `La venta pasó a la afiliación ${loyaltyCode}.`
  },
}

const NOT_DECIDED: Record<Exclude<Decided, 'done' | 'notFound'>, [string, RefusalReason]> = {
  own: ['Tu propio reclamo lo tiene que decidir otra persona.', 'own_request'],
  decided: ['Ese reclamo ya está contestado.', 'claim_decided'],
  sale: [
    'Esa venta no se puede acreditar: no existe, se anuló o ya es de una afiliación.',
    'claim_sale',
  ],
}
/** @throws the refusal of a decision that cannot be */
async function decide(acting: Acting, decision: Decision): Promise<void> {
  const done = await decideClaim(acting.context.db, matchingOf(acting), decision)
  if (done === 'notFound') throw notFound()
  if (done !== 'done') throw refuse(...NOT_DECIDED[done])
}

/** Credits a claim with one of the sales that it may be of. */
export const creditAction: ConsoleAction = {
  label: 'Acreditar',
  question: 'La compra pasa al conductor con sus puntos, y le avisamos. No se puede deshacer.',
  danger: false,
  fields: [{ name: 'sale', label: 'Venta', type: 'choice', hint: '', options: [] }, REMARK],
  async run(acting) {
    const { viewer, fields } = acting
    const missing = 'Elegí la venta.'
    const sale = readField(opaqueCode(200, missing), fields.sale ?? '', missing)
    const remark = remarkOf(acting)
    await decide(acting, { id: sourceId(acting), operatorId: viewer.personId, sale, remark })
    return 'Reclamo acreditado: el conductor ya tiene los puntos.'
  },
}

const REASON = 'Elegí el motivo.'
const Rejection = z.enum(Object.keys(CLAIM_REJECTIONS) as [ClaimRejection], REASON)

/** Rejects a claim; the remark is what the driver reads. */
export const rejectAction: ConsoleAction = {
  label: 'Rechazar',
  question: 'El conductor recibe el motivo y tu explicación. No se puede deshacer.',
  danger: true,
  forRows: true,
  fields: [
    {
      name: 'reason',
      label: 'Motivo',
      type: 'choice',
      hint: '',
      options: Object.entries(CLAIM_REJECTIONS).map(([value, label]) => ({ value, label })),
    },
    {
      name: 'answer',
      label: 'Explicación para el conductor',
      type: 'longText',
      hint: 'La lee junto al motivo.',
      options: [],
    },
  ],
  async run(acting) {
    const { viewer, fields } = acting
    const reason = readField(Rejection, fields.reason ?? '', REASON)
    const answer = readField(
      multiLine(500, 'La explicación'),
      fields.answer ?? '',
      'Escribí la explicación.',
    )
    const id = sourceId(acting)
    const operatorId = viewer.personId
    await decide(acting, { id, operatorId, reason, answer, remark: answer })
    return 'Reclamo rechazado: le avisamos al conductor.'
  },
}

/** Closes a conflict that was looked into. */
export const closeAction: ConsoleAction = {
  roles: kindOf('exception').roles,
  label: 'Cerrar',
  question:
    'La venta queda como está guardada. Lo que informó la caja se conserva en el historial.',
  danger: false,
  forRows: true,
  fields: [REMARK],
  async run(acting) {
    const { context, viewer } = acting
    const remark = remarkOf(acting)
    const close = { id: sourceId(acting), actorId: viewer.personId, remark, at: viewer.now }
    if (!(await closeConflict(context.db, close)))
      throw refuse('Ese conflicto ya está cerrado.', 'action_gone')
    return 'Conflicto cerrado.'
  },
}
