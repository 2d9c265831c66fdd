import { endReward, storeConfirmedReward } from '#db/console/rewards.ts'
import { unknownPart } from '#db/messaging/promotions.ts'
import { propose } from '#db/proposals/proposals.ts'
import { amount, integer, orZero } from '#server/console/actionFields.ts'
import { type Acting, action, type ConsoleAction } from '#server/console/consoleAction.ts'
import { noteAction } from '#server/console/noteAction.ts'
import {
  assertNotOver,
  assertProgramme,
  offerFields,
  PROGRAMME,
  placeAndDays,
  UNKNOWN,
} from '#server/console/promotionAndRewardFields.ts'
import { proposalActions } from '#server/console/proposalActions.ts'
import { refuse } from '#server/http/errors.ts'

/** Characters of what a driver reads on a card and on a voucher. */
const LENGTHS = { title: 80, text: 500 }

const { title, text, stations, from, to } = offerFields(LENGTHS, {
  text: `Qué recibe el conductor. Hasta ${LENGTHS.text} caracteres.`,
  from: 'Primer día para pedirlo',
  to: 'Último día para pedirlo',
})

/** Proposes a reward, which only the console shows. */
export const makeReward = action({
  label: 'Proponer un premio',
  question:
    'Los conductores lo ven cuando otra persona lo confirma. Después no se cambia: se termina y se propone otro.',
  fields: {
    programme: PROGRAMME,
    title,
    text,
    points: integer({
      label: 'Puntos que cuesta',
      missing: 'Los puntos son un número entero de 1 a 1.000.000.',
      from: 1,
      to: 1_000_000,
    }),
    discount: orZero(
      amount({
        label: 'Descuento en pesos',
        hint: 'Lo que la caja descuenta de la compra, como 1.250,50. Vacío: es una cosa o un servicio.',
        missing: '',
      }),
    ),
    stations,
    from,
    to,
    validDays: integer({
      label: 'Días que dura el vale',
      hint: 'Después del día en que se pide.',
      missing: 'El vale dura de 0 a 365 días enteros.',
      from: 0,
      to: 365,
    }),
  },
  async run({ context, viewer, values, newId }) {
    const { stations: _, from: _from, to: _to, ...offer } = values
    await assertProgramme(context.db, offer.programme)
    const content = { ...offer, ...placeAndDays(values, viewer.now) }
    const unknown = await unknownPart(context.db, content)
    if (unknown) throw UNKNOWN[unknown]()
    const id = newId()
    const made = { kind: 'reward' as const, id, subject: id, content }
    await propose(context.db, made, byOf(viewer))
    return { outcome: 'Quedó propuesto: lo tiene que confirmar otra persona.', madeId: id }
  },
})

/** What an operator does with a reward. */
export const rewardActions = {
  note: noteAction('reward'),

  ...proposalActions({
    kind: 'reward',
    question:
      'Confirmado, en sus días los conductores del programa lo ven y lo piden con sus puntos. Rechazado, no lo van a ver.',
    async confirmed({ context, viewer }, proposal) {
      assertNotOver(proposal.content.lastDay.replaceAll('-', ''), viewer.now)
      await storeConfirmedReward(context.db, proposal, byOf(viewer))
      return 'El premio quedó confirmado.'
    },
    rejected: 'El premio quedó rechazado.',
    withdrawn: 'La propuesta quedó retirada.',
    gone: 'Ese premio ya no espera una decisión.',
  }),

  end: action({
    label: 'Terminar',
    question:
      'Desde ahora no se puede pedir más. Los vales que ya se pidieron sirven hasta su último día. No se puede deshacer.',
    danger: true,
    async run({ context: { db }, viewer, id }) {
      if (!(await endReward(db, id, byOf(viewer))))
        throw refuse('Ese premio ya terminó.', 'action_gone')
      return 'El premio terminó.'
    },
  }),
} satisfies Record<string, ConsoleAction>

const byOf = ({ personId: actorId, now }: Acting['viewer']) => ({ actorId, now })
