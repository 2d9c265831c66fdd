import type { ObjectChart, ObjectValue } from '#contract/console/objectPage.ts'
import { RULE_STATES, type RuleState, type Simulation } from '#contract/console/ruleKind.ts'
import { toDate, toStamp } from '#contract/dates.ts'
import { type ListedRule, ruleProposalOf, rulesLike } from '#db/console/rules.ts'
import { isUuid } from '#db/core/uuid.ts'
import { programmeNames } from '#db/loyalty/accrualRules.ts'
import type { ConsoleKind, ListedRow } from '#server/console/consoleKind.ts'
import { historyOf } from '#server/console/history.ts'
import { noteAction } from '#server/console/noteAction.ts'
import { decisionsFor, PROPOSAL_TONES } from '#server/console/proposalActions.ts'
import { proposeRuleAction, ruleDecisions } from '#server/console/ruleActions.ts'
import { conditionsOf, givesText } from '#server/console/ruleText.ts'
import { UUID_ID } from '#server/http/pagination.ts'

const badgeOf = ({ state }: ListedRule) => ({
  text: RULE_STATES[state],
  tone: PROPOSAL_TONES[state],
})
/** A day of an instant at midnight, as the rules that the console proposes have. */
const dayOrStamp = (stamp: string, day: string): ObjectValue =>
  stamp.endsWith('000000') ? { day } : { stamp }
const fromOf = ({ validFrom }: ListedRule) => dayOrStamp(toStamp(validFrom), toDate(validFrom))
/** The last day: what ends at midnight is not valid on the day that begins then. */
const untilOf = ({ validUntil }: ListedRule) =>
  validUntil
    ? dayOrStamp(toStamp(validUntil), toDate(new Date(validUntil.getTime() - 1)))
    : { text: 'Sin fin' }

/** The accrual rules: proposed by one operator, with what they would have given, and confirmed by another. */
export const ruleKind: ConsoleKind = {
  cursorId: UUID_ID,

  async list(db, { filters: { state = '' }, count, after }, { now }) {
    const filter = { ...(state && { state: state as RuleState }), now }
    const [rules, programmes] = await Promise.all([
      rulesLike(db, filter, { count, after }),
      programmeNames(db),
    ])
    return rules.map(
      (rule): ListedRow => ({
        id: rule.id,
        cursor: { at: rule.validFrom, id: rule.id },
        cells: [
          { text: givesText(rule) },
          { text: programmes.get(rule.programme) ?? rule.programme },
          { text: conditionsOf(rule) },
          fromOf(rule),
          untilOf(rule),
          badgeOf(rule),
        ],
      }),
    )
  },

  async page(db, id, { personId, now }) {
    if (!isUuid(id)) return null
    const [rule] = await rulesLike(db, { id, now }, { count: 1 })
    if (!rule) return null
    const [proposal, programmes] = await Promise.all([ruleProposalOf(db, id), programmeNames(db)])
    const simulation = proposal?.simulation
    return {
      title: givesText(rule),
      badges: [badgeOf(rule)],
      masked: false,
      groups: [
        {
          title: '',
          facts: [
            { name: 'Programa', value: { text: programmes.get(rule.programme) ?? rule.programme } },
            { name: 'Cuándo', value: { text: conditionsOf(rule) } },
            { name: 'Desde', value: fromOf(rule) },
            { name: 'Hasta', value: untilOf(rule) },
          ],
        },
        ...(proposal
          ? [{ title: 'Con las ventas de los 28 días anteriores', facts: factsOf(simulation) }]
          : []),
      ],
      charts: simulation ? [chartOf(simulation)] : [],
      tables: [],
      timeline: await historyOf(db, { kind: 'rule', id }, []),
      actions: ['note', ...decisionsFor(rule.state, proposal?.proposedBy, personId)],
    }
  },

  actions: {
    note: noteAction('rule'),
    ...ruleDecisions,
  },
  listActions: { propose: proposeRuleAction },
  listOptions: async (db) => ({
    programme: [...(await programmeNames(db))].map(([value, label]) => ({ value, label })),
  }),
}

function factsOf(simulation: Simulation | null | undefined) {
  if (!simulation)
    return [{ name: 'Simulación', value: { text: 'Son demasiadas ventas para simularla.' } }]
  const { pointsBefore, pointsAfter, examined, sales, members } = simulation
  return [
    { name: 'Puntos que se dieron', value: { count: pointsBefore } },
    { name: 'Puntos que se habrían dado', value: { count: pointsAfter } },
    { name: 'Diferencia', value: { count: pointsAfter - pointsBefore } },
    { name: 'Ventas con afiliación', value: { count: examined } },
    { name: 'Ventas que cambian', value: { count: sales } },
    { name: 'Afiliaciones que cambian', value: { count: members } },
  ]
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
