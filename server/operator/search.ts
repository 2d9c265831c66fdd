import { KIND_NAMES, kindsOf } from '#contract/console/objectKinds.ts'
import { HOUR_MS, toDate } from '#contract/dates.ts'
import { withoutSeparators } from '#contract/fields/text.ts'
import { search } from '#contract/operator/search.ts'
import { appendAuditEntry } from '#db/audit/auditLog.ts'
import { inTransaction, sentTogether } from '#db/core/connection.ts'
import type { SearchTerm } from '#server/console/consoleKind.ts'
import { CONSOLE_KINDS, viewerOf } from '#server/console/kinds/kindRegistry.ts'
import { maskedNumber } from '#server/console/maskedText.ts'
import { personalTerm } from '#server/console/personalTerm.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { type Limit, take, untake } from '#server/http/limits.ts'

/** A box that searches while a person types; more would be a copy of the data. */
const SEARCHES: Limit = {
  name: 'console searches',
  by: 'person',
  points: 300,
  per: 10 * 60_000,
  taken: 'before',
}

/** Searches by a number of a person that found nothing: more are guesses. */
const MISSES: Limit = {
  name: 'missed searches',
  by: 'person',
  points: 60,
  per: HOUR_MS,
  taken: 'within',
}

export default defineHandler(
  search,
  async (context, { text }, caller, { reads }) => {
    const viewer = await viewerOf(context, caller)
    const term = readTerm(text, viewer.now)
    const seen = kindsOf(caller.roles)
    const isPersonal = viewer.isAdministrator && Object.keys(personalTerm(term)).length > 0
    if (isPersonal) await take(context, caller, MISSES)
    const found = await sentTogether(
      KIND_NAMES.filter((kind) => seen.includes(kind)).map(async (kind) =>
        ((await CONSOLE_KINDS[kind].find?.(reads, term, viewer)) ?? []).map(
          ({ id, title, detail }) => ({
            kind,
            id,
            title,
            subtitle: detail,
          }),
        ),
      ),
    )
    const hits = found.flat()
    if (isPersonal && hits.length > 0) await untake(context, caller, MISSES)
    if (isPersonal && hits.length === 0)
      await inTransaction(context.db, (tx) =>
        appendAuditEntry(tx, {
          actorId: viewer.personId,
          action: 'searchMissed',
          detail: { name: maskedNumber(term.compact) },
          at: viewer.now,
        }),
      )
    return { hits }
  },
  [SEARCHES, MISSES],
)

/** What a typed text can be. A day without its year is the last one. */
export function readTerm(text: string, now: Date): SearchTerm {
  const [, lastFour, d, m, y] =
    /^\D{0,8}(\d{4})(?: +(\d{1,2})\/(\d{1,2})(?:\/(\d{4}))?)?$/.exec(text) ?? []
  const two = (part: string) => part.padStart(2, '0')
  const today = toDate(now)
  const dayOf = (year: string) => (d && m ? `${year}${two(m)}${two(d)}` : null)
  const thisYear = dayOf(today.slice(0, 4))
  const lastYear = dayOf(String(Number(today.slice(0, 4)) - 1))
  const day = y ? dayOf(y) : thisYear && thisYear > today ? lastYear : thisYear
  return {
    text,
    compact: withoutSeparators(text).toUpperCase(),
    card: lastFour ? { lastFour, day } : null,
  }
}
