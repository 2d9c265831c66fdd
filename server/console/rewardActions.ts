import * as z from 'zod/mini'
import {
  decideReward,
  endReward,
  proposeReward,
  type RewardContent,
  rewardProposalOf,
} from '#db/console/rewards.ts'
import { uuidFrom } from '#db/core/uuid.ts'
import type { Acting, ConsoleAction } from '#server/console/consoleKind.ts'
import { noteAction } from '#server/console/noteAction.ts'
import {
  assertNotOver,
  assertProgramme,
  field,
  readOffer,
  STATIONS,
  UNKNOWN,
} from '#server/console/promotionAndRewardFields.ts'
import { decisionActions } from '#server/console/proposalActions.ts'
import { readAmount } from '#server/console/readAmount.ts'
import { readField } from '#server/console/readField.ts'
import { refuse } from '#server/http/errors.ts'

/** Characters of what a driver reads on a card and on a voucher. */
const LENGTHS = { title: 80, text: 500 }
const [MAX_POINTS, MAX_VALID_DAYS] = [1_000_000, 365]

const POINTS = 'Los puntos son un número entero de 1 a 1.000.000.'
const VALID_DAYS = 'El vale dura de 0 a 365 días enteros.'
const whole = (sentence: string, least: number, most: number) =>
  z.pipe(
    z.string().check(z.trim(), z.regex(/^\d{1,7}$/, sentence)),
    z.pipe(z.transform(Number), z.int().check(z.gte(least, sentence), z.lte(most, sentence))),
  )
const Points = whole(POINTS, 1, MAX_POINTS)
const ValidDays = whole(VALID_DAYS, 0, MAX_VALID_DAYS)

/** @throws a refusal that says what to correct */
function readReward({ fields, viewer: { now } }: Acting): RewardContent {
  const { programme = '', points = '', discount = '', validDays = '' } = fields
  return {
    programme,
    ...readOffer(fields, LENGTHS, now),
    points: readField(Points, points, POINTS),
    discount: /^(0+(,0{1,2})?)?$/.test(discount.trim()) ? 0 : readAmount(discount, ''),
    validDays: readField(ValidDays, validDays, VALID_DAYS),
  }
}

/** Proposes a reward, which only the console shows. */
export const makeReward: ConsoleAction = {
  label: 'Proponer un premio',
  question:
    'Los conductores lo ven cuando otra persona lo confirma. Después no se cambia: se termina y se propone otro.',
  danger: false,
  fields: [
    field('programme', 'Programa', 'choice'),
    field('title', 'Título', 'text', `Hasta ${LENGTHS.title} caracteres.`),
    field(
      'text',
      'Texto',
      'longText',
      `Qué recibe el conductor. Hasta ${LENGTHS.text} caracteres.`,
    ),
    field('points', 'Puntos que cuesta', 'number'),
    field(
      'discount',
      'Descuento en pesos',
      'text',
      'Lo que la caja descuenta de la compra, como 1.250,50. Vacío: es una cosa o un servicio.',
    ),
    STATIONS,
    field('from', 'Primer día para pedirlo', 'day'),
    field('to', 'Último día para pedirlo', 'day'),
    field('validDays', 'Días que dura el vale', 'number', 'Después del día en que se pide.'),
  ],
  async run(acting) {
    const { context, viewer, fields } = acting
    await assertProgramme(context.db, fields.programme)
    const content = readReward(acting)
    const code = uuidFrom(context.random(16))
    const unknown = await proposeReward(context.db, code, content, byOf(viewer))
    if (unknown) throw UNKNOWN[unknown]()
    return { outcome: 'Quedó propuesto: lo tiene que confirmar otra persona.', madeId: code }
  },
}

/** What an operator does with a reward. */
export const rewardActions = {
  note: noteAction('reward'),

  ...decisionActions(
    {
      confirm: [
        'En sus días los conductores del programa lo ven y lo piden con sus puntos.',
        'El premio quedó confirmado.',
      ],
      reject: ['Los conductores no lo van a ver.', 'El premio quedó rechazado.'],
      withdraw: ['La propuesta deja de esperar.', 'La propuesta quedó retirada.'],
      gone: 'Ese premio ya no espera una decisión.',
    },
    async ({ context: { db }, viewer, id }, to) => {
      const proposal = await rewardProposalOf(db, id)
      if (to === 'confirmed' && proposal)
        assertNotOver(proposal.lastDay.replaceAll('-', ''), viewer.now)
      return await decideReward(db, id, to, byOf(viewer))
    },
  ),

  end: {
    label: 'Terminar',
    question:
      'Desde ahora no se puede pedir más. Los vales que ya se pidieron sirven hasta su último día. No se puede deshacer.',
    danger: true,
    fields: [],
    async run({ context: { db }, viewer, id }) {
      if (!(await endReward(db, id, byOf(viewer))))
        throw refuse('Ese premio ya terminó.', 'action_gone')
      return 'El premio terminó.'
    },
  },
} satisfies Record<string, ConsoleAction>

const byOf = ({ personId: actorId, now }: Acting['viewer']) => ({ actorId, now })
