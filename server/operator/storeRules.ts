import { fromStamp, HOUR_MS } from '#contract/dates.ts'
import { storeRules } from '#contract/operator/storeRules.ts'
import { inTransaction } from '#db/core/connection.ts'
import { haveProgrammes, insertRules, withValidity } from '#db/loyalty/accrualRules.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { refuse } from '#server/http/errors.ts'
import type { Limit } from '#server/http/limits.ts'
import { toAccrualRule } from '#server/loyalty/toAccrualRule.ts'

/** The clock of a till may be 10 minutes ahead, and a batch that is being stored has read the rules. */
const MIN_AHEAD = HOUR_MS

/** Each sale that is taken in reads all rules. */
const STORED_RULES: Limit = {
  name: 'stored rules',
  by: 'person',
  points: 20,
  per: HOUR_MS,
  taken: 'before',
}

export default defineHandler(
  storeRules,
  async ({ db, now }, { rules, ...validity }, caller) => {
    const at = now()
    const validFrom = fromStamp(validity.validFrom)
    const validUntil = fromStamp(validity.validUntil)
    if (!validFrom || validFrom.getTime() < at.getTime() + MIN_AHEAD)
      throw refuse('Una regla empieza dentro de una hora o después: lo pasado no cambia.')
    if (validUntil && validUntil <= validFrom)
      throw refuse('La regla termina antes de empezar: revisá las fechas.')
    if (!(await haveProgrammes(db, rules))) throw refuse('Ese programa no existe.', 'not_found')
    const stored = rules.map((rule) => withValidity(rule, validFrom, validUntil))
    await inTransaction(db, (tx) => insertRules(tx, stored, { actorId: caller.personId, now: at }))
    return { rules: stored.map(toAccrualRule) }
  },
  [STORED_RULES],
)
