import { and, eq, gt, isNull, lt, or } from 'drizzle-orm'
import type { ProposedRule } from '#contract/entities/accrualRule.ts'
import { appendAuditEntry } from '#db/audit/auditLog.ts'
import type { Db } from '#db/core/db.ts'
import type { Rule } from '#db/loyalty/accrual.ts'
import { pointsRule, programme } from '#db/tables/loyalties.ts'

/** A proposed rule with its validity, in the form in which equal conditions are equal. */
export const withValidity = (
  { weekdays, means, ...rule }: ProposedRule,
  validFrom: Date,
  validUntil: Date | null,
): Rule => {
  const days = [...new Set(weekdays)].toSorted((one, other) => one - other)
  return {
    ...rule,
    weekdays: days.length === 7 ? [] : days,
    means: [...new Set(means)].toSorted(),
    validFrom,
    validUntil,
  }
}

/** Names of the programmes by their codes. */
export async function programmeNames(db: Db): Promise<Map<string, string>> {
  const rows = await db.select({ code: programme.code, name: programme.name }).from(programme)
  return new Map(rows.map(({ code, name }) => [code, name]))
}

/**
 * Ends a rule at an instant, with a line of the audit.
 * @returns false when there is none that lasts longer
 */
export async function endRule(
  tx: Db,
  id: string,
  validUntil: Date,
  { actorId, now: at }: { actorId: string; now: Date },
): Promise<boolean> {
  const lasts = or(isNull(pointsRule.validUntil), gt(pointsRule.validUntil, validUntil))
  const wanted = and(eq(pointsRule.id, id), lt(pointsRule.validFrom, validUntil), lasts)
  const { rowCount } = await tx.update(pointsRule).set({ validUntil }).where(wanted)
  if (!rowCount) return false
  const detail = { validUntil: validUntil.toISOString() }
  await appendAuditEntry(tx, { actorId, action: 'endRule', subject: id, detail, at })
  return true
}

/** Stores rules, those with an id under it, each with a line of the audit. */
export async function insertRules(
  tx: Db,
  rules: readonly (Rule & { id?: string })[],
  { actorId, now: at }: { actorId: string; now: Date },
): Promise<void> {
  const stored = await tx
    .insert(pointsRule)
    .values(rules.map((rule) => ({ ...rule, discountBasisPoints: 0 })))
    .returning()
  for (const { id, perLitre, perHundred, ...rule } of stored) {
    const conditions = JSON.stringify([rule.weekdays, rule.hourFrom, rule.hourUntil, rule.means])
    await appendAuditEntry(tx, {
      actorId,
      action: 'storeRule',
      subject: id,
      detail: {
        programme: rule.programme,
        product: rule.product,
        conditions,
        perLitre,
        perHundred,
        validFrom: rule.validFrom.toISOString(),
        validUntil: rule.validUntil?.toISOString() ?? '',
      },
      at,
    })
  }
}
