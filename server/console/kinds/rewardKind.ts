import type { ObjectChart } from '#contract/console/objectPage.ts'
import { REWARD_STATES, type RewardState } from '#contract/console/rewardKind.ts'
import { DAY_MS, fromStamp, toDate } from '#contract/dates.ts'
import { PESOS } from '#contract/money.ts'
import {
  type ListedReward,
  rewardProposalOf,
  rewardsLike,
  takenByDay,
} from '#db/console/rewards.ts'
import { programmeNames } from '#db/loyalty/accrualRules.ts'
import type { ConsoleKind } from '#server/console/consoleKind.ts'
import { historyOf } from '#server/console/history.ts'
import { decisionsFor, PROPOSAL_TONES } from '#server/console/proposalActions.ts'
import { makeReward, rewardActions } from '#server/console/rewardActions.ts'

/** Days of which the page counts the vouchers. */
const DAYS = 28

const badgeOf = ({ state }: ListedReward) => ({
  text: REWARD_STATES[state],
  tone: PROPOSAL_TONES[state],
})

/** The rewards of the programmes: proposed by one operator and confirmed by another. */
export const rewardKind: ConsoleKind = {
  cursorId: /^[\w-]{1,40}$/,

  async list(db, { filters: { state = '', programme = '' }, count, after }, { now }) {
    const filter = { ...(state && { state: state as RewardState }), programme, now }
    const [rewards, programmes] = await Promise.all([
      rewardsLike(db, filter, { count, after }),
      programmeNames(db),
    ])
    return rewards.map((reward) => ({
      id: reward.code,
      cursor: { at: fromStamp(`${reward.firstDay}000000`) ?? now, id: reward.code },
      cells: [
        { text: reward.title },
        { text: programmes.get(reward.programme) ?? reward.programme },
        { count: reward.points },
        { day: reward.firstDay },
        { day: reward.lastDay },
        badgeOf(reward),
      ],
    }))
  },

  async page(db, id, { personId, now }) {
    const [reward] = await rewardsLike(db, { code: id, now }, { count: 1 })
    if (!reward) return null
    const { state, discount, stations, validDays } = reward
    const days = Array.from({ length: DAYS }, (_, place) =>
      toDate(new Date(now.getTime() - (DAYS - 1 - place) * DAY_MS)),
    )
    const [proposal, programmes, taken] = await Promise.all([
      rewardProposalOf(db, id),
      programmeNames(db),
      takenByDay(db, id, fromStamp(`${days[0]}000000`) ?? now),
    ])
    const wasOffered = state === 'inForce' || state === 'ended'
    const canEnd = state === 'coming' || state === 'inForce'
    return {
      title: reward.title,
      badges: [badgeOf(reward)],
      masked: false,
      groups: [
        {
          title: '',
          facts: [
            {
              name: 'Programa',
              value: { text: programmes.get(reward.programme) ?? reward.programme },
            },
            { name: 'Puntos', value: { count: reward.points } },
            {
              name: 'Descuento',
              value:
                discount > 0
                  ? { cents: discount, currency: PESOS }
                  : { text: 'No: es una cosa o un servicio' },
            },
            { name: 'Estaciones', value: { text: stations.join(', ') || 'Todas' } },
            { name: 'Se pide desde', value: { day: reward.firstDay } },
            { name: 'Se pide hasta', value: { day: reward.lastDay } },
            {
              name: 'El vale dura',
              value: { text: validDays === 1 ? '1 día' : `${validDays} días` },
            },
          ],
        },
        ...(wasOffered ? [takenGroup(taken)] : []),
      ],
      texts: [{ title: 'Texto', text: reward.text }],
      charts: taken.length > 0 ? [chartOf(days, taken)] : [],
      tables: [],
      timeline: await historyOf(db, { kind: 'reward', id }, []),
      actions: [
        'note',
        ...decisionsFor(state, proposal?.proposedBy, personId),
        ...(canEnd ? ['end'] : []),
      ],
    }
  },

  actions: rewardActions,
  listActions: { make: makeReward },
  listOptions: async (db) => ({
    programme: [...(await programmeNames(db))].map(([value, label]) => ({ value, label })),
  }),
}

type Taken = Awaited<ReturnType<typeof takenByDay>>

/** How often it was taken, and what became of that. */
function takenGroup(taken: Taken) {
  const sum = (name: 'taken' | 'captured' | 'givenBack') =>
    taken.reduce((all, day) => all + day[name], 0)
  const [all, used, back] = [sum('taken'), sum('captured'), sum('givenBack')]
  return {
    title: `Pedidos en los últimos ${DAYS} días`,
    facts: [
      { name: 'Pedidos', value: { count: all } },
      { name: 'Usados', value: { count: used } },
      { name: 'Devueltos o vencidos', value: { count: back } },
      { name: 'Sin usar todavía', value: { count: all - used - back } },
    ],
  }
}

/** How often it was taken on each day, and how many of those were used since. */
const chartOf = (days: readonly string[], taken: Taken): ObjectChart => ({
  title: 'Pedidos por día',
  columns: ['Día', 'Pedidos', 'Ya usados'],
  bars: days.map((day) => {
    const found = taken.find((one) => one.day === day)
    return {
      name: `${day.slice(6)}/${day.slice(4, 6)}`,
      value: { count: found?.taken ?? 0 },
      before: { count: found?.captured ?? 0 },
    }
  }),
})
