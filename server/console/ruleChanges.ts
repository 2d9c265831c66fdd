import { parse } from 'zod/mini'
import { DAY_MS, fromStamp, toDate } from '#contract/dates.ts'
import { ProposedRule } from '#contract/entities/accrualRule.ts'
import { type ListedRule, rulesLike } from '#db/console/rules.ts'
import type { Db } from '#db/core/db.ts'
import { day, invalid } from '#server/console/actionFields.ts'
import { action } from '#server/console/consoleAction.ts'
import {
  assertAhead,
  DAYS,
  proposeContent,
  RULE_FIELDS,
  simulated,
} from '#server/console/ruleActions.ts'
import { notFound } from '#server/http/errors.ts'

async function ruleWith(db: Db, id: string, now: Date): Promise<ListedRule> {
  const [rule] = await rulesLike(db, { id, now }, { count: 1 }).read()
  if (!rule) throw notFound()
  return rule
}
const keyOf = ({ weekdays }: ListedRule) =>
  Object.keys(DAYS).find((name) => String(DAYS[name]?.days) === String(weekdays))

/** Whether the form of a rule can hold these conditions. */
export const fitsForm = (rule: ListedRule): boolean =>
  keyOf(rule) !== undefined && rule.means.length <= 1

/** What the form of a change holds at first: the rule, from tomorrow on. */
export const formOf = (rule: ListedRule, now: Date): Record<string, string> => ({
  product: rule.product || 'any',
  perLitre: String(rule.perLitre),
  perHundred: String(rule.perHundred),
  weekdays: keyOf(rule) ?? '',
  hourFrom: String(rule.hourFrom),
  hourUntil: String(rule.hourUntil),
  means: rule.means[0] ?? 'any',
  validFrom: toDate(new Date(now.getTime() + DAY_MS)),
  validUntil: rule.validUntil ? toDate(new Date(rule.validUntil.getTime() - 1)) : '',
})

const { programme: _, ...CHANGED } = RULE_FIELDS
/** Proposes a rule in place of one that ends where the other begins. */
export const changeRule = action({
  label: 'Proponer un cambio desde ésta',
  question:
    'Vas a ver cuántos puntos habría dado en los últimos 28 días. Cuando otra persona la confirma, ésta termina donde empieza la nueva; lo que ya se dio no cambia.',
  fields: CHANGED,
  async prepare({ id: ends, values, ...acting }) {
    const { programme } = await ruleWith(acting.context.db, ends, acting.viewer.now)
    const content = await simulated({ ...acting, values: { ...values, programme } })
    return { ...content, ends }
  },
  run: proposeContent,
})

/** Proposes the last day of a rule. */
export const endRuleAction = action({
  label: 'Terminar',
  question:
    'Otra persona lo tiene que confirmar. Desde el día siguiente al último vale la regla que le siga; lo que ya se dio no cambia.',
  danger: true,
  fields: {
    lastDay: day({ label: 'Último día', hint: 'Hoy o después.', missing: 'Elegí el último día.' }),
  },
  async prepare({ context, viewer: { now }, id: ends, values: { lastDay } }) {
    const rule = await ruleWith(context.db, ends, now)
    const begins = fromStamp(`${lastDay}000000`)
    const validFrom = new Date((begins?.getTime() ?? 0) + DAY_MS)
    assertAhead(validFrom, now)
    if (validFrom <= rule.validFrom) throw invalid('Ese día la regla todavía no empezó.')
    if (rule.validUntil && rule.validUntil <= validFrom)
      throw invalid('La regla ya termina ese día o antes.')
    const at = validFrom.toISOString()
    return {
      rule: parse(ProposedRule, rule),
      validFrom: at,
      validUntil: at,
      simulation: null,
      ends,
      onlyEnds: true,
    }
  },
  run: proposeContent,
})
