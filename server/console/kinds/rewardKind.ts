import type { ObjectChart } from '#contract/console/objectPage.ts'
import { REWARD_STATES } from '#contract/console/rewardKind.ts'
import { DAY_MS, dayAndMonth, fromStamp, toDate } from '#contract/dates.ts'
import { PESOS } from '#contract/money.ts'
import { type ListedReward, rewardsLike, takenByDay } from '#db/console/rewards.ts'
import { proposalsWaiting } from '#db/console/waiting.ts'
import { withRows } from '#db/core/listed.ts'
import { programmeNames } from '#db/loyalty/accrualRules.ts'
import { proposalOf } from '#db/proposals/proposals.ts'
import { consoleKind } from '#server/console/consoleKind.ts'
import { historyOf } from '#server/console/history.ts'
import { decidableBy } from '#server/console/proposalActions.ts'
import { makeReward, rewardActions } from '#server/console/rewardActions.ts'
import { badge, group } from '#server/console/shownValues.ts'

/** Days of which the page counts the vouchers. */
const DAYS = 28

const badgeOf = ({ state }: ListedReward) => badge(REWARD_STATES, state)

/** The rewards of the programmes: proposed by one operator and confirmed by another. */
export const rewardKind = consoleKind('reward', {
  cursorId: /^[\w-]{1,40}$/,

  list: (db, filter, page, { now }) =>
    withRows(rewardsLike(db, { ...filter, now }, page), async (rewards) => {
      const programmes = await programmeNames(db)
      return rewards.map((reward) => ({
        ...reward,
        programme: programmes.get(reward.programme) ?? reward.programme,
        at: fromStamp(`${reward.firstDay}000000`) ?? now,
      }))
    }),
  sorted: 'Desde',
  rowAt: ({ code: id, at }) => ({ id, at }),
  columns: {
    Premio: ['title', ({ title }) => title],
    Programa: ['detail', ({ programme }) => programme],
    Puntos: ['note', ({ points }) => points],
    Desde: ({ firstDay }) => ({ day: firstDay }),
    Hasta: ({ lastDay }) => ({ day: lastDay }),
    Estado: ['below', badgeOf],
  },

  async read(db, code, { now }) {
    const [[reward], proposal] = await Promise.all([
      rewardsLike(db, { code, now }, { count: 1 }).read(),
      proposalOf(db, 'reward', code),
    ])
    return reward && { reward, proposedBy: proposal?.proposedBy }
  },

  async page(db, { reward }, { now }) {
    const { code, state, discount, stations, validDays } = reward
    const days = Array.from({ length: DAYS }, (_, place) =>
      toDate(new Date(now.getTime() - (DAYS - 1 - place) * DAY_MS)),
    )
    const [programmes, taken] = await Promise.all([
      programmeNames(db),
      takenByDay(db, code, fromStamp(`${days[0]}000000`) ?? now),
    ])
    const wasOffered = state === 'inForce' || state === 'ended'
    return {
      title: reward.title,
      badges: [badgeOf(reward)],
      groups: [
        group('', {
          Programa: programmes.get(reward.programme) ?? reward.programme,
          Puntos: reward.points,
          Descuento:
            discount > 0 ? { cents: discount, currency: PESOS } : 'No: es una cosa o un servicio',
          Estaciones: stations.join(', ') || 'Todas',
          'Se pide desde': { day: reward.firstDay },
          'Se pide hasta': { day: reward.lastDay },
          'El vale dura': validDays === 1 ? '1 día' : `${validDays} días`,
        }),
        ...(wasOffered ? [takenGroup(taken)] : []),
      ],
      texts: [{ title: 'Texto', text: reward.text }],
      charts: taken.length > 0 ? [chartOf(days, taken)] : [],
      timeline: await historyOf(db, { kind: 'reward', id: code }),
    }
  },
  states: REWARD_STATES,
  stateOf: ({ reward }) => reward.state,
  when: decidableBy,

  waiting: { title: 'Premios para decidir', state: 'waiting', count: proposalsWaiting('reward') },

  actions: rewardActions,
  listActions: { make: makeReward },
  listOptions: async (db) => ({
    programme: [...(await programmeNames(db))].map(([value, label]) => ({ value, label })),
  }),
})

type Taken = Awaited<ReturnType<typeof takenByDay>>

/** How often it was taken, and what became of that. */
function takenGroup(taken: Taken) {
  const sum = (name: 'taken' | 'captured' | 'givenBack') =>
    taken.reduce((all, day) => all + day[name], 0)
  const [all, used, back] = [sum('taken'), sum('captured'), sum('givenBack')]
  return group(`Pedidos en los últimos ${DAYS} días`, {
    Pedidos: all,
    Usados: used,
    'Devueltos o vencidos': back,
    'Sin usar todavía': all - used - back,
  })
}

/** How often it was taken on each day, and how many of those were used since. */
const chartOf = (days: readonly string[], taken: Taken): ObjectChart => ({
  title: 'Pedidos por día',
  columns: ['Día', 'Pedidos', 'Ya usados'],
  bars: days.map((day) => {
    const found = taken.find((one) => one.day === day)
    return {
      name: dayAndMonth(day),
      value: { count: found?.taken ?? 0 },
      before: { count: found?.captured ?? 0 },
    }
  }),
})
