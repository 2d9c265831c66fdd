import { HOUR_MS } from '#contract/dates.ts'
import { ADJUSTMENT_REASONS } from '#contract/entities/pointsAdjustment.ts'
import { loyaltiesOf } from '#db/loyalty/loyalties.ts'
import { type AdjustmentRefusal, adjustPoints, postAdjustment } from '#db/proposals/adjustments.ts'
import { choice, integer, invalid, remark, row } from '#server/console/actionFields.ts'
import { type Acting, action } from '#server/console/consoleAction.ts'
import { proposalActions } from '#server/console/proposalActions.ts'
import { notFound, refuse } from '#server/http/errors.ts'
import { type Limit, take } from '#server/http/limits.ts'

/** Many small adjustments would go around the second operator. */
export const ADJUSTMENTS: Limit = {
  name: 'adjustments',
  by: 'person',
  points: 20,
  per: HOUR_MS,
  taken: 'within',
}

const LOYALTY = 'Elegí una afiliación de la lista.'
const NUMBER = 'Los puntos son un número entero, de 1 a 1.000.000.'

/** The answer to an adjustment that cannot be; an ended loyalty is answered as one that does not exist. */
function refuseAdjustment(why: AdjustmentRefusal): Error {
  if (why === 'own')
    return refuse('Tus propios puntos los tiene que ajustar otra persona.', 'own_request')
  if (why === 'insufficient')
    return refuse('Esa afiliación no tiene tantos puntos.', 'not_enough_points')
  return notFound()
}

const operatorOf = async ({ context: { rrn, jobs }, viewer: { personId, now } }: Acting) => ({
  actorId: personId,
  now,
  rrn: await rrn(),
  jobs,
})

const codesOf = async ({ context, viewer, id }: Acting): Promise<string[]> =>
  (await loyaltiesOf(context.db, id, viewer.now)).map(({ loyaltyCode }) => loyaltyCode)

/** Gives points to a member, or takes them: at once, or when another operator confirms it. */
export const adjustAction = action({
  label: 'Ajustar puntos',
  question:
    'La persona recibe un aviso con los puntos y el motivo. Si son muchos, otra persona de la red los tiene que confirmar.',
  fields: {
    loyalty: row({ label: 'Afiliación', missing: LOYALTY }),
    direction: choice({
      label: 'Qué hacer',
      missing: 'Elegí si sumar o descontar.',
      of: { give: 'Sumar puntos', take: 'Descontar puntos' },
    }),
    points: integer({ label: 'Puntos', missing: NUMBER, from: 1, to: 1_000_000 }),
    reason: choice({
      label: 'Motivo',
      hint: 'La persona lo lee en el aviso.',
      missing: 'Elegí el motivo del ajuste.',
      of: ADJUSTMENT_REASONS,
    }),
    text: remark({
      label: 'Explicación',
      hint: 'Para la red: la persona no la lee.',
      missing: 'Contá por qué se ajustan los puntos.',
      subject: 'La explicación',
      max: 500,
    }),
  },
  async run(acting) {
    const { context, caller, values, newId } = acting
    const { loyalty: subject, direction, points, reason, text: observations } = values
    if (!(await codesOf(acting)).includes(subject)) throw invalid(LOYALTY)
    const content = { points: direction === 'give' ? points : -points, reason, observations }
    await take(context, caller, ADJUSTMENTS)
    const { adjustmentLimit } = context.config
    const adjustment = { id: newId(), subject, content }
    const operator = await operatorOf(acting)
    const state = await adjustPoints(context.db, operator, adjustment, adjustmentLimit)
    if (state === 'waiting')
      return 'El ajuste pasa el límite: espera a que otra persona lo confirme.'
    if (state !== 'posted') throw refuseAdjustment(state)
    return 'El ajuste ya está en los puntos de la afiliación.'
  },
})

/** The decisions on an adjustment above the limit. */
export const adjustmentDecisions = proposalActions({
  kind: 'adjustment',
  what: 'un ajuste',
  question: 'Decidís un ajuste que propuso otra persona. Confirmado, se aplica enseguida.',
  chosen: { label: 'Ajuste', missing: 'Elegí un ajuste de la lista.', subjectsOf: codesOf },
  async confirmed(acting, proposal) {
    const refused = await postAdjustment(acting.context.db, await operatorOf(acting), proposal)
    if (refused) throw refuseAdjustment(refused)
    return 'El ajuste se aplicó.'
  },
  rejected: 'El ajuste quedó rechazado.',
  withdrawn: 'El ajuste quedó retirado.',
  gone: 'Ese ajuste ya no espera una decisión.',
})
