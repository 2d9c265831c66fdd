import type { ObjectChart, ObjectValue } from '#contract/console/objectPage.ts'
import { RULE_STATES, type RuleState, type Simulation } from '#contract/console/ruleKind.ts'
import { toDate, toStamp } from '#contract/dates.ts'
import { conditionsOf, givesText } from '#contract/ruleText.ts'
import { givenBy, type ListedRule, rulesLike } from '#db/console/rules.ts'
import { proposalsWaiting } from '#db/console/waiting.ts'
import { withRows } from '#db/core/listed.ts'
import { isUuid } from '#db/core/uuid.ts'
import { programmeNames } from '#db/loyalty/accrualRules.ts'
import { proposalOf } from '#db/proposals/proposals.ts'
import { consoleKind } from '#server/console/consoleKind.ts'
import { historyOf } from '#server/console/history.ts'
import { noteAction } from '#server/console/noteAction.ts'
import { decidableBy } from '#server/console/proposalActions.ts'
import { proposeRuleAction, ruleDecisions } from '#server/console/ruleActions.ts'
import { changeRule, endRuleAction, fitsForm, formOf } from '#server/console/ruleChanges.ts'
import { badge, group, link } from '#server/console/shownValues.ts'
import { UUID_ID } from '#server/http/pagination.ts'

const titleOf = (rule: ListedRule) =>
  rule.onlyEnds ? `Terminar: ${givesText(rule)}` : givesText(rule)
const badgeOf = ({ state }: ListedRule) => badge(RULE_STATES, state)
/** A day of an instant at midnight, as the rules that the console proposes have. */
const dayOrStamp = (stamp: string, day: string): ObjectValue =>
  stamp.endsWith('000000') ? { day } : { stamp }
const fromOf = ({ validFrom }: ListedRule) => dayOrStamp(toStamp(validFrom), toDate(validFrom))
/** The last day: what ends at midnight is not valid on the day that begins then. */
const untilOf = ({ validUntil }: ListedRule) =>
  validUntil
    ? dayOrStamp(toStamp(validUntil), toDate(new Date(validUntil.getTime() - 1)))
    : 'Sin fin'

/** The accrual rules: proposed by one operator, with what they would have given, and confirmed by another. */
export const ruleKind = consoleKind('rule', {
  cursorId: UUID_ID,

  list: (db, filter, page, { now }) =>
    withRows(rulesLike(db, { ...filter, now }, page), async (rules) => {
      const programmes = await programmeNames(db)
      return rules.map((rule) => ({
        ...rule,
        programme: programmes.get(rule.programme) ?? rule.programme,
      }))
    }),
  sorted: 'Desde',
  rowAt: ({ id, validFrom: at }) => ({ id, at }),
  columns: {
    Da: ['title', titleOf],
    Programa: ['note', ({ programme }) => programme],
    Cuándo: ['detail', conditionsOf],
    Desde: ['detail', (rule) => (rule.onlyEnds ? null : fromOf(rule))],
    Hasta: untilOf,
    Estado: ['below', badgeOf],
  },

  async read(db, id, { now }) {
    if (!isUuid(id)) return null
    const [[rule], proposal] = await Promise.all([
      rulesLike(db, { id, now }, { count: 1 }).read(),
      proposalOf(db, 'rule', id),
    ])
    return rule && { rule, proposal, proposedBy: proposal?.proposedBy }
  },

  async page(db, { rule, proposal }, { now }) {
    const { id } = rule
    const programmes = await programmeNames(db)
    const { onlyEnds } = rule
    const { simulation, ends } = proposal?.content ?? {}
    return {
      title: titleOf(rule),
      badges: [badgeOf(rule)],
      groups: [
        group('', {
          Programa: programmes.get(rule.programme) ?? rule.programme,
          Cuándo: conditionsOf(rule),
          Desde: onlyEnds ? undefined : fromOf(rule),
          Hasta: untilOf(rule),
          'Termina donde empieza ésta':
            ends && !onlyEnds ? link('rule', ends, 'La regla') : undefined,
          'Es el fin de': ends && onlyEnds ? link('rule', ends, 'La regla') : undefined,
        }),
        ...(HAS_GIVEN.includes(rule.state) ? [givenGroup(await givenBy(db, id, now))] : []),
        ...(proposal && !onlyEnds ? [simulationGroup(simulation)] : []),
      ],
      values: formOf(rule, now),
      charts: simulation ? [chartOf(simulation)] : [],
      timeline: await historyOf(db, { kind: 'rule', id }),
    }
  },
  states: RULE_STATES,
  stateOf: ({ rule }) => rule.state,
  when: (found, viewer) => ({ ...decidableBy(found, viewer), change: fitsForm(found.rule) }),

  waiting: {
    title: 'Reglas de puntos para decidir',
    state: 'waiting',
    count: proposalsWaiting('rule'),
  },

  actions: {
    note: noteAction('rule'),
    ...ruleDecisions,
    end: endRuleAction,
    change: changeRule,
  },
  listActions: { propose: proposeRuleAction },
  listOptions: async (db) => ({
    programme: [...(await programmeNames(db))].map(([value, label]) => ({ value, label })),
  }),
})

const HAS_GIVEN: readonly RuleState[] = ['inForce', 'ended']
function givenGroup(given: Awaited<ReturnType<typeof givenBy>>) {
  const title = 'En los últimos 30 días'
  if (!given) return group(title, { Puntos: 'Son demasiadas ventas para contarlas acá.' })
  const { points, sales, members } = given
  return group(title, { 'Puntos que dio': points, Ventas: sales, Afiliaciones: members })
}

function simulationGroup(simulation: Simulation | null | undefined) {
  const title = 'Con las ventas de los 28 días anteriores'
  if (!simulation) return group(title, { Simulación: 'Son demasiadas ventas para simularla.' })
  const { pointsBefore, pointsAfter, examined, sales, members } = simulation
  return group(title, {
    'Puntos que se dieron': pointsBefore,
    'Puntos que se habrían dado': pointsAfter,
    Diferencia: pointsAfter - pointsBefore,
    'Ventas con afiliación': examined,
    'Ventas que cambian': sales,
    'Afiliaciones que cambian': members,
  })
}

/** A bar for each rule that gives points, with what it gave. */
const chartOf = ({ rules }: Simulation): ObjectChart => ({
  title: 'Puntos por regla',
  columns: ['Regla', 'Con esta regla', 'Sin ella'],
  bars: rules.map(({ rule, proposed, pointsBefore, pointsAfter }) => ({
    name: `${proposed ? 'Esta: ' : ''}${givesText(rule)} · ${conditionsOf(rule)}`,
    value: { count: pointsAfter },
    before: { count: pointsBefore },
  })),
})
