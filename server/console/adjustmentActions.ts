import * as z from 'zod/mini'
import { choicesOf } from '#contract/console/objectKind.ts'
import { HOUR_MS } from '#contract/dates.ts'
import { ADJUSTMENT_REASONS, type AdjustmentReason } from '#contract/entities/pointsAdjustment.ts'
import { multiLine } from '#contract/fields/text.ts'
import { adjustmentsOf } from '#db/console/driverHistory.ts'
import { uuidFrom } from '#db/core/uuid.ts'
import { decideAdjustment, proposeAdjustment } from '#db/loyalty/adjustments.ts'
import { loyaltiesOf } from '#db/loyalty/loyalties.ts'
import type { Acting, ConsoleAction } from '#server/console/consoleKind.ts'
import { readField } from '#server/console/readField.ts'
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

const NUMBER = 'Los puntos son un número entero, de 1 a 1.000.000.'
const Points = z.string().check(z.trim(), z.regex(/^(\d{1,7}|\d{1,3}(\.\d{3})+)$/, NUMBER))
const DIRECTION = 'Elegí si sumar o descontar.'
const REASON = 'Elegí el motivo del ajuste.'
const Reason = z.enum(Object.keys(ADJUSTMENT_REASONS) as AdjustmentReason[], REASON)
const YES_NO = 'Elegí si se autoriza.'

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
export const adjustAction: ConsoleAction = {
  label: 'Ajustar puntos',
  question:
    'La persona recibe un aviso con los puntos y el motivo. Si son muchos, otra persona de la red los tiene que autorizar.',
  danger: false,
  fields: [
    { name: 'loyalty', label: 'Afiliación', type: 'choice', hint: '', options: [] },
    {
      name: 'direction',
      label: 'Qué hacer',
      type: 'choice',
      hint: '',
      options: choicesOf({ give: 'Sumar puntos', take: 'Descontar puntos' }),
    },
    { name: 'points', label: 'Puntos', type: 'number', hint: '', options: [] },
    {
      name: 'reason',
      label: 'Motivo',
      type: 'choice',
      hint: 'La persona lo lee en el aviso.',
      options: choicesOf(ADJUSTMENT_REASONS),
    },
    {
      name: 'text',
      label: 'Explicación',
      type: 'longText',
      hint: 'Para la red: la persona no la lee.',
      options: [],
    },
  ],
  async run(acting) {
    const { context, caller, viewer, id: personId, fields } = acting
    const own = await loyaltiesOf(context.db, personId, viewer.now)
    const loyaltyCode = own.find((one) => one.loyaltyCode === fields.loyalty)?.loyaltyCode
    if (loyaltyCode === undefined)
      throw refuse('Elegí una afiliación de la lista.', 'invalid_request')
    const direction = readField(
      z.enum(['give', 'take'], DIRECTION),
      fields.direction ?? '',
      DIRECTION,
    )
    const count = Number(readField(Points, fields.points ?? '', NUMBER).replaceAll('.', ''))
    if (count < 1 || count > 1_000_000) throw refuse(NUMBER, 'invalid_request')
    const adjustment = {
      id: uuidFrom(context.random(16)),
      loyaltyCode,
      points: direction === 'give' ? count : -count,
      reason: readField(Reason, fields.reason ?? '', REASON),
      observations: readField(
        multiLine(500, 'La explicación'),
        fields.text ?? '',
        'Contá por qué se ajustan los puntos.',
      ),
    }
    await take(context, caller, ADJUSTMENTS)
    const operator = await operatorOf(acting)
    const limit = context.config.adjustmentLimit
    const state = await proposeAdjustment(context.db, operator, adjustment, limit)
    if (state === 'waiting')
      return 'El ajuste pasa el límite: espera a que otra persona lo autorice.'
    if (state !== 'posted' && state !== 'rejected') throw refuseAdjustment(state)
    return 'El ajuste ya está en los puntos de la afiliación.'
  },
}

/** Posts or rejects an adjustment that waits for another operator than the one that proposed it. */
export const decideAdjustmentAction: ConsoleAction = {
  label: 'Decidir un ajuste',
  question: 'Decidís un ajuste que propuso otra persona. Autorizado, se aplica enseguida.',
  danger: false,
  fields: [
    { name: 'adjustment', label: 'Ajuste', type: 'choice', hint: '', options: [] },
    {
      name: 'authorized',
      label: 'Decisión',
      type: 'choice',
      hint: '',
      options: choicesOf({ yes: 'Autorizar', no: 'Rechazar' }),
    },
  ],
  async run(acting) {
    const { context, viewer, id: personId, fields } = acting
    const own = await loyaltiesOf(context.db, personId, viewer.now)
    const all = await adjustmentsOf(
      context.db,
      own.map((one) => one.loyaltyCode),
    )
    const chosen = all.find((one) => one.id === fields.adjustment)
    if (!chosen) throw refuse('Elegí un ajuste de la lista.', 'invalid_request')
    const authorized = readField(z.enum(['yes', 'no'], YES_NO), fields.authorized ?? '', YES_NO)
    const operator = await operatorOf(acting)
    const decision = { id: chosen.id, authorized: authorized === 'yes' }
    const state = await decideAdjustment(context.db, operator, decision)
    if (state !== 'posted' && state !== 'rejected') throw refuseAdjustment(state)
    return state === 'posted' ? 'El ajuste se aplicó.' : 'El ajuste quedó rechazado.'
  },
}
