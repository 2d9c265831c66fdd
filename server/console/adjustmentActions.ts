import { HOUR_MS } from '#contract/dates.ts'
import { ADJUSTMENT_REASONS } from '#contract/entities/pointsAdjustment.ts'
import { adjustmentsOf } from '#db/console/driverHistory.ts'
import { decideAdjustment, proposeAdjustment } from '#db/loyalty/adjustments.ts'
import { loyaltiesOf } from '#db/loyalty/loyalties.ts'
import { choice, integer, invalid, remark, row } from '#server/console/actionFields.ts'
import { type Acting, action } from '#server/console/consoleAction.ts'
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
const ADJUSTMENT = 'Elegí un ajuste de la lista.'
const NUMBER = 'Los puntos son un número entero, de 1 a 1.000.000.'

const SENTENCES = {
  own: ['Tus propios puntos los tiene que ajustar otra persona.', 'own_request'],
  proposer: ['Este ajuste lo tiene que decidir otra persona.', 'own_request'],
  decided: ['Otra persona ya decidió este ajuste.', 'request_decided'],
  insufficient: ['Esa afiliación no tiene tantos puntos.', 'not_enough_points'],
} as const

/** The answer to an adjustment that cannot be; an ended loyalty is answered as one that does not exist. */
function refuseAdjustment(why: keyof typeof SENTENCES | 'notFound' | 'ended'): Error {
  if (why === 'notFound' || why === 'ended') return notFound()
  const [sentence, reason] = SENTENCES[why]
  return refuse(sentence, reason)
}

const operatorOf = async ({ context: { rrn, jobs }, viewer: { personId, now } }: Acting) => ({
  personId,
  now,
  rrn: await rrn(),
  jobs,
})

/** Gives points to a member, or takes them: at once, or when another operator authorizes it. */
export const adjustAction = action({
  label: 'Ajustar puntos',
  question:
    'La persona recibe un aviso con los puntos y el motivo. Si son muchos, otra persona de la red los tiene que autorizar.',
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
    const { context, caller, viewer, id: personId, values, newId } = acting
    const { loyalty: loyaltyCode, direction, points, reason, text: observations } = values
    const own = await loyaltiesOf(context.db, personId, viewer.now)
    if (!own.some((one) => one.loyaltyCode === loyaltyCode)) throw invalid(LOYALTY)
    const signed = direction === 'give' ? points : -points
    const adjustment = { id: newId(), loyaltyCode, points: signed, reason, observations }
    await take(context, caller, ADJUSTMENTS)
    const operator = await operatorOf(acting)
    const limit = context.config.adjustmentLimit
    const state = await proposeAdjustment(context.db, operator, adjustment, limit)
    if (state === 'waiting')
      return 'El ajuste pasa el límite: espera a que otra persona lo autorice.'
    if (state !== 'posted' && state !== 'rejected') throw refuseAdjustment(state)
    return 'El ajuste ya está en los puntos de la afiliación.'
  },
})

/** Posts or rejects an adjustment that waits for another operator than the one that proposed it. */
export const decideAdjustmentAction = action({
  label: 'Decidir un ajuste',
  question: 'Decidís un ajuste que propuso otra persona. Autorizado, se aplica enseguida.',
  fields: {
    adjustment: row({ label: 'Ajuste', missing: ADJUSTMENT }),
    authorized: choice({
      label: 'Decisión',
      missing: 'Elegí si se autoriza.',
      of: { yes: 'Autorizar', no: 'Rechazar' },
    }),
  },
  async run(acting) {
    const { context, viewer, id: personId, values } = acting
    const own = await loyaltiesOf(context.db, personId, viewer.now)
    const codes = own.map((one) => one.loyaltyCode)
    const all = await adjustmentsOf(context.db, codes)
    if (!all.some(({ id }) => id === values.adjustment)) throw invalid(ADJUSTMENT)
    const decision = { id: values.adjustment, authorized: values.authorized === 'yes' }
    const state = await decideAdjustment(context.db, await operatorOf(acting), decision)
    if (state !== 'posted' && state !== 'rejected') throw refuseAdjustment(state)
    return state === 'posted' ? 'El ajuste se aplicó.' : 'El ajuste quedó rechazado.'
  },
})
