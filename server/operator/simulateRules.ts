import { DAY_MS } from '#contract/dates.ts'
import { MAX_SIMULATED_DAYS, simulateRules } from '#contract/operator/simulateRules.ts'
import { haveProgrammes, withValidity } from '#db/loyalty/accrualRules.ts'
import { simulateRules as simulate } from '#db/loyalty/simulateRules.ts'
import { spanOf } from '#server/financial/period.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { refuse } from '#server/http/errors.ts'
import type { Limit } from '#server/http/limits.ts'
import { toAccrualRule } from '#server/loyalty/toAccrualRule.ts'

/** It reads the sales of a month. */
const SIMULATIONS: Limit = {
  name: 'simulation',
  by: 'person',
  points: 20,
  per: 3_600_000,
  taken: 'before',
}

export default defineHandler(
  simulateRules,
  async ({ db, now }, { rules, ...period }) => {
    const { from, until: to } = spanOf(period, now())
    if (to.getTime() - from.getTime() > MAX_SIMULATED_DAYS * DAY_MS)
      throw refuse(`Elegí un período de ${MAX_SIMULATED_DAYS} días a lo sumo.`)
    if (!(await haveProgrammes(db, rules))) throw refuse('Ese programa no existe.', 'not_found')
    const proposed = rules.map((rule) => withValidity(rule, from, null))
    const simulated = await simulate(db, proposed, { from, to })
    if (!simulated) throw refuse('Son demasiadas ventas: elegí un período más corto.')
    return {
      ...simulated,
      rules: simulated.rules.map(({ rule, proposed: isProposed, ...tally }) => ({
        ...toAccrualRule(rule),
        ...(isProposed && { validFrom: '', validUntil: '' }),
        proposed: isProposed,
        ...tally,
      })),
    }
  },
  [SIMULATIONS],
)
